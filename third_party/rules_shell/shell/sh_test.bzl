"""Offline stand-in for @rules_shell: the shell rules are native in Bazel 4."""

sh_test = native.sh_test
