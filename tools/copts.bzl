"""Compiler flags of this project's own C++ code (not of generated or third-party code)."""

PLAIT_COPTS = [
    "-Wall",
    "-Wextra",
    "-Werror",
    "-Wthread-safety",
    # libstdc++ 12 uses its own deprecated std::get_temporary_buffer in std::stable_sort.
    "-Wno-deprecated-declarations",
    # {.a = 1} leaves the other fields at their defaults on purpose.
    "-Wno-missing-designated-field-initializers",
]
