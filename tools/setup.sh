#!/bin/bash
# Puts in place what a build needs: Debian's packages and the virtual environment .venv. Does nothing where all is
# there.
#   static: also what a wheel needs, in which Clang is linked statically
#   PYTHON: the interpreter to make .venv with (python3)
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}

missing=()
need() { # package, then a command that fails where the package is missing
    local package=$1
    shift
    "$@" >/dev/null 2>&1 || missing+=("$package")
}
need g++ command -v g++
need cmake command -v cmake
need ninja-build command -v ninja
need ccache command -v ccache
need llvm-19-dev test -e /usr/lib/llvm-19/include/llvm/Config/llvm-config.h
need libclang-19-dev test -e /usr/lib/llvm-19/include/clang/CodeGen/CodeGenAction.h
need libopenblas0 test -e "/usr/lib/$(uname -m)-linux-gnu/libopenblas.so.0"
if [[ ${1:-} == static ]]; then
    need libpolly-19-dev test -e /usr/lib/llvm-19/lib/libPolly.a
    need libzstd-dev test -e "/usr/lib/$(uname -m)-linux-gnu/libzstd.a"
    need zlib1g-dev test -e "/usr/lib/$(uname -m)-linux-gnu/libz.a"
fi
need libgtest-dev test -e /usr/include/gtest/gtest.h
need python3-venv "$python" -c 'import ensurepip, venv'
need python3-dev "$python" -c 'import os, sysconfig; assert os.path.exists(sysconfig.get_path("include") + "/Python.h")'

if ((${#missing[@]})); then
    sudo=""
    [[ $(id -u) == 0 ]] || sudo=sudo
    if ! command -v apt-get >/dev/null || { [[ $sudo ]] && ! command -v sudo >/dev/null; }; then
        echo "cuprum's build needs: ${missing[*]}. They are installed as root (or through sudo) with apt-get;" \
            "on another system, install what matches." >&2
        exit 1
    fi
    echo "Installing ${missing[*]}"
    log=$(mktemp)
    if ! { $sudo apt-get -qq update &&
        $sudo env DEBIAN_FRONTEND=noninteractive \
            apt-get -qq install --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
        cat "$log" >&2
        exit 1
    fi
    rm -f "$log"
fi

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' || {
    echo "cuprum needs Python 3.10 or newer; '$python' is $("$python" --version). Set PYTHON to a newer one." >&2
    exit 1
}

# The stamp holds what the environment was made from; an environment that no longer starts is made anew.
stamp=.venv/requirements.txt
if ! cmp -s tools/requirements.txt $stamp || ! .venv/bin/python -c '' 2>/dev/null; then
    echo "Installing the Python packages into .venv"
    .venv/bin/python -m pip --version >/dev/null 2>&1 || "$python" -m venv --clear .venv
    .venv/bin/python -m pip install -q --disable-pip-version-check -r tools/requirements.txt
    # The build folder is the installed package; the path is relative, so that the project can be moved.
    echo ../../../../build/python >"$(echo .venv/lib/python3*/site-packages)/cuprum.pth"
    cp tools/requirements.txt $stamp
fi
