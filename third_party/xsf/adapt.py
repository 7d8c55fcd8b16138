#!/usr/bin/env python3
"""Writes the headers of xsf into the folder `device/xsf` beside this file, as kernels need them.

    python3 adapt.py <folder of xsf's sources, in which include/xsf lies>

Kernels are compiled without the C++ library: `std::` becomes `xstd::`, which `config.h` (ours, not xsf's) declares;
arrays from the heap become local ones; includes name the whole path, as NVRTC finds headers by name alone. Long
functions are compiled once, not into each of their callers, and their loops are not unrolled: else NVRTC takes minutes
for a kernel. All functions are inline, as others are compiled even where nobody calls them. What no source of cuprum
names, nor what it names, is left out, as kernels parse all that they include.
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
        r"\w+ = \(T \*\)malloc[^\n]*", lambda match: match[0].replace("(T *)malloc(sizeof(T) * 2 * num)", "heap"), text
    )
    text = text.replace("T *dv;", "T heap[512], *dv;").replace("T *vv;", "T heap[512], *vv;")
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


# A definition up to the parenthesis that opens its parameters: indentation, template, specifiers, type, name.
KIND = r"[\w:]*\w(?:<[^;{}()\n]*>)?(?: const)?"
DEFINITION = re.compile(
    r"^( *)((?:template <[^\n]*>\n *)?)"
    r"(?!(?:return|else|static|using|struct|class|namespace|if|for|while|switch|typedef|extern|do)\b)"
    rf"((?:inline |constexpr )*)((?:{KIND}[ &*]+)*{KIND}(?:[ &*]+|\n *))(?!(?:if|for|while|switch)\b)(\w+)\(",
    re.M,
)
LONG = 12  # lines of code


def end_of(text, start, opening, closing):
    """Behind the bracket that closes the one before `start`."""
    depth = 1
    while depth:
        depth += (text[start] == opening) - (text[start] == closing)
        start += 1
    return start


def declared_so(text, name):
    """A long function's declarations say the same of it as its definition."""
    declaration = re.compile(
        rf"(?m)^( *(?:template <[^\n]*>\n? *)?)(?:inline )?(?!return|else|XSF_LONG)"
        rf"((?:(?:XSF_HOST_DEVICE )?(?:double|int|float|void|T|Status|xstd::complex<double>)) +{name}"
        rf"\([^;{{}}]*\b(?:double|int|T|float|complex)\b[^;{{}}]*\);)"
    )
    return declaration.sub(r"\1XSF_LONG \2", text)


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*[\s\S]*?\*/", "", text)


def definitions(text):
    """Of each function the match of its head, where its body begins and where it ends."""
    done = 0
    for found in DEFINITION.finditer(text):
        start = re.compile(r"\s*\{").match(text, end_of(text, found.end(), "(", ")"))
        if found.start() >= done and start:
            done = end_of(text, start.end(), "{", "}")
            yield found, start.end(), done


def with_long_functions(text):
    parts, done, names = [], 0, []
    for found, start, end in definitions(text):
        parts.append(text[done : found.start()])
        if sum(len(line.strip()) > 1 for line in without_comments(text[start:end]).split("\n")) < LONG:
            whole = text[found.start() : end]
            if not found[2] and "inline" not in found[3] + found[4]:
                whole = f"{found[1]}inline {whole[len(found[1]) :]}"
            parts.append(whole)
        else:
            names.append(found[5])
            specifiers, kind = found[3].replace("inline ", ""), found[4].replace("inline ", "")
            parts.append(f"{found[1]}{found[2]}XSF_LONG {specifiers}{kind}{found[5]}(")
            body = re.sub(r"(?m)^( *)((?:for \(|while \(.*\{$))", r"CUPRUM_ROLLED\n\1\2", text[found.end() : end])
            if not re.search(r"double_double|dual<", text):  # which have an exp of their own
                body = re.sub(r"(?<![\w:.])(?:xstd::)?(exp|log)\(", r"xstd::once::\1(", body)
            parts.append(body)
        done = end
    text = "".join(parts) + text[done:]
    for name in names:
        text = declared_so(text, name)
    return text


NUMBERS = {"double", "float", "T", "xstd::complex<double>", "xstd::complex<T>"}
COUNTED = r"--\w+|\w+ < detail::tukey_MAXCOUNT[^\n]*"  # conditions that count already


def with_bounds(text):
    """Loops that end when their terms are small count their rounds: `XSF_MOST_STEPS` of them end in NaN.

    A GPU's threads have no other end where an operand makes the condition hold for ever.
    """
    parts, done, number = [], 0, 0
    for found, start, end in definitions(text):
        body = text[start:end]
        kind = re.sub(r"\b(?:XSF_HOST_DEVICE|inline|constexpr|const)\b", "", found[4]).strip()
        ends = f"return xsf::no_value<{kind}>();" if kind in NUMBERS else "break;"

        def counted(match):
            nonlocal number
            number += 1
            name = f"steps_{number}"
            return name, f"if (++{name} > XSF_MOST_STEPS) {ends}"

        def before(match):
            name, check = counted(match)
            condition = "" if match[2] == "1" else match[2]
            return f"{match[1]}for (int {name} = 0; {condition};) {{ {check}"

        def behind(match):
            inside = end_of(body, match.end(), "{", "}")
            condition = re.match(r"\s*while \((.*)\);", body[inside:])
            if not condition or re.fullmatch(COUNTED, condition[1]):
                return match[0]
            name, check = counted(match)
            # No initializer: a goto may jump over it.
            return f"{match[1]}int {name}; {name} = 0; do {{ {check}"

        changed = re.sub(rf"(?m)^( *)while \((?!(?:{COUNTED})\) \{{)(.*)\) \{{", before, body)
        # Places in `body` are those of the text that `behind` looks at.
        body = changed
        changed = re.sub(r"(?m)^( *)do \{", behind, body)
        parts += [text[done:start], changed]
        done = end
    return "".join(parts) + text[done:]


WORD = re.compile(r"[A-Za-z_]\w*")
COMMENT_ABOVE = re.compile(r"(?:(?:[ \t]*//[^\n]*\n)+|[ \t]*/\*(?:(?!\*/)[\s\S])*\*/[ \t]*\n)\Z")


def take_out(text, chosen):
    """The text without the functions whose names are chosen, and those, each with the comment above it."""
    left, taken, done = [], [], 0
    for found, _, end in definitions(text):
        if not chosen(found[5]):
            continue
        above = COMMENT_ABOVE.search(text, done, found.start())
        start = above.start() if above else found.start()
        left.append(text[done:start])
        taken.append(text[start:end])
        done = end
    return re.sub(r"\n{3,}", "\n\n", "".join(left) + text[done:]), taken


def used_functions(texts, root):
    """The names of functions that cuprum's sources name, or what is no function, or another function that is used."""
    uses, named = {}, set()
    for folder in ("device/cuprum", "include/cuprum", "src"):
        for path in (root / folder).rglob("*.*"):
            named.update(WORD.findall(path.read_text()))
    for text in texts.values():
        for found, _, end in definitions(text):
            uses.setdefault(found[5], set()).update(WORD.findall(without_comments(text[found.end() : end])))
        rest = without_comments(take_out(text, lambda name: True)[0])
        named.update(WORD.findall(re.sub(r"(?m)^ *[^\n;{}=]*\([^;{}]*\);", "", rest)))  # declarations do not count
    used, waiting = set(), [name for name in uses if name in named]
    while waiting:
        name = waiting.pop()
        if name not in used:
            used.add(name)
            waiting.extend(uses[name] & uses.keys())
    return used


# Integrals of functions, which need nothing of the functions themselves, that take long to parse.
INTEGRALS = {
    "bessel": ({"itika", "itjya", "ittika", "ittjya"}, {"it1j0y0", "it2j0y0", "it1i0k0", "it2i0k0"}),
    "struve": ({"itth0", "itsh0", "itsl0"}, {"itstruve0", "it2struve0", "itmodstruve0"}),
}


def parted(texts):
    """Headers that a kernel needs a small part of are parted."""
    macros = re.compile(r"(?m)^#define SPECFUN_\w+\((?:.*\\\n)*.*\n")
    texts["error.h"] += "\n" + "\n".join(macros.findall(texts["specfun.h"]))
    texts["specfun.h"] = macros.sub("", texts["specfun.h"])
    for name in ("kelvin.h", "bessel.h"):  # which need no more of it
        texts[name] = texts[name].replace("#include <xsf/specfun.h>", "#include <xsf/error.h>")
    for name, (details, functions) in INTEGRALS.items():
        rest, inner = take_out(texts[f"{name}.h"], details.__contains__)
        texts[f"{name}.h"], outer = take_out(rest, functions.__contains__)
        texts[f"{name}_integrals.h"] = (
            "#pragma once\n#include <xsf/error.h>\n\nnamespace xsf {\nnamespace detail {\n\n"
            + "\n\n".join(inner)
            + "\n\n} // namespace detail\n\n"
            + "\n\n".join(outer)
            + "\n\n} // namespace xsf\n"
        )


# On a GPU these are CUDA's own, of at most 3 ulp, without a call and with fewer branches.
OF_CUDA = {
    "cephes/ndtr.h": {"erf": "erf(x)", "erfc": "erfc(a)", "ndtr": "normcdf(a)"},
    "cephes/ndtri.h": {"ndtri": "normcdfinv(y0)"},
    "cephes/erfinv.h": {"erfcinv": "erfcinv(y)"},
    "cephes/gamma.h": {"Gamma": "tgamma(x)"},
}
# What calls itself cannot be copied into its callers.
STRAIGHT = {
    "cephes/j1.h": [
        ("w = x;\n        if (x < 0) {\n            return -j1(-x);\n        }\n", "w = xstd::abs(x);\n"),
        ("w = 5.0 / x;\n", "const double sign = x < 0 ? -1.0 : 1.0;\n        x = w;\n        w = 5.0 / x;\n"),
        ("return (p * detail::SQRT2OPI / xstd::sqrt(x));", "return sign * (p * detail::SQRT2OPI / xstd::sqrt(x));"),
    ],
    "cephes/ellik.h": [
        ("int d, mod, sign;\n", "int d, mod, sign;\n        double rest_sign = 0;\n"),
        (
            "temp = K - ellik(e, m);\n                goto done;\n",
            "rest_sign = e < 0 ? -1 : 1;\n                phi = xstd::abs(e);\n                t = xstd::tan(phi);\n",
        ),
        (
            "/ (d * a);\n\n    done:",
            "/ (d * a);\n        if (rest_sign != 0)\n            temp = K - rest_sign * temp;\n\n    done:",
        ),
    ],
}
# Numbers of steps that no int holds, by which a GPU would count to the largest, or that take too long: NaN, as SciPy
# mostly has. And counts that begin at 0.
BOUNDED = {
    "cephes/kolmogorov.h": [  # products that no int holds
        ("if (-2 * n * x * x < MINLOG)", "if (-2.0 * n * x * x < MINLOG)"),
        ("dAjCoeff = (n * (v - 1)) /", "dAjCoeff = (static_cast<double>(n) * (v - 1)) /"),
        ("((n - v) * n) /", "(static_cast<double>(n - v) * n) /"),
    ],
    # A series of 2000 terms is too short for large a where the expansion is as good as ever.
    "cephes/igam.h": [("(absxma_a < detail::igam_LARGERATIO / xstd::sqrt(a))", "(absxma_a < detail::igam_SMALLRATIO)")]
    * 2,
    "tools.h": [
        (
            "        T result = init_val;\n        for (xstd::uint64_t i = 0; i < num_terms; ++i) {\n",
            "        if (num_terms > XSF_MOST_STEPS) {\n            return maybe_complex_NaN<T>();\n        }\n"
            "        T result = init_val;\n        for (xstd::uint64_t i = 0; i < num_terms; ++i) {\n",
        ),
    ],
    "cephes/ellpj.h": [("} while (--i);", "} while (--i > 0);")],
    "sph_bessel.h": [
        (
            f"CUPRUM_ROLLED\n    for ({declared}{index} = 0; {index} < n - 1; ++{index}) {{\n"
            f"        sn = (2 * {index} + 3) * s1 / x - s0;\n        s0 = s1;\n        s1 = sn;\n"
            "        if (xstd::isinf(sn)) {\n",
            "    if (n > XSF_MOST_ORDER) {\n        return xstd::numeric_limits<T>::quiet_NaN();\n    }\n"
            f"CUPRUM_ROLLED\n    for ({declared}{index} = 0; {index} < n - 1; ++{index}) {{\n"
            f"        sn = (2 * {index} + 3) * s1 / x - s0;\n        s0 = s1;\n        s1 = sn;\n"
            "        if (!xstd::isfinite(sn)) {\n",
        )
        for declared, index in (("int ", "i"), ("", "idx"))
    ],
    "cephes/hyp2f1.h": [
        (
            "                    if (id >= 0.0) {\n                        e = d;\n",
            "                    if (!(xstd::abs(id) < XSF_MOST_STEPS)) {\n                        *loss = 1.0;\n"
            "                        return xstd::numeric_limits<double>::quiet_NaN();\n                    }\n"
            "                    if (id >= 0.0) {\n                        e = d;\n",
        ),
        (
            "            aid = 2 - id;\n",
            "            if (!(id > -XSF_MOST_STEPS)) {\n"
            "                return xstd::numeric_limits<double>::quiet_NaN();\n            }\n"
            "            aid = 2 - id;\n",
        ),
    ],
    "zeta.h": [
        (
            "            if (z.real() >= 0.0 && z.real() < 2.5 && xstd::abs(z.imag()) > 1e9) {\n",
            "            if (!xstd::isfinite(z.imag()) ||\n"
            "                (z.real() >= 0.0 && z.real() < 2.5 && xstd::abs(z.imag()) > XSF_MOST_ORDER)) {\n",
        ),
        (
            "xstd::max(xstd::abs(z.imag()) / 4.0, 50.0)",
            "xstd::fmin(xstd::max(xstd::abs(z.imag()) / 4.0, 50.0), 1e18)",
        ),
    ],
    "specfun.h": [
        (
            "    xstd::complex<double> outz = specfun::cchg(a, b, z);\n",
            "    if (!(xstd::abs(a) < 10 * XSF_MOST_STEPS && xstd::abs(b) < 10 * XSF_MOST_STEPS)) {\n"
            "        return a == 0 || z == 0.0 ? 1.0 : xstd::numeric_limits<double>::quiet_NaN();\n    }\n"
            "    xstd::complex<double> outz = specfun::cchg(a, b, z);\n",
        ),
        (
            "    outy = specfun::chgm(x, a, b);\n",
            "    if (!(xstd::abs(a) < XSF_MOST_ORDER && xstd::abs(b) < XSF_MOST_ORDER)) {\n"
            "        return a == 0 || x == 0 ? 1.0 : xstd::numeric_limits<double>::quiet_NaN();\n    }\n"
            "    outy = specfun::chgm(x, a, b);\n",
        ),
        (
            "    int_m = (int)m;\n",
            "    if (!(xstd::abs(m) < XSF_MOST_ORDER && xstd::abs(v) < XSF_MOST_ORDER)) {\n"
            "        return xstd::numeric_limits<double>::quiet_NaN();\n    }\n"
            "    int_m = (int)m;\n",
        ),
    ],
}


def by_cuda(text, names):
    parts, done = [], 0
    for found, start, end in definitions(text):
        if found[5] in names:
            parts += [text[done:start], f"\n#if CUPRUM_GPU\n        return ::{names[found[5]]};\n#else"]
            parts += [text[start : end - 1].rstrip(" "), "#endif\n    }"]
            done = end
    return "".join(parts) + text[done:]


def with_changes(text, changes):
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def main():
    source, target = pathlib.Path(sys.argv[1]), pathlib.Path(__file__).parent
    texts = {}
    for path in sorted((source / "include" / "xsf").rglob("*.h")):
        below = path.relative_to(source / "include" / "xsf")
        if below.name not in LEFT_OUT and below.parts[0] != "third_party":
            texts[str(below)] = adapted(path.read_text(), str(below.parent))
    used = used_functions(texts, target.parent.parent)
    texts = {name: take_out(text, lambda function: function not in used)[0] for name, text in texts.items()}
    parted(texts)
    for name, text in texts.items():
        written = target / "device" / "xsf" / name
        written.parent.mkdir(parents=True, exist_ok=True)
        text = by_cuda(with_long_functions(with_bounds(text)), OF_CUDA.get(name, {}))
        written.write_text(with_changes(text, STRAIGHT.get(name, []) + BOUNDED.get(name, [])))
    for name in ("LICENSE", "LICENSES_bundled.txt"):
        shutil.copy(source / name, target / name)


if __name__ == "__main__":
    main()
