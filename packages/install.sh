#!/bin/sh
# Installs a released schemefmt, after its checksum is checked:
#
#   curl -fsSL https://github.com/schemefmt/schemefmt/releases/latest/download/install.sh | sh
#
# The environment can say otherwise: SCHEMEFMT_INSTALL_DIR is the folder for the program, ~/.local/bin by default; SCHEMEFMT_RELEASES is
# the address of the releases. The status is 3 where no program is released for this system, and 1 after any other error.
set -eu

fail() {
  echo "install.sh: $2" >&2
  exit "$1"
}

# The compiler's name of this system.
target() {
  case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) echo x86_64-unknown-linux-musl ;;
    Linux-aarch64 | Linux-arm64) echo aarch64-unknown-linux-musl ;;
    Darwin-x86_64) echo x86_64-apple-darwin ;;
    Darwin-arm64) echo aarch64-apple-darwin ;;
    MINGW*-x86_64 | MSYS*-x86_64 | CYGWIN*-x86_64) echo x86_64-pc-windows-gnu ;;
    *) fail 3 "no program is released for $(uname -s) on $(uname -m); with Rust, cargo install --locked schemefmt builds one" ;;
  esac
}

# ADDRESS FILE
get() {
  if command -v curl >/dev/null; then
    curl -fsSL --retry 3 -o "$2" "$1"
  else
    wget -q -O "$2" "$1"
  fi || fail 1 "cannot get $1"
}

# The checksum of a file.
sum() {
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

# It is called at the end, so that half a script does nothing.
install() {
  # `packages/build` puts in the version.
  release=${SCHEMEFMT_RELEASES:-https://github.com/schemefmt/schemefmt/releases}/download/v@VERSION@
  into=${SCHEMEFMT_INSTALL_DIR:-$HOME/.local/bin}
  target=$(target)
  archive=schemefmt-$target.tar.gz
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  get "$release/$archive" "$folder/$archive"
  get "$release/$archive.sha256" "$folder/sum"
  [ "$(sum "$folder/$archive")" = "$(cut -d ' ' -f 1 "$folder/sum")" ] || fail 1 "$release/$archive is not what its checksum says"
  tar -xzf "$folder/$archive" -C "$folder"
  mkdir -p "$into"
  for program in schemefmt schemefmt.exe; do
    if [ -e "$folder/$program" ]; then
      # Renamed into its place, so that one which runs is not overwritten.
      cp "$folder/$program" "$into/.$program.new"
      mv "$into/.$program.new" "$into/$program"
      echo "$("$into/$program" --version) is installed as $into/$program"
    fi
  done
  case ":$PATH:" in
    *":$into:"*) ;;
    *) echo "$into is not in PATH yet" ;;
  esac
}

install
