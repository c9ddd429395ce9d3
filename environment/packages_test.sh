# Tests of packages.txt and of install-packages, with a stub for apt.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2016,SC2034,SC2154,SC2317 # stubs and variables are for the functions of ./dev; text is for other programs

# Loads install-packages with a short list and a record in this folder.
use_package_list() {
  # shellcheck source=environment/install-packages
  source "$repository/environment/install-packages"
  list=$PWD/packages.txt record=$PWD/record
  printf '# debian packages\ncmake debian # builds\nliba-2|liba-1   rocm  # why\n\njq  debian\nliba-dev rocm\n' >packages.txt
}

# use_suites "SUITE PACKAGE"...   stands in for apt: what the suites hold; what is installed is written to `installed`
use_suites() {
  local held
  held=$(printf '%s\n' "$@")
  add_suite() { :; }
  remove_suite() { :; }
  eval "apt-cache() { grep \" \$2$\" <<<'$held' | sed \"s|\\(.*\\) \\(.*\\)|\\2 \\| 1.0 \\| mirror \\1/main amd64|\"; }"
  install() { [[ $1 == --simulate ]] || echo "$*" >installed; }
  dpkg-query() { echo 1.0; }
}

test_package_list_is_read_by_group() {
  use_package_list
  expect debian "$(packages_of debian)" $'cmake\njq'
  expect rocm "$(packages_of rocm)" $'liba-2|liba-1\nliba-dev'
}

test_every_package_has_a_group_and_a_reason() {
  local wrong
  wrong=$(grep -vE '^(#.*)?$' "$repository/environment/packages.txt" | grep -vE '^[a-z0-9+.|-]+ +(debian|rocm) +# .+' || true)
  expect 'lines without group or reason' "$wrong" ''
}

test_changed_package_list_asks_for_another_root() {
  mkdir environment
  cp "$repository"/environment/{packages.txt,install-packages,make-root} environment/
  repository=$PWD
  local before
  before=$(root_key)
  echo 'one-more debian # reason' >>environment/packages.txt
  [[ $(root_key) != "$before" ]]
}

test_rocm_comes_from_the_first_suite_that_has_it() {
  use_package_list
  use_suites 'experimental liba-2' 'experimental liba-dev' 'sid liba-1' 'sid liba-dev'
  install_rocm
  expect installed "$(<installed)" 'liba-2/experimental liba-dev/experimental'
  expect record "$(<record)" $'rocm_suite=experimental\nrocm_passed_over=\nrocm_version=1.0\n*'
}

test_suite_that_lacks_a_rocm_package_is_passed_over() {
  use_package_list
  use_suites 'experimental liba-2' 'sid liba-1' 'sid liba-dev'
  install_rocm
  expect installed "$(<installed)" 'liba-1/sid liba-dev/sid'
  expect record "$(<record)" $'rocm_suite=sid\nrocm_passed_over=experimental\n*'
}

test_suite_that_cannot_be_installed_is_passed_over() {
  use_package_list
  use_suites 'experimental liba-2' 'experimental liba-dev' 'forky liba-2' 'forky liba-dev'
  install() { if [[ $1 == --simulate ]]; then [[ $* != *experimental* ]]; else echo "$*" >installed; fi; }
  install_rocm
  expect installed "$(<installed)" 'liba-2/forky liba-dev/forky'
}
