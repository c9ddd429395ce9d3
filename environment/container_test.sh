# Tests of container.sh with an engine that only writes down how it was called.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2016,SC2034,SC2154,SC2317 # stubs and variables are for the functions of ./dev; text is for other programs

# use_engine INFO_EXIT_CODE   a docker whose server answers or does not; it writes down how it was called
use_engine() {
  use_cache
  repository=$PWD
  touch Dockerfile.tester
  mkdir bin
  printf '#!/bin/sh\necho "$*" >>%s/calls\n[ "$1" != info ] || exit %s\n' "$PWD" "$1" >bin/docker
  printf '#!/bin/sh\nexit 125\n' >bin/podman
  chmod +x bin/*
  PATH=$PWD/bin:$PATH
}

test_no_container_without_a_dockerfile() {
  use_engine 0
  rm Dockerfile.tester
  expect engine "$(working_engine)" ''
  [[ ! -e calls ]]
}

test_engine_that_cannot_run_is_passed_over_with_a_reason() {
  use_engine 1
  expect engine "$(working_engine 2>said)" ''
  expect message "$(<said)" '*docker is here but cannot run containers*podman is here but*'
}

test_engine_that_works_is_used() {
  use_engine 0
  expect engine "$(working_engine)" docker
  environment=container engine=docker
  inside dev true
  expect call "$(tail -n 1 calls)" "run --rm * --volume $PWD:$PWD --workdir $PWD * amdgpu-tester-builder env -i * true"
}
