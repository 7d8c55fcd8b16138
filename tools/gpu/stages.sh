# What session.sh and several.sh share; they source it. Before: OUT, a folder, and `limit`, seconds for each stage.

# read_stages USUAL ARGUMENTS...: sets `stages` to those that the arguments name, or else to USUAL. An argument may also
# set a stage's limit: build=200.
read_stages() {
    local usual=$1 argument stage
    shift
    stages=()
    for argument in "$@"; do
        stage=${argument%%=*}
        [[ -n ${limit[$stage]:-} ]] || { echo "no stage '$stage'; there are: ${!limit[*]}" >&2; exit 2; }
        [[ $argument == *=* ]] && limit[$stage]=${argument#*=}
        stages+=("$stage")
    done
    # shellcheck disable=SC2206
    ((${#stages[@]})) || stages=($usual)
}

summary=$OUT/summary.txt # a file, as stages that run side by side add to it
: >"$summary"
# run NAME SECONDS COMMAND...: into $OUT/NAME.log
run() {
    local name=$1 seconds=$2 start=$SECONDS status outcome
    shift 2
    timeout -k 10 "$seconds" "$@" >"$OUT/$name.log" 2>&1
    status=$?
    case $status in
        0) outcome=ok ;;
        124 | 137) outcome="CUT OFF after ${seconds} s" ;;
        *) outcome="FAILED ($status)" ;;
    esac
    echo "$name: $outcome, $((SECONDS - start)) s" | tee -a "$summary"
    return $status
}
# note NAME PATTERN LINES: the last lines of a log that match go to the summary.
note() { grep -E "$2" "$OUT/$1.log" | tail -n "$3" | cut -c1-300 | sed 's/^/    /' >>"$summary"; }
