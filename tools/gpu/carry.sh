#!/bin/bash
# Gathers into .carry what a machine without network and without git may lack: GoogleTest's sources for `make test-gpu`, and the
# commit with the hash of each tracked file, by which benchmarks prove there that they measure that commit.
set -euo pipefail
cd "$(dirname "$0")/../.."
[[ -e /usr/src/googletest/googletest ]] || tools/setup.sh
mkdir -p .carry
cp -r /usr/src/googletest/googletest .carry/
rm -rf .carry/googletest/{test,samples,docs}
{
    echo "commit $(git rev-parse HEAD)"
    git -c core.quotepath=off ls-tree -r --format='%(objecttype) %(objectname) %(path)' HEAD | sed -n 's/^blob //p'
} >.carry/tree
du -sh .carry
