# Sourced by the scripts here: finds the repository, whatever the caller's
# directory, and fills in what a bare CI environment leaves out.
# shellcheck shell=bash

PLAIT_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"

if [[ -z "${HOME:-}" ]]; then
  HOME="$(getent passwd "$(id -u)" | cut -d: -f6 || true)"
  if [[ ! -w "${HOME:-}" ]]; then
    HOME="${TMPDIR:-/tmp}/plait-home-$(id -u)"
    mkdir -p "$HOME"
  fi
  export HOME
fi

# bazel_in_root COMMAND ARGS...: runs Bazel in the repository; a progress
# display only for people who look at a terminal. The cache is the one .bazelrc
# names, except that Bazel takes ~ from the user database and not from $HOME.
bazel_in_root() {
  local command="$1"
  shift
  local ui=()
  if [[ ! -t 2 || -n "${CI:-}" ]]; then
    ui=(--noshow_progress --color=no --curses=no)
  fi
  (cd "$PLAIT_ROOT" && exec /usr/bin/bazel "$command" ${ui[@]+"${ui[@]}"} \
    --disk_cache="$HOME/.cache/plait-bazel" "$@" </dev/null)
}
