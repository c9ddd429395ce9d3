# What ./dev needs from the machine to make a Debian 13 root, and the command that gives it where it is missing.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2154 # cache and logs are dev's

# PROGRAM|FILE PACKAGE   As root ./dev installs the missing ones itself, and nothing else on the machine.
host_needs=(
  "debootstrap debootstrap"
  "unshare util-linux"
  "setpriv util-linux"
  "flock util-linux"
  "/usr/share/keyrings/debian-archive-trixie-stable.* debian-archive-keyring"
)
readonly needed_kib=$((6 * 1024 * 1024))

# is_there PROGRAM|FILE   a file is named by its whole path, and may be a pattern
is_there() {
  if [[ $1 == /* ]]; then compgen -G "$1" >/dev/null; else command -v "$1" >/dev/null; fi
}

# Prints the packages of what is missing, on one line.
missing_packages() {
  local what package
  printf '%s\n' "${host_needs[@]}" | while read -r what package; do
    is_there "$what" || echo "$package"
  done | sort -u | paste -sd ' '
}

install_on_host() {
  apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "$@"
}

require_root_user() {
  ((EUID == 0)) || give_up 69 "needs root to make and enter its Debian 13 root; start it as: sudo ./dev test"
}

require_packages() {
  local missing
  missing=$(missing_packages)
  [[ -n $missing ]] || return 0
  is_there apt-get || give_up 69 "missing: $missing. It needs a Debian or Ubuntu with apt-get, and there: apt-get install $missing"
  # shellcheck disable=SC2086 # names, separated by spaces
  step "missing on this machine: apt-get install $missing" "$logs/prerequisites.log" install_on_host $missing || true
  missing=$(missing_packages)
  [[ -z $missing ]] || give_up 69 "still missing: $missing; install with: apt-get update && apt-get install $missing"
}

require_namespaces() {
  local reason
  reason=$(contained true 2>&1) ||
    give_up 69 "can make no mount namespace here ($reason). A container must be started with: docker run --privileged;" \
      "the root folder of a chroot must be a mount: mount --bind FOLDER FOLDER"
}

require_space() {
  local free_kib
  free_kib=$(df --output=avail -k "$cache" | tail -n 1)
  ((free_kib >= needed_kib)) ||
    give_up 69 "needs 6 GiB free in $cache, which has $((free_kib / 1024)) MiB; another folder: AGT_CACHE=FOLDER ./dev test"
}
