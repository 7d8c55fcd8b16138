"""The functions that CUDA's headers declare for devices, read from the toolkit: name, result, types of parameters."""

import pathlib
import re

# What a program for NVRTC finds without an include, then what it has to include.
BUILT_IN = (
    "crt/device_functions.h",
    "crt/device_double_functions.h",
    "crt/math_functions.h",
    "device_atomic_functions.h",
    "sm_20_atomic_functions.h",
    "sm_20_intrinsics.h",
    "sm_30_intrinsics.h",
    "sm_32_atomic_functions.h",
    "sm_32_intrinsics.h",
    "sm_35_atomic_functions.h",
    "sm_35_intrinsics.h",
    "sm_60_atomic_functions.h",
    "sm_61_intrinsics.h",
    "crt/sm_70_rt.h",
    "crt/sm_80_rt.h",
    "crt/sm_90_rt.h",
    "vector_functions.h",
)
INCLUDED = ("cuda_fp16.h", "cuda_bf16.h", "cuComplex.h")

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*$", re.MULTILINE)
DECLARATION = re.compile(r"(?<![\w])(?:__\w+_DECL__|__device__)\s+((?:[\w*&]+\s+|\*\s*)+?)(\w+)\s*\(([^()]*)\)")
# Words of a declaration that are no part of a type.
DECORATION = re.compile(
    r"\b(__device__|__host__|__device_builtin__|__cudart_builtin__|__CUDA_MATH_CRTIMP|__cdecl|__forceinline__|"
    r"__inline__|inline|static|extern|__nv_pure__|constexpr|__THROW|__\w+_DECL__)\b"
)
NAMED = re.compile(r"^(.*[\s*&])(\w+)(\[\d*\])?$", re.DOTALL)
TYPE_WORDS = {
    "int",
    "unsigned",
    "signed",
    "long",
    "short",
    "char",
    "float",
    "double",
    "bool",
    "void",
    "size_t",
    "const",
}


def _parameter_type(text):
    text = " ".join(text.split())
    text = text.split("=")[0].strip()
    named = NAMED.match(text)
    if named and named[2] not in TYPE_WORDS and named[1].strip() not in ("const", "volatile"):
        text = named[1].strip() + ("*" if named[3] else "")
    return " ".join(text.split())


def declarations(path):
    """Yield (name, result, parameters) of each function of a header that devices have."""
    text = DIRECTIVE.sub("", COMMENT.sub(" ", pathlib.Path(path).read_text()))
    seen = set()
    for match in DECLARATION.finditer(text):
        result = " ".join(DECORATION.sub(" ", match[1]).split())
        name, parameters = match[2], match[3].strip()
        if (
            not result
            or result.split()[0] in ("return", "else", "define")
            or name.startswith("__nv_")
            or "..." in parameters
        ):
            continue
        types = [] if parameters in ("", "void") else [_parameter_type(p) for p in parameters.split(",")]
        key = (name, result, tuple(types))
        if key not in seen:
            seen.add(key)
            yield key
