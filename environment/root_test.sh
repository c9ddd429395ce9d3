# Tests of root.sh and enter: the cache with a stub that makes roots, and a root that holds only a shell.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2016,SC2034,SC2154,SC2317 # stubs and variables are for the functions of ./dev; text is for other programs

# make_small_root ROOT   a root with bash, env, sleep and what they load
make_small_root() {
  local program file
  mkdir -p "$1"/{proc,sys,dev,tmp,etc,usr/bin,bin,var/cache}
  for program in bash env sleep cat; do
    cp "$(command -v "$program")" "$1/usr/bin/"
    for file in $(ldd "$(command -v "$program")" | grep -o '/[^ ]*'); do
      mkdir -p "$1$(dirname "$file")"
      cp -n "$file" "$1$file"
    done
  done
}

# is_running ARGUMENT   whether some process on the machine has it on its command line
is_running() {
  local arguments
  arguments=$(cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' ' ') || true # some end while they are read
  [[ $arguments == *" $1 "* ]]
}

is_not_running() {
  ! is_running "$1"
}

enter_small_root() {
  root=$PWD/root
  [[ -d $root ]] || make_small_root "$root"
  environment=chroot
  inside dev "$@"
}

test_half_built_root_is_not_used() {
  use_cache
  mkdir -p "$cache/root.partial/left-by-a-kill"
  make_root() { mkdir "$1"; }
  (provide_root)
  [[ -d $cache/root-$(root_key) && ! -e $cache/root-$(root_key)/left-by-a-kill && ! -e $cache/root.partial ]]
}

test_failed_build_leaves_no_root() {
  use_cache
  make_root() { mkdir "$1" && return 1; }
  expect code "$(exit_code_of provide_root)" 1
  [[ ! -e $cache/root-$(root_key) ]]
}

test_root_is_made_once() {
  use_cache
  make_root() { echo made >>count && mkdir "$1"; }
  (provide_root)
  (provide_root)
  expect count "$(<count)" made
}

test_second_caller_waits_and_says_so() {
  use_cache
  make_root() { touch started && wait_until test -e go && echo made >>count && mkdir "$1"; }
  (provide_root) &
  wait_until test -e started
  (provide_root) 2>said &
  wait_until grep -q 'waiting for another ./dev' said
  touch go
  wait
  expect count "$(<count)" made
}

test_root_of_another_list_is_removed_unless_in_use() {
  use_cache
  mkdir "$cache"/root-{old,used}
  make_root() { mkdir "$1"; }
  (exec {held}<"$cache/root-used" && flock --shared "$held" && (provide_root))
  [[ ! -e $cache/root-old && -e $cache/root-used ]]
}

test_exit_code_passes_through() {
  skip_unless contained true
  use_cache
  expect code "$(exit_code_of enter_small_root bash -c 'exit 7')" 7
  expect 'code of a signal' "$(exit_code_of enter_small_root bash -c 'kill -TERM $$')" 143
  expect 'code of no program' "$(exit_code_of enter_small_root no-such-program)" 127
}

test_command_runs_in_the_repository() {
  skip_unless contained true
  use_cache
  expect folder "$(enter_small_root bash -c 'echo $PWD')" "$repository"
  expect environment/dev_test.sh "$(enter_small_root bash -c '[[ -e environment/dev_test.sh ]] && echo there')" there
}

test_only_listed_variables_are_passed_on() {
  skip_unless contained true
  use_cache
  expect variables "$(SECRET=1 LD_PRELOAD='' CI=true AMDGPU_VIRTUAL_DEFECT=a AGT_X='two words' enter_small_root \
    bash -c 'echo "${SECRET-unset} ${LD_PRELOAD-unset} $CI $AMDGPU_VIRTUAL_DEFECT $AGT_X $HOME"')" 'unset unset true a two words /root'
}

test_nothing_stays_mounted_or_running_after_kill_9() {
  skip_unless contained true
  use_cache
  local dev seconds=86400.$$
  enter_small_root bash -c "sleep $seconds & echo >/var/cache/ccache/up; wait" &
  dev=$!
  wait_until test -e "$cache/ccache/up"
  is_running "$seconds"
  expect 'mounts while it runs' "$(grep "$PWD/root" /proc/self/mounts)" ''
  kill -9 "$dev"
  wait_until is_not_running "$seconds"
  expect 'mounts after it' "$(grep "$PWD/root" /proc/self/mounts)" ''
}
