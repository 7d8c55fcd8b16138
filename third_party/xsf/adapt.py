#!/usr/bin/env python3
"""Writes the headers of xsf into the folder `device/xsf` beside this file, as kernels need them.

    python3 adapt.py <folder of xsf's sources, in which include/xsf lies>

Kernels are compiled without the C++ library: `std::` becomes `xstd::`, which `config.h` (ours, not xsf's) declares; arrays from the
heap become local ones; includes name the whole path, as NVRTC finds headers by name alone.
"""

import pathlib
import re
import shutil
import sys

LEFT_OUT = {"numpy.h", "config.h", "numbers.h", "fp_error_metrics.h"}
# Sizes that the sources compute: the largest that one call for a single value needs.
SIZES = {"n": 1, "nn + 4": 256, "nm + 2": 256}


def heap_array(match):
    name, kind, size = match[1], match[2], match[3]
    return f"{kind} {name}[{SIZES.get(size, size)}] = {{}};"


def adapted(text, folder):
    def whole_path(match):
        name = match[1]
        path = (
            pathlib.PurePosixPath("xsf") / folder / name if not name.startswith("xsf/") else pathlib.PurePosixPath(name)
        )
        parts = []
        for part in path.parts:
            if part == "..":
                parts.pop()
            else:
                parts.append(part)
        return f"#include <{'/'.join(parts)}>"

    text = re.sub(r'#include "([^"]+)"', whole_path, text)
    text = re.sub(r"#include <(?!xsf/)[^>]+>[^\n]*\n", "", text)
    text = re.sub(
        r"auto (\w+) = std::unique_ptr<([\w:<>]+)\[\]>\{new \(std::nothrow\) [\w:<>]+\[([^\]]+)\](?:\(\))?\};",
        heap_array,
        text,
    )
    text = re.sub(r"\b(\w+)\.get\(\)", r"\1", text)
    text = re.sub(
        r"\w+ = \(T \*\)malloc[^\n]*",
        lambda match: match[0].replace("(T *)malloc(sizeof(T) * 2 * num)", "num > 256 || num < 2 ? NULL : heap"),
        text,
    )
    # Of spheroidal wave functions, whose n - m is at most 198.
    text = text.replace("T cv = 0.0, *eg;", "T cv = 0.0, eg[200];").replace("    free(eg);\n", "")
    text = re.sub(r" +eg = \(T \*\)malloc\([^\n]*\n +if \(eg == NULL\) \{.*?\n    \}\n", "", text, flags=re.S)
    text = text.replace("T *dv;", "T heap[512], *dv;").replace("T *vv;", "T heap[512], *vv;")
    text = re.sub(r" +free\((dv|vv)\);\n", "", text)
    # Constants of a device are known to the compiler.
    text = re.sub(r"const double_double (\w+(?:\[\])?) =", r"constexpr double_double \1 =", text)
    text = re.sub(r"(?m)^( +)((?:explicit )?double_double\(double)", r"\1constexpr \2", text)
    text = text.replace("assert((", "XSF_ASSERT((")
    text = text.replace("return log1p(", "return std::log1p(")
    # Some headers rely on what others include.
    text = re.sub(r"#pragma once\n|\A(?![\s\S]*#pragma once)", "#pragma once\n#include <xsf/config.h>\n", text, count=1)
    return (
        text.replace("std::", "xstd::")
        .replace("long double", "double")
        .replace("2.0L", "2.0")
        .replace("XSF_HOST_DEVICE inline", "inline")
    )


def main():
    source, target = pathlib.Path(sys.argv[1]), pathlib.Path(__file__).parent
    for path in sorted((source / "include" / "xsf").rglob("*.h")):
        below = path.relative_to(source / "include" / "xsf")
        if below.name in LEFT_OUT or below.parts[0] == "third_party":
            continue
        written = target / "device" / "xsf" / below
        written.parent.mkdir(parents=True, exist_ok=True)
        written.write_text(adapted(path.read_text(), str(below.parent)))
    for name in ("LICENSE", "LICENSES_bundled.txt"):
        shutil.copy(source / name, target / name)


if __name__ == "__main__":
    main()
