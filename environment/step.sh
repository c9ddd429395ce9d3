# Progress: one line a step with its seconds; its output goes to a log that is shown only when the step fails.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash

say() {
  printf 'dev: %s\n' "$*" >&2
}

# give_up CODE REASON   ends the program: 64 for a wrong use, 69 when something that is needed is missing
give_up() {
  local code=$1
  shift
  say "$@"
  exit "$code"
}

# step WHAT LOG COMMAND...   returns the command's exit code; with step_quiet=1 only a failure is shown
step() {
  local what=$1 log=$2 begin=$SECONDS code=0
  shift 2
  ((${step_quiet:-0})) || printf 'dev: %s ... ' "$what" >&2
  "$@" >"$log" 2>&1 </dev/null || code=$?
  if ((code == 0)); then
    ((${step_quiet:-0})) || printf '%d s\n' $((SECONDS - begin)) >&2
    return
  fi
  printf '\n' >&2
  tail -n 20 "$log" >&2
  say "$what: failed with exit code $code after $((SECONDS - begin)) s; the last lines are above, all of them in $log"
  return "$code"
}
