"""What an element of a special function may cost: no operand holds up a GPU, whose threads cannot be stopped.

    python tests/python/scipy/special/test_costs.py       all loops of float64, int64 and complex128
    python tests/python/scipy/special/test_costs.py --most 20000 --seed 7 hyp1f1 chndtrix

A CPU runs each kernel with extreme operands; where a piece of them takes long, its halves are timed, down to single
elements. A thread of a GPU takes about twenty times as long as a core for such code.
"""

import argparse
import time
import warnings
import zlib

import numpy as np
import pytest

import cuprum as cp

SIZES = [0.0, 5e-324, 1e-310, 1e-300, 1e-100, 1e-40, 1e-16, 1e-8, 1e-3, 0.25, 0.5, 1 - 2**-53, 1.0, 1 + 2**-52, 1.5,
         2.0, 3.0, 10.0, 20.5, 37.3, 100.0, 999.5, 1e3, 12345.5, 1e5, 1e6, 1.5e7, 1e8, 2147483647.0, 1e10, 1e12,
         2.0**53, 1e20, 1e40, 1e100, 1e150, 1e300, np.inf]  # fmt: skip
# But for orders up to 10**8, whose recurrences may take a core half a second.
ORDERS = [0, 1, 2, 3, 7, 13, 50, 100, 1000, 10**5, 999999, 10**6, 10**6 + 1, 2**31 - 1, 2**31, 2**40, 2**53 + 1,
          2**63 - 1]  # fmt: skip
PARTS = [0.0, 1e-300, 1e-8, 0.5, 1.0, -1.0, -7.0, 30.0, -50.5, 1e3, -1e5, 1e8, 1e100, 1e300, np.inf, np.nan]
# Seconds of a core an element. A recurrence over 10**6 degrees takes 0.01, as SciPy's, and 0.12 where an Intel core has
# subnormal numbers.
LONGEST = 0.25

# Whose loops are as long as operands say, or inverses that evaluate a series again and again.
ITERATIVE = [
    "chndtr", "chndtrix", "chndtridf", "chndtrinc", "nctdtr", "nctdtrit", "nctdtridf", "nctdtrinc", "stdtridf",
    "eval_genlaguerre", "eval_laguerre", "eval_gegenbauer", "eval_jacobi", "eval_hermite", "hyp1f1",
]  # fmt: skip


def values(code):
    if code in "FD":
        return np.array([complex(a, b) for a in PARTS for b in PARTS]).astype(code)
    if code == "l":
        return np.array(ORDERS + [-n for n in ORDERS])
    return np.array(SIZES + [-x for x in SIZES] + [np.nan])


def extreme_operands(codes, most, seed):
    """All combinations of extreme values, or so many of them."""
    sets = [values(code) for code in codes]
    lengths = [len(s) for s in sets]
    total = int(np.prod(lengths))
    chosen = np.random.default_rng(seed).choice(total, min(total, most), replace=False)
    return [s[i] for s, i in zip(sets, np.unravel_index(chosen, lengths), strict=True)]


def costly_elements(function, operands, longest=LONGEST):
    """The elements that take longer, with their seconds."""
    wait = cp.cuda.get_current_stream().synchronize
    device = [cp.array(o) for o in operands]
    function(*[d[:1] for d in device])  # compiled
    function(*[d[:64] for d in device])
    wait()
    size = len(operands[0])
    pieces, found = [(k, min(k + 256, size)) for k in range(0, size, 256)], []
    while pieces:
        first, last = pieces.pop()
        start = time.process_time()
        function(*[d[first:last] for d in device])
        wait()
        seconds = time.process_time() - start
        if seconds > longest and last - first > 1:
            middle = (first + last) // 2
            pieces += [(first, middle), (middle, last)]
        elif seconds > longest:
            found.append((tuple(o[first].item() for o in operands), round(seconds, 3)))
            if len(found) == 20:
                break
    return found


def loops_of(ufunc, codes):
    return [loop for loop in ufunc.types if set(loop.split("->")[0]) <= set(codes)]


@pytest.mark.skipif(cp.backend() != "cpu", reason="elements are timed one by one on a core")
@pytest.mark.parametrize("name", ITERATIVE)
def test_cost_of_extreme_operands(name):
    ufunc = getattr(cp._core._special, name)
    for loop in loops_of(ufunc, "dl"):
        codes = loop.split("->")[0]
        seed = zlib.crc32(f"{name} {loop}".encode())
        assert costly_elements(ufunc, extreme_operands(codes, 1000, seed)) == [], loop


def test_inverses_end():
    """Operands at which these did not return."""
    operands = [(5e-324, -1e-310, 1e-40), (1e-310, 500.0, 0.3), (1e300, 1.0, 1e-300), (2.0, 1e5, 1 - 2**-53)]
    assert len(cp._core._special.nctdtrit(*cp.array(operands).T).get()) == 4


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="of functions; all unless given")
    parser.add_argument("--most", type=int, default=5000, help="operands a loop")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    for name, ufunc in sorted(vars(cp._core._special).items()):
        if not isinstance(ufunc, cp.ufunc) or ufunc.__name__ != name or (options.names and name not in options.names):
            continue
        for loop in loops_of(ufunc, "dlD"):
            operands = extreme_operands(loop.split("->")[0], options.most, options.seed)
            for element, seconds in costly_elements(ufunc, operands):
                print(f"{name} {loop} {element}: {seconds} s", flush=True)


if __name__ == "__main__":
    main()
