#!/bin/bash
# Gathers into .carry what a machine without network may lack and `make test-gpu` uses: GoogleTest's sources.
set -euo pipefail
cd "$(dirname "$0")/../.."
[[ -e /usr/src/googletest/googletest ]] || tools/setup.sh
mkdir -p .carry
cp -r /usr/src/googletest/googletest .carry/
rm -rf .carry/googletest/{test,samples,docs}
du -sh .carry
