# The build environment as a container: the builder stage of Dockerfile.tester, where there is an engine that works.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2154 # repository, cache and logs are dev's

readonly builder_image=amdgpu-tester-builder

# A client alone proves nothing: it is asked for its server, then has to build the image and to run something in it.
engine_works() {
  timeout 5 "$1" info >/dev/null 2>&1 &&
    step "builder image by $1" "$logs/builder-image.log" "$1" build --target builder --tag "$builder_image" \
      --file "$repository/Dockerfile.tester" "$repository" &&
    timeout 60 "$1" run --rm "$builder_image" true >/dev/null 2>&1
}

# Prints the first engine that works, or nothing.
working_engine() {
  local engine
  [[ -e $repository/Dockerfile.tester ]] || return 0
  for engine in docker podman; do
    command -v "$engine" >/dev/null || continue
    if engine_works "$engine"; then
      echo "$engine"
      return
    fi
    say "$engine is here but cannot run containers; not used"
  done
}

# inside_container VARIABLE=VALUE... COMMAND...
inside_container() {
  local options=(--rm --init --interactive --volume "$repository:$repository" --workdir "$repository"
    --volume "$cache/ccache:/var/cache/ccache") device
  [[ ! -t 0 ]] || options+=(--tty)
  for device in /dev/kfd /dev/dri; do
    [[ ! -e $device ]] || options+=(--device "$device")
  done
  "$engine" run "${options[@]}" "$builder_image" env -i "$@"
}
