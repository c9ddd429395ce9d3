# Tests of mirror.sh: apt configurations in, a mirror and a proxy out.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2016,SC2034,SC2154,SC2317 # stubs and variables are for the functions of ./dev; text is for other programs

# use_apt_sources FILE   lets apt read FILE (from standard input) as its only sources, on a Debian 12
use_apt_sources() {
  skip_unless command -v apt-get
  mkdir -p etc/{sources.list.d,apt.conf.d,preferences.d}
  cat >"etc/$1"
  echo "Dir::Etc \"$PWD/etc\";" >apt.conf
  export APT_CONFIG=$PWD/apt.conf
  printf 'ID=debian\nVERSION_CODENAME=bookworm\n' >os-release
}

test_mirror_is_read_from_a_sources_file() {
  use_apt_sources sources.list.d/debian.sources <<'TEXT'
# the comment of an installer
Types: deb deb-src
URIs: http://mirror.example/debian/
Suites: bookworm bookworm-updates
Components: main contrib
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: http://mirror.example/debian-security
Suites: bookworm-security
Components: main
TEXT
  expect mirror "$(debian_mirror os-release)" http://mirror.example/debian
}

test_mirror_is_read_from_a_one_line_list_with_options() {
  use_apt_sources sources.list <<'TEXT'
# deb http://commented-out.example/debian bookworm main
deb [arch=amd64 signed-by=/usr/share/keyrings/x.gpg] https://mirror.example/debian bookworm main contrib # here
TEXT
  expect mirror "$(debian_mirror os-release)" https://mirror.example/debian
}

test_disabled_sources_are_no_mirror() {
  use_apt_sources sources.list.d/debian.sources <<'TEXT'
Enabled: no
Types: deb
URIs: http://off.example/debian
Suites: bookworm
Components: main
TEXT
  expect mirror "$(debian_mirror os-release)" ''
}

test_another_vendors_archive_is_not_taken_for_debians() {
  local order
  for order in sort 'sort -r'; do # apt reads them in any order
    $order <<'TEXT' | use_apt_sources sources.list
deb http://vendor.example bookworm main
deb http://mirror.example/debian bookworm main
deb http://other-vendor.example/debian bookworm stable
TEXT
    expect mirror "$(APT_CONFIG=$PWD/apt.conf debian_mirror os-release)" http://mirror.example/debian
  done
}

test_mirror_list_file_gives_its_first_mirror() {
  use_apt_sources sources.list <<<"deb mirror+file:$PWD/mirrors bookworm main"
  printf '# mirrors\nhttps://first.example/debian priority:1\nhttps://second.example/debian\n' >mirrors
  expect mirror "$(debian_mirror os-release)" https://first.example/debian
}

test_ubuntu_has_no_debian_mirror_and_is_told_what_to_set() {
  use_apt_sources sources.list <<<'deb http://mirror.example/ubuntu noble main'
  printf 'ID=ubuntu\nVERSION_CODENAME=noble\n' >os-release
  expect mirror "$(debian_mirror os-release)" ''
  use_cache
  debian_mirror() { :; }
  expect code "$(exit_code_of make_root root)" 69
  expect message "$(<said)" '*AGT_DEBIAN_MIRROR=*'
}

test_named_mirror_wins() {
  use_apt_sources sources.list <<<'deb http://mirror.example/debian bookworm main'
  expect mirror "$(AGT_DEBIAN_MIRROR=http://mine.example/debian debian_mirror os-release)" http://mine.example/debian
}

test_proxy_of_apt_is_passed_on() {
  use_apt_sources sources.list </dev/null
  echo 'Acquire::http::Proxy "http://proxy.example:3142"; Acquire::http::Proxy-Auto-Detect "/a/program";' >>apt.conf
  expect proxy "$(apt_proxy http)" http://proxy.example:3142
  expect 'https proxy' "$(apt_proxy https)" ''
  expect settings "$(apt_transport_settings)" '*Acquire::http::Proxy "http://proxy.example:3142";*'
  expect settings "$(apt_transport_settings | grep -c Auto-Detect)" 0
}
