# Tests of prerequisites.sh: what is missing is named with its remedy.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2016,SC2034,SC2154,SC2317 # stubs and variables are for the functions of ./dev; text is for other programs

test_missing_program_is_named_with_the_command_that_installs_it() {
  use_cache
  host_needs=("no-such-program its-package" "/no/such/file* another-package" "bash bash")
  install_on_host() { false; }
  expect code "$(exit_code_of require_packages)" 69
  expect message "$(<said)" '*apt-get install another-package its-package*'
}

test_missing_program_is_installed_by_root() {
  use_cache
  host_needs=("$PWD/program* its-package")
  install_on_host() { touch "program of $1"; }
  expect code "$(exit_code_of require_packages)" 0
  [[ -e 'program of its-package' ]]
}

test_little_disk_space_is_named() {
  use_cache
  df() { printf 'Avail\n1048576\n'; }
  expect code "$(exit_code_of require_space)" 69
  expect message "$(<said)" "*6 GiB free in $cache, which has 1024 MiB*AGT_CACHE=*"
}
