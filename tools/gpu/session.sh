#!/bin/bash
# Everything that wants a GPU, in one go: build, test, look for bad memory accesses and races, measure. A stage that
# hangs is cut off, so that it does not cost the stages after it; all that is printed is kept in a folder.
#     tools/gpu/session.sh [build] [test] [sanitize] [bench]    all of them where none is named
#     tools/gpu/session.sh build=200 fuzz=600                   only where it is named: all methods of ufuncs, then random calls
#     tools/gpu/session.sh build=200 watch=200                  only where it is named: kernels that may hang, in every plan
#     tools/gpu/session.sh test=300 bench=120                   with other time limits, in seconds
#   OUT       folder for logs and results (gpu-results)
#   SAMPLE    compute-sanitizer runs every SAMPLE-th test (40)
#   PYTEST, BENCH   further arguments of pytest and of benchmarks/run.py: chapters, for instance
# What may be committed to benchmarks/results: OUT/<date>-<time>-<machine>.json and OUT/<date>-<machine>-tests.txt. Both name the commit;
# where the tree is a copy without .git, run tools/gpu/carry.sh before it is copied, and copy .carry as well.
#     tools/gpu/session.sh build=200 bench=480       what is measured on one GPU, the most important first
#     BENCH="floor startup solvers runtime user_kernels" tools/gpu/session.sh bench=300       chapters that had no time left; the
#                                                    report takes each chapter from the newest file that has it whole
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
OUT=${OUT:-gpu-results}
mkdir -p "$OUT"
export CUPRUM_BACKEND=cuda CUPRUM_CACHE_DIR=${CUPRUM_CACHE_DIR:-$PWD/build-gpu/cache} PYTHONPATH=$PWD/build-gpu/python
cores=$(nproc)
python=python3
declare -A limit=([build]=150 [test]=180 [sanitize]=120 [bench]=130 [fuzz]=300 [watch]=200)
. tools/gpu/stages.sh
read_stages "build test sanitize bench" "$@"
failed=0

nvidia-smi -L
for stage in "${stages[@]}"; do
    seconds=${limit[$stage]}
    case $stage in
        build)
            run build "$seconds" make build-gpu JOBS="$cores" || { failed=1; note build 'error|Error|FAILED' 15; }
            ;;
        test)
            # Side by side: the C++ tests are few and long, the Python tests many and short. Those that build and install the
            # package need no GPU.
            # shellcheck disable=SC2086  # the words of PYTEST and BENCH are arguments
            run test-python "$seconds" env TEST_DEVICES="$(nvidia-smi --query-gpu=index --format=csv,noheader | paste -sd,)" FAILURES="$OUT/failures.txt" CUPRUM_RECORD_KERNELS="$PWD/build-gpu/recorded" PYTHONPATH="$PYTHONPATH:$PWD/tools/gpu" "$python" -m pytest -q \
                -p fresh_context -n "$((cores < 24 ? cores : 24))" --tb=short -rfEs ${PYTEST:-} tests/python &
            python_tests=$!
            run test-cpp "$seconds" ctest --test-dir build-gpu -j 2 --output-on-failure -E '^(install|wheel)$' || failed=1
            note test-cpp 'tests passed|\*\*\*|Failed' 12
            wait $python_tests || failed=1
            note test-python '^(FAILED|ERROR) ' 25
            note test-python '(passed|failed|error).* in ' 1
            run recorded "$seconds" build-gpu/tests/cpp/compile_recorded --seconds "$((seconds - 30))" build-gpu/recorded sm_80 sm_90 || failed=1
            note recorded 'compile' 12
            ;;
        sanitize)
            # Few tests, as each kernel is traced access by access; one worker a tool, side by side.
            sanitized() { # name, tool, tests by keyword
                PYTHONPATH=$PYTHONPATH:$PWD/tools/gpu SAMPLE=${SAMPLE:-40} run "sanitize-$1" "$seconds" \
                    compute-sanitizer --tool "$1" --report-api-errors no --error-exitcode 99 --print-limit 20 \
                    "$python" -m pytest -q -p sample -p no:xdist --tb=line -k "$2" tests/python
            }
            sanitized memcheck "not import" &
            memcheck=$!
            sanitized racecheck "reduc or scan or cumsum or sort or transpose or nonzero or argmax or var" &
            racecheck=$!
            wait $memcheck || failed=1
            wait $racecheck || failed=1
            for tool in memcheck racecheck; do
                note "sanitize-$tool" 'ERROR SUMMARY|RACECHECK SUMMARY|=+ (Invalid|Error|Warning)' 8
                note "sanitize-$tool" '(passed|failed|error).* in ' 1
            done
            ;;
        fuzz)
            run every-method "$((seconds / 2))" env CUPRUM_EVERY_METHOD=1 "$python" -m pytest -q -n "$((cores < 24 ? cores : 24))" --tb=short -rf \
                tests/python/functions/test_every_method.py || failed=1
            note every-method '^FAILED|(passed|failed|error).* in ' 40
            run fuzz "$((seconds / 2))" env -C tests PYTHONPATH="$PYTHONPATH" "$python" -m fuzz --seconds "$((seconds / 2 - 45))" \
                --workers "$cores" --pairs 7 --record "$(realpath "$OUT")/fuzz.jsonl" || failed=1
            note fuzz '^ +[0-9]+ |cases from batch' 60
            ;;
        watch)
            # Kernels that hang are killed with their process. WATCH="--compare FILE" takes a CPU's values (--record FILE).
            # shellcheck disable=SC2086
            run watch "$seconds" "$python" tests/python/harness/watched_kernels.py --workers "$((cores < 16 ? cores : 16))" \
                --seconds "$((seconds - 50))" ${WATCH:-} || failed=1
            note watch 'does not return|crashes|differs from linear|cases in' 60
            ;;
        bench)
            # The chapters come in the order of their importance; no case is started in the last half minute.
            # shellcheck disable=SC2086
            run bench "$seconds" "$python" benchmarks/run.py --limit "$((seconds - 30))" --results "$OUT" ${BENCH:-} || failed=1
            note bench 'DIFFERS|Error|stopped after|Nothing will be written|\.json$|not written' 60
            ;;
    esac
done
"$python" tools/gpu/summary.py "$OUT"
echo
echo "== summary (logs in $OUT)"
cat "$summary"
exit $failed
