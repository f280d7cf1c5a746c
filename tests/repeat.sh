#!/usr/bin/env bash
# Runs the whole suite again and again, to find a test that does not always pass.
#
#   bash tests/repeat.sh N           N times
#   bash tests/repeat.sh N --busy    N times, with every core kept busy besides
#   bash tests/repeat.sh N [--busy] -- ARGUMENTS     with other arguments for `cargo test`
#
# Prints a line for each run and the names of the tests that failed; a failed
# run's whole output stays in target/repeat/. Ends with 1 if any run failed.
set -uo pipefail
cd "$(dirname "$0")/.."

times=${1:-}
if ! [[ $times =~ ^[1-9][0-9]*$ ]]; then
  sed -n '2,9s/^# \{0,1\}//p' tests/repeat.sh >&2
  exit 2
fi
shift
load=()
end_load() {
  if ((${#load[@]})); then
    kill "${load[@]}" 2>/dev/null
  fi
}
trap end_load EXIT
if [[ ${1:-} == --busy ]]; then
  shift
  for ((core = 0; core < $(nproc); core++)); do
    (while :; do :; done) &
    load+=($!)
  done
fi
[[ ${1:-} == -- ]] && shift
arguments=(--workspace)
(($#)) && arguments=("$@")

logs=target/repeat
mkdir -p "$logs"
passed=0
for ((run = 1; run <= times; run++)); do
  log=$logs/$run.log
  start=$SECONDS
  # What has passed before counts for nothing here.
  rm -rf target/book-test-passed target/browser-passed
  if cargo test --no-fail-fast "${arguments[@]}" >"$log" 2>&1; then
    passed=$((passed + 1))
    word=passed
  else
    word=FAILED
  fi
  echo "run $run of $times: $word in $((SECONDS - start)) s"
  if [[ $word == FAILED ]]; then
    # Of a compiler's error there is no test's name.
    grep -hE '^test .* FAILED$|^error' "$log" | sort -u | sed 's/^/  /'
    echo "  $log"
  else
    rm "$log"
  fi
done
echo "$passed passed, $((times - passed)) failed"
((passed == times))
