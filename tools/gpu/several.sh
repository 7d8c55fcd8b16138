#!/bin/bash
# What wants several GPUs, in one go: build, tests of several devices and of processes with NCCL, compute-sanitizer on a
# sample, and what several devices gain over one. NVLink multicast stays off.
#     tools/gpu/several.sh [build] [test] [sanitize] [bench]    all of them where none is named
#     tools/gpu/several.sh test=200 bench=300                   with other time limits, in seconds
#   OUT        folder for logs and figures (gpu-results): several-devices.json, summary.txt, a log for each stage
#   DEVICES    how many (as many as nvidia-smi lists)
#   SIMULATED  a number of devices that a CPU shows: tries the script where there are no GPUs, with the build of ./build
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
OUT=${OUT:-gpu-results}
mkdir -p "$OUT"
export NCCL_NVLS_ENABLE=0
python=${PYTHON:-python3}
bench_options=()
if [[ -n ${SIMULATED:-} ]]; then
    DEVICES=$SIMULATED
    export CUPRUM_BACKEND=cpu CUPRUM_CPU_DEVICES=$SIMULATED CUPRUM_CACHE_DIR=$PWD/build/cache PYTHONPATH=$PWD/build/python
    bench_options+=(--small)
else
    DEVICES=${DEVICES:-$(nvidia-smi -L | wc -l)}
    export CUPRUM_BACKEND=cuda CUPRUM_CACHE_DIR=${CUPRUM_CACHE_DIR:-$PWD/build-gpu/cache} PYTHONPATH=$PWD/build-gpu/python
    nvidia-smi topo -m >"$OUT/topology.txt" 2>&1
fi
declare -A limit=([build]=200 [test]=150 [sanitize]=60 [bench]=240)
. tools/gpu/stages.sh
read_stages "build test sanitize bench" "$@"
failed=0

for stage in "${stages[@]}"; do
    seconds=${limit[$stage]}
    case $stage in
        build)
            [[ -n ${SIMULATED:-} ]] && continue
            run build "$seconds" make build-gpu JOBS="$(nproc)" || { failed=1; note build 'error|Error|FAILED' 15; }
            ;;
        test)
            # One process, as each test wants all devices; groups start their ranks themselves.
            run test-devices "$seconds" "$python" -m pytest -q -p no:cacheprovider -p no:xdist --tb=short -rfEs \
                tests/python/cuda/test_cuda_{device,event}.py tests/python/cuda/test_memory_kinds.py \
                tests/python/distributed/test_{distributed_layout,distributed_array,nccl}.py &
            devices=$!
            run test-processes "$seconds" "$python" -m pytest -q -p no:cacheprovider -p no:xdist --tb=short -rfEs \
                tests/python/distributed/test_distributed.py tests/python/distributed/test_group_array.py &
            groups=$!
            wait $devices || failed=1
            wait $groups || failed=1
            run test-placement "$seconds" env CUPRUM_PLACEMENT_CASES=1 "$python" -m pytest -q -p no:cacheprovider -p no:xdist \
                --tb=line -rfE tests/python/cuda/test_placement.py || failed=1
            for name in test-devices test-processes test-placement; do
                note "$name" '^(FAILED|ERROR|SKIPPED) ' 30
                note "$name" '(passed|failed|error).* in ' 1
            done
            ;;
        sanitize)
            command -v compute-sanitizer >/dev/null || { echo "sanitize: compute-sanitizer is not there" | tee -a "$summary"; continue; }
            run sanitize "$seconds" compute-sanitizer --tool memcheck --report-api-errors no --error-exitcode 99 \
                --print-limit 20 "$python" -m pytest -q -p no:cacheprovider -p no:xdist --tb=line \
                tests/python/distributed/test_distributed_layout.py -k "sort or halo or fft" || failed=1
            note sanitize 'ERROR SUMMARY|=+ (Invalid|Error|Warning)|(passed|failed|error).* in ' 10
            ;;
        bench)
            run bench "$seconds" "$python" benchmarks/several_devices.py --devices "$DEVICES" --limit "$((seconds - 40))" \
                --out "$OUT/several-devices.json" "${bench_options[@]}" || failed=1
            note bench '"gain"|"error"|_s"' 20
            ;;
    esac
done
echo
echo "== summary (logs in $OUT)"
cat "$summary"
exit $failed
