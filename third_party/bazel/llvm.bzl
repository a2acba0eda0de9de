"""Repository rule: an LLVM/Clang install found through llvm-config, no download.

LLVM_CONFIG (via --repo_env) names the llvm-config to use.
"""

_CLANG_STATIC = [
    "clangTooling", "clangFrontend", "clangDriver", "clangSerialization",
    "clangParse", "clangSema", "clangAnalysis", "clangASTMatchers", "clangEdit", "clangAPINotes",
    "clangToolingCore", "clangRewrite", "clangIndex", "clangFormat", "clangToolingInclusions",
    "clangAST", "clangLex", "clangSupport", "clangBasic",
]

_LLVM_COMPONENTS = [
    "support", "option", "frontendopenmp", "frontendhlsl", "targetparser",
    "bitreader", "bitstreamreader", "profiledata", "mcparser", "windowsdriver", "core",
]

# Quicker to start than shared libraries.
_ARCHIVES = {"-lz": "-l:libz.a", "-lzstd": "-l:libzstd.a"}

def _run(ctx, args):
    r = ctx.execute(args)
    if r.return_code != 0:
        fail("%s: %s" % (" ".join([str(a) for a in args]), r.stderr))
    return r.stdout.strip()

def _llvm_impl(ctx):
    name = ctx.os.environ.get("LLVM_CONFIG", ctx.attr.llvm_config)
    cfg = name if name.startswith("/") else ctx.which(name)
    if not cfg:
        fail("no %s on PATH; install llvm-19-dev and libclang-19-dev" % name)
    version = _run(ctx, [cfg, "--version"])
    inc = _run(ctx, [cfg, "--includedir"])
    lib = _run(ctx, [cfg, "--libdir"])
    rtti = _run(ctx, [cfg, "--has-rtti"]) == "YES"
    static = _run(ctx, [cfg, "--link-static", "--libs"] + _LLVM_COMPONENTS).split(" ")
    syslibs = _run(ctx, [cfg, "--link-static", "--system-libs"] + _LLVM_COMPONENTS).split(" ")
    ctx.symlink(inc, "include")
    ctx.symlink(lib, "lib")
    ctx.file("defs.bzl", "LLVM_VERSION = %r\nLLVM_COPTS = %r\nLLVM_RESOURCE_DIR = %r\n" % (
        version,
        ["-fno-exceptions"] + ([] if rtti else ["-fno-rtti"]),
        "%s/clang/%s" % (lib, version.split(".")[0]),
    ))
    ctx.file("BUILD.bazel", """
load("@rules_cc//cc:defs.bzl", "cc_library")

package(default_visibility = ["//visibility:public"])

exports_files(["defs.bzl"])

cc_library(
    name = "headers",
    hdrs = glob(["include/clang/**", "include/clang-c/**", "include/llvm/**", "include/llvm-c/**"]),
    includes = ["include"],
    defines = ["__STDC_CONSTANT_MACROS", "__STDC_FORMAT_MACROS", "__STDC_LIMIT_MACROS"],
)

cc_library(
    name = "shared",
    linkopts = ["-L{lib}", "-lclang-cpp", "-lLLVM-{major}", "-Wl,-rpath,{lib}"],
    deps = [":headers"],
)

cc_library(
    name = "static",
    linkopts = ["-L{lib}", "-Wl,--start-group"] + {clang} + {llvm} + ["-Wl,--end-group", "-Wl,--push-state,--as-needed"] + {sys} + ["-Wl,--pop-state"],
    deps = [":headers"],
)

config_setting(name = "link_static", define_values = {{"llvm": "static"}})

alias(
    name = "clang",
    actual = select({{":link_static": ":static", "//conditions:default": ":shared"}}),
)
""".format(
        lib = lib,
        major = version.split(".")[0],
        clang = repr(["-l:lib%s.a" % c for c in _CLANG_STATIC]),
        llvm = repr(["-l:lib%s.a" % s[2:] for s in static if s]),
        sys = repr([_ARCHIVES.get(s, s) for s in syslibs if s]),
    ))

llvm_configure = repository_rule(
    implementation = _llvm_impl,
    attrs = {"llvm_config": attr.string(default = "llvm-config-19")},
    environ = ["LLVM_CONFIG", "PATH"],
    local = True,
    configure = True,
)
