"""How figures and columns are written."""

UNITS = {"us": "µs"}


def name_of(column):
    """A column's name for readers."""
    proper = {"cupy": "CuPy", "torch": "PyTorch", "numpy": "NumPy", "scipy": "SciPy"}
    first, *rest = column.split(", ")
    return ", ".join([proper.get(first, first), *rest])


def figure(value):
    """Three digits that count: 0.185, 97.5, 426, 1240."""
    if value == 0:
        return "0"
    if abs(value) >= 100:
        return f"{value:.0f}"
    return f"{value:.3g}" if abs(value) >= 0.001 else f"{value:.1e}"


def ratio(value):
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:.0f}"


def percent(share):
    return f"{100 * share:.0f} %"


def spread(result):
    """Half the distance of the quartiles, as part of the median."""
    low, high = result["quartiles"]
    return percent((high - low) / 2 / result["median"]) if result["median"] else "0 %"


def table(head, lines, figures=True):
    """Markdown: the first column to the left, the others to the right where they are figures."""
    rule = ["---"] + ["---:" if figures else "---"] * (len(head) - 1)
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [head, rule, *lines])
