# Tests of the verbs of ./dev, with a stub in the place of the environment.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2016,SC2034,SC2154,SC2317 # stubs and variables are for the functions of ./dev; text is for other programs

# Puts a tester into the environment's place that finds no device, and writes down how it was called.
use_tester_that_exits_with() {
  local of_gpu=$1 of_virtual=$2
  repository=$PWD
  choose_environment() { :; }
  build() { :; }
  eval "inside() {
    echo \"\$*\" >>calls
    case \"\$*\" in *--virtual*) return $of_virtual ;; *) return $of_gpu ;; esac
  }"
}

test_unknown_verb_is_a_usage_error() {
  expect code "$(exit_code_of "$repository/dev" no-such-verb)" 64
  expect message "$(<said)" '*unknown verb: no-such-verb*usage: ./dev*'
  expect 'code of no verb' "$(exit_code_of "$repository/dev")" 64
}

test_shell_without_dashes_is_a_usage_error() {
  use_tester_that_exits_with 0 0
  expect code "$(exit_code_of verb_shell true)" 64
  expect 'code with dashes' "$(exit_code_of verb_shell -- true)" 0
  expect calls "$(<calls)" 'dev true'
}

test_help_prints_usage() {
  expect code "$(exit_code_of "$repository/dev" help)" 0
  expect message "$(<said)" 'usage: ./dev*'
}

test_run_without_a_device_says_so_and_measures_the_virtual_gpu() {
  use_tester_that_exits_with 3 0
  expect code "$(exit_code_of verb_run --option)" 0
  expect message "$(<said)" '*No AMD GPU was reached*virtual GPU*'
  expect calls "$(<calls)" $'dev amdgpu-tester run --out build/report/report.json --option\ndev amdgpu-tester run --out build/report/virtual/report.json --virtual gfx1100,gfx1036,gfx942'
}

test_run_without_a_device_ends_with_the_virtual_gpus_exit_code() {
  use_tester_that_exits_with 3 4
  expect code "$(exit_code_of verb_run)" 4
}

test_run_on_a_device_measures_only_that() {
  use_tester_that_exits_with 1 0
  expect code "$(exit_code_of verb_run)" 1
  expect calls "$(wc -l <calls)" 1
}

test_failed_step_shows_the_end_of_its_log_and_keeps_the_exit_code() {
  expect code "$(exit_code_of step 'count up' log bash -c 'seq 30; exit 5')" 5
  expect message "$(<said)" $'*\n11\n*\n30\n*count up*exit code 5*log'
  expect 'lines shown' "$(grep -cx '[0-9]*' said)" 20
}

test_quiet_step_says_nothing_when_it_succeeds() {
  step_quiet=1 expect code "$(step_quiet=1 exit_code_of step 'count up' log seq 30)" 0
  expect message "$(<said)" ''
}
