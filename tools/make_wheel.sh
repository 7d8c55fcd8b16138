#!/bin/bash
# Builds a wheel into dist/: Clang is linked into it, so that it needs no LLVM. Names the wheel in the last line.
#   tools/make_wheel.sh [PYTHON]
# PYTHON is the interpreter whose version the wheel is for (.venv's). GPU_COMMON_TARGETS are the GPUs (sm_90) whose common
# kernels it has: ten minutes of a processor and 12 MB each.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${1:-.venv/bin/python}
tools/setup.sh static

# Another interpreter than .venv's gets an environment of its own, with what tools/requirements.txt has until the build.
python=$(command -v "$python")
if [[ $(realpath "$python") == $(realpath .venv/bin/python) ]]; then
    python=.venv/bin/python
else
    folder=build-wheel-python/$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    wanted=$(sed '/^# The sources/,$d' tools/requirements.txt)
    if [[ $(cat "$folder/requirements.txt" 2>/dev/null) != "$wanted" ]]; then
        "$python" -m venv --clear "$folder"
        # The pip that comes with Python 3.10 does not know -C yet.
        "$folder/bin/python" -m pip install -q --disable-pip-version-check --upgrade 'pip>=23.1' -r <(echo "$wanted")
        echo "$wanted" >"$folder/requirements.txt"
    fi
    python=$folder/bin/python
fi

rm -rf dist/raw
CC=${CC:-cc} CXX=${CXX:-c++} "$python" -m pip wheel -q --disable-pip-version-check --no-deps --no-build-isolation \
    -Ccmake.define.CUPRUM_STATIC_CLANG=ON -Ccmake.define.CUPRUM_WITH_CPU=ON \
    -Ccmake.define.CUPRUM_GPU_COMMON_TARGETS="${GPU_COMMON_TARGETS-sm_90}" -w dist/raw .
if ! PATH="$PWD/.venv/bin:$PATH" .venv/bin/python -m auditwheel repair --plat auto --exclude libcuprum.so -w dist \
    dist/raw/*.whl >dist/audit.log 2>&1; then
    cat dist/audit.log >&2
    exit 1
fi
rm -rf dist/raw
ls -t dist/*.whl | head -1
