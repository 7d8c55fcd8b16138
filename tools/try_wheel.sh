#!/bin/bash
# Tries a wheel as a user would who has nothing else: in a fresh virtual environment with NumPy, without PATH, library
# paths and caches. Prints sizes and times; fails where the wheel needs a library that is not in every Linux.
#   tools/try_wheel.sh dist/cuprum-*.whl [PYTHON]
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
wheel=$(realpath "$1")
python=${2:-$root/.venv/bin/python}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$python" -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install -q --disable-pip-version-check "$wheel"
site=$(echo "$folder"/venv/lib/python3*/site-packages)

# What the libraries name: each other, and the C and C++ libraries.
for library in "$site"/cuprum/*.so "$site"/cuprum/lib/*.so*; do
    needed=$(readelf -d "$library" | sed -nE 's/.*\(NEEDED\).*\[(.*)\]/\1/p')
    if others=$(grep -vE '^(libcuprum\.so|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s)\.so\..*|ld-linux.*)$' <<<"$needed"); then
        echo "$(basename "$library") needs $others" >&2
        exit 1
    fi
done

# The licences of all parts.
for part in LLVM zlib zstd nanobind robin-map; do
    [[ -s $site/cuprum/share/licenses/cuprum/$part.txt ]] || { echo "the licence of $part is missing" >&2; exit 1; }
done
for part in xxhash lz4 pocketfft xsf; do
    ls "$site"/cuprum-*.dist-info/licenses/third_party/$part/LICENSE* >/dev/null
done

alone() { (cd "$folder" && env -i HOME="$folder" CUPRUM_BACKEND=cpu "$@"); }
alone "$folder/venv/bin/python" - "$wheel" <<'PROGRAM'
import os
import sys
import time

import numpy as np

start = time.perf_counter()
import cuprum as cp

imported = time.perf_counter() - start
start = time.perf_counter()
total = float(cp.sin(cp.arange(1000.0)).sum())
first = time.perf_counter() - start
assert abs(total - np.sin(np.arange(1000.0)).sum()) < 1e-9
mapped = "libcuprum_clang" in open("/proc/self/maps").read()
start = time.perf_counter()
kernel = cp.ElementwiseKernel("T x", "T y", "y = x * x + 1", "fresh")
assert float(kernel(cp.array(3.0))) == 10
compiled = time.perf_counter() - start
again = cp.ElementwiseKernel("T x", "T y", "y = x * x + 2", "fresh")
start = time.perf_counter()
assert float(again(cp.array(3.0))) == 11
second = time.perf_counter() - start
maps = open("/proc/self/maps").read()
assert "libcuprum_clang" in maps and "libLLVM" not in maps and "libclang" not in maps.replace("libcuprum_clang", "")
assert np.allclose(cp.linalg.solve(cp.array([[2.0, 0.0], [0.0, 4.0]]), cp.array([2.0, 2.0])).get(), [1, 0.5])
package = os.path.dirname(cp.__file__)
size = sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(package) for name in names)
print(f"{os.path.basename(sys.argv[1])}: {os.path.getsize(sys.argv[1]) / 2**20:.1f} MiB, installed {size / 2**20:.1f} MiB")
print(f"import (after NumPy) {imported * 1e3:.0f} ms, first kernel {first * 1e3:.0f} ms"
      f"{' with the compiler' if mapped else ' without the compiler'}")
print(f"first compilation {compiled * 1e3:.0f} ms, the next one {second * 1e3:.0f} ms")
PROGRAM
for program in jit fuse splines; do
    alone "$folder/venv/bin/python" "$root/examples/$program.py" >/dev/null && echo "examples/$program.py runs"
done
