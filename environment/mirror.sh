# Which Debian mirror this machine uses, and through which proxy: both as its apt understands its own configuration.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash

# Prints "URI SUITE" for each archive whose component main apt is set to read. apt itself reads its two file formats
# with their options, and prints what an update would fetch into an empty folder; nothing is fetched.
main_archives() {
  local empty
  empty=$(mktemp -d)
  apt-get update --print-uris -o Dir::State::lists="$empty" 2>/dev/null |
    sed -nE "s|^'(.*)/dists/([^/']+)/main/binary-.*|\1 \2|p" | uniq
  rm -rf "$empty"
}

# Replaces mirror+file:LIST, which only apt understands, by the first mirror in LIST.
first_of_mirror_list() {
  local uri suite
  while read -r uri suite; do
    if [[ $uri == mirror+file:* ]]; then
      uri=$(awk '{ sub(/#.*/, "") } NF { print $1; exit }' "${uri#mirror+file:}" 2>/dev/null || true)
    fi
    echo "${uri%/} $suite"
  done
}

# debian_mirror [OS_RELEASE]   prints the mirror, or nothing where apt has none of Debian's (on Ubuntu, for instance).
# Other vendors' archives can use the release's name as well, so that one named .../debian goes first.
debian_mirror() {
  local os_release=${1:-/etc/os-release}
  if [[ -n ${AGT_DEBIAN_MIRROR:-} ]]; then
    echo "$AGT_DEBIAN_MIRROR"
    return
  fi
  grep -q '^ID=debian$' "$os_release" || return 0
  main_archives | first_of_mirror_list |
    awk -v release="$(sed -n 's/^VERSION_CODENAME=//p' "$os_release")" '
      $1 !~ /^https?:/ { next }
      $2 != release && $2 !~ /^(testing|unstable|sid)$/ { next }
      $1 ~ /\/debian$/ && !named { named = $1 }
      !first { first = $1 }
      END { if (first) print named ? named : first }'
}

# Prints the lines of apt's configuration that are about how a mirror is reached.
apt_transport_settings() {
  apt-config dump | grep -E '^Acquire::((http|https)::Proxy(::[^ ]+)?|Check-Valid-Until|Check-Date|https::Verify-[A-Za-z]+) "' || true
}

# apt_proxy http|https   prints the proxy that apt is set to use, if any
apt_proxy() {
  apt-config dump | sed -n "s/^Acquire::$1::Proxy \"\(.*\)\";$/\1/p" | grep -v -i '^DIRECT$' || true
}
