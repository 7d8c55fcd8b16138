"""What docstrings say of parameters beyond the comments of the C++ headers: names that Python's functions have for
them, as NumPy's do, and parameters that Python alone has."""

import re

# {function: {name in the header: name in Python}}
NAMES = {
    "put": {"indices": "ind", "values": "v"},
    "select": {"conditions": "condlist", "choices": "choicelist", "otherwise": "default"},
    "broadcast_to": {"a": "array"},
    "broadcast_arrays": {"arrays": "*args"},
    **dict.fromkeys(("atleast_1d", "atleast_2d", "atleast_3d"), {"a": "*arys"}),
    "gradient": {"spacing": "*varargs", "axes": "axis"},
    "result_type": {"operands": "*arrays_and_dtypes"},
    "min_scalar_type": {"value": "a"},
    **dict.fromkeys(("scipy::signal::symiirorder1", "scipy::signal::symiirorder2"), {"signal": "input"}),
}

MADE = "empty zeros ones arange linspace full eye empty_like zeros_like ones_like full_like fft::fftfreq fft::rfftfreq"
# Text of a parameter, and the functions that have it.
PARAMETERS = (
    ("subok", "NumPy's; it makes no difference, as arrays have no subclasses.",
     "array empty_like zeros_like ones_like full_like broadcast_to broadcast_arrays"),
    ("ndmin", "the least number of axes; axes of length one come first.", "array"),
    ("copy", "True always copies. By default, and with False, an array that would do is not copied.",
     "asarray"),
    ("blocking", "whether to wait until the elements are copied from the host.", "array asarray"),
    ("device", "where the array is made: a `cuprum.cuda.Device` or its number; the current device by default.",
     f"asarray {MADE}"),
    ("retstep", "whether to give the distance of neighbours, too.", "linspace"),
    ("sparse", "whether to give an array for each axis, which broadcast to the grid, instead of one.", "indices"),
    ("min, max", "NumPy's newer names of `a_min` and `a_max`.", "clip"),
    ("newshape", "an earlier name of `shape`.", "reshape"),
    ("returned", "whether to give the sum of the weights, too.", "average"),
    ("sorted", "NumPy's; the values are sorted in either case.", "unique"),
    ("kind", "one of NumPy's names; the sort is stable with each.", "sort argsort"),
    ("kind", "NumPy's: 'introselect'.", "partition argpartition"),
    ("order", "fields of a structured dtype by which to compare; all of them by default.",
     "sort argsort partition argpartition"),
    ("stable", "NumPy's; the sort is stable in either case.", "sort argsort"),
    ("kind", "NumPy's: 'sort', or 'table' for bool and integers; the result is the same.", "isin"),
    ("interpolation", "an earlier name of `method`.", "quantile percentile nanquantile nanpercentile"),
    ("rtol", "NumPy's newer name of `rcond`.", "linalg::pinv"),
    ("nyq", "half of `fs`, an earlier way to give it.", "scipy::signal::firwin2"),
)  # fmt: skip
SECTION = re.compile(r"(?<=^Parameters\n)(?:[ ]+.*(?:\n|\Z))+", re.MULTILINE)
RUN_IN = re.compile(r"(?<=\.) ([a-z]\w*:)\s+")  # a parameter behind the text of another


def text(function, comment):
    """The docstring of a function of Python, from the comment above its declaration in C++."""
    names = NAMES.get(function, {})

    def told(match):
        section = RUN_IN.sub(r"\n    \1 ", match[0]).rstrip("\n") + "\n"
        for name, other in names.items():
            section = re.sub(rf"^    {name}:", lambda _: f"    {other}:", section, flags=re.MULTILINE)
        added = [f"    {name}: {words}\n" for name, words, where in PARAMETERS if function in where.split()]
        return section + "".join(added)

    for name, other in names.items():
        comment = comment.replace(f"`{name}`", f"`{other}`")
    return SECTION.sub(told, comment, count=1)
