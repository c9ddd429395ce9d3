# The Debian 13 root in the cache folder: who makes it, when it is made again, and how a command runs in it.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2154 # repository, cache and logs are dev's

# Runs a command in mount and process namespaces of its own. What it mounts nobody else sees; and when ./dev dies, by
# kill -9 too, the kernel ends every process in there, and with the last one the mounts are gone.
contained() {
  setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child --mount-proc "$@"
}

# A root is named after what decides its contents.
root_key() {
  cat "$repository"/environment/{packages.txt,install-packages,make-root} | sha256sum | cut -c 1-12
}

make_root() {
  local partial=$1 mirror
  require_space
  mirror=$(debian_mirror)
  [[ -n $mirror ]] || give_up 69 "apt on this machine reads no Debian mirror; name one: AGT_DEBIAN_MIRROR=http://.../debian ./dev test"
  say "making the build environment (Debian 13 in $cache); it is kept, and made again only when its package list changes"
  contained "$repository/environment/make-root" "$mirror" "$partial" "$logs"
}

# Sets `root`, which is kept from being removed as long as this process or a child of it lives. One ./dev at a time looks
# for a root, makes it or removes one. A root gets its name only when it is complete: what a kill leaves is root.partial.
provide_root() {
  local lock in_use
  root=$cache/root-$(root_key)
  exec {lock}>"$cache/root.lock"
  flock --nonblock "$lock" || { say "waiting for another ./dev, which is making the environment" && flock "$lock"; }
  if [[ ! -d $root ]]; then
    rm -rf --one-file-system "$cache/root.partial"
    make_root "$cache/root.partial" || return
    mv "$cache/root.partial" "$root"
    remove_other_roots
  fi
  exec {in_use}<"$root"
  flock --shared "$in_use"
  exec {lock}>&-
}

# Removes the roots of other package lists, except those that a ./dev of another checkout is using.
remove_other_roots() {
  local other in_use
  for other in "$cache"/root-*; do
    [[ $other != "$root" ]] || continue
    exec {in_use}<"$other"
    if flock --nonblock "$in_use"; then
      rm -rf --one-file-system "$other"
    fi
    exec {in_use}<&-
  done
}

# inside_chroot VARIABLE=VALUE... COMMAND...
inside_chroot() {
  contained "$repository/environment/enter" "$root" "$repository" "$cache/ccache" "$@"
}
