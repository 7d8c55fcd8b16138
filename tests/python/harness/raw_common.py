"""What the tests of raw kernels share."""

import re

import cuprum as cp


def run(code, name, grid, block, args, **keywords):
    cp.RawKernel(code, name)(grid, block, args, **keywords)


def check(includes, lines, before="", threads=1):
    """Runs a kernel of statements, of which those that begin with `?` are expressions that must be true; `std::` is
    that of libcu++."""
    checks = [line.strip() for line in lines.strip().splitlines() if line.strip()]
    body, count = [], 0
    for line in checks:
        if line.startswith("?"):
            body.append(f"found[{count}] = bool({line[1:].strip().rstrip(';')});")
            count += 1
        else:
            body.append(line)
    code = "".join(f"#include <{name}>\n" for name in includes.split())
    code += (
        f'using namespace cuda;\n{before}\nextern "C" __global__ void f(bool* found) {{\nint t = threadIdx.x;\n'
        + "\n".join(body)
        + "\n}"
    )
    code = re.sub(r"(?<![:\w])std::", "cuda::std::", code)
    found = cp.zeros(count, bool)
    cp.RawKernel(code, "f")((1,), (threads,), (found,))
    wrong = [line for line, good in zip([c for c in checks if c.startswith("?")], found.get()) if not good]
    assert not wrong
