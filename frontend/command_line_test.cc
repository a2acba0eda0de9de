#include "frontend/command_line.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait::frontend {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Words Split(const std::string& line) {
  const absl::StatusOr<Words> words = SplitResponseFile(line);
  EXPECT_TRUE(words.ok()) << words.status();
  return words.ok() ? *words : Words();
}

std::string Join(const Words& words) {
  std::string result;
  for (const std::string& word : words) result += (result.empty() ? "" : " ") + word;
  return result;
}

std::string Strip(const std::string& line) { return Join(StripWrappers(Split(line))); }
std::string Clean(const std::string& line) { return Join(CleanArguments(Split(line))); }

TEST(StripWrappersTest, LeavesCompilersAlone) {
  EXPECT_EQ(Strip("gcc -c a.c"), "gcc -c a.c");
  EXPECT_EQ(Strip("/usr/lib/ccache/gcc -DX=1 -c a.c"), "/usr/lib/ccache/gcc -DX=1 -c a.c");
  EXPECT_EQ(Strip(""), "");
  EXPECT_THAT(StripWrappers({"", "-c"}), ElementsAre("", "-c"));
}

TEST(StripWrappersTest, RemovesLaunchers) {
  for (const char* launcher :
       {"ccache", "/usr/bin/sccache", "distcc", "icecc", "gomacc", "ccache distcc", "nice -n 10",
        "ccache compiler_check=content", "env X=1", "env -u Y -i X=1 ccache", "X=1 Y=2", "time -p",
        "rewrapper -labels=type=compile -exec_strategy=local"}) {
    EXPECT_EQ(Strip(std::string(launcher) + " gcc -c a.c"), "gcc -c a.c") << launcher;
  }
}

TEST(StripWrappersTest, RemovesLibtool) {
  EXPECT_EQ(Strip("/bin/sh ../libtool --tag=CC --mode=compile gcc -c -o a.lo a.c"),
            "gcc -c -o a.lo a.c");
  EXPECT_EQ(Strip("bash x86_64-linux-gnu-libtool --silent --mode=compile ccache gcc a.c"),
            "gcc a.c");
}

TEST(StripWrappersTest, MayLeaveNothing) {
  EXPECT_EQ(Strip("ccache"), "");
  EXPECT_EQ(Strip("env -u"), "");
}

TEST(CleanArgumentsTest, DropsOutputsAndInputs) {
  EXPECT_EQ(Clean("gcc -DX -c -o a.o a.c b.c"), "gcc -DX");
  EXPECT_EQ(Clean("gcc -oa.o -S -E -pipe -save-temps=obj -fsyntax-only -- a.c"), "gcc");
  EXPECT_EQ(Clean("gcc -ftime-trace=x.json -fsave-optimization-record=yaml -v a.c"), "gcc");
  EXPECT_EQ(Clean("gcc --serialize-diagnostics a.dia -emit-llvm -DY a.c"), "gcc -DY");
}

TEST(CleanArgumentsTest, DropsDependencyFiles) {
  EXPECT_EQ(Clean("gcc -MD -MMD -MP -MF a.d -MTa.o -MT b.o -MQ c.o -MJ x.json -DX"), "gcc -DX");
  EXPECT_EQ(Clean("gcc -Wp,-MMD,dir/.a.o.d -DX"), "gcc -DX");
  EXPECT_EQ(Clean("gcc -Wp,-MD,a.d,-D_FORTIFY_SOURCE=2 -Wp,-DY"),
            "gcc -Wp,-D_FORTIFY_SOURCE=2 -Wp,-DY");
}

TEST(CleanArgumentsTest, DropsWarningsButNotTheirRemoval) {
  EXPECT_EQ(Clean("gcc -W -Wall -Werror -Werror=format -Wframe-larger-than=1024 -pedantic-errors "
                  "-Wno-int-conversion -Wno-error=implicit-int -fdiagnostics-format=json -w"),
            "gcc -Wno-int-conversion -Wno-error=implicit-int -w");
}

TEST(CleanArgumentsTest, DropsWhatLoadsCode) {
  EXPECT_EQ(Clean("clang -fplugin=p.so -fplugin-arg-p-x=1 -fpass-plugin=q.so -Xclang -load -Xclang "
                  "p.so -Xclang -add-plugin -Xclang p -Xclang -plugin-arg-p -Xclang x -mllvm -z "
                  "-specs=my.specs --specs=nano.specs -DX"),
            "clang -DX");
}

TEST(CleanArgumentsTest, DropsPrecompiledHeadersButNotTheirText) {
  EXPECT_EQ(Clean("clang -Xclang -include-pch -Xclang pch.pch -Xclang -include -Xclang pch.h -DX"),
            "clang -Xclang -include -Xclang pch.h -DX");
  EXPECT_EQ(Clean("clang -include-pch a.pch -include a.h"), "clang -include a.h");
}

TEST(CleanArgumentsTest, DropsInstrumentationAndDebugging) {
  EXPECT_EQ(Clean("gcc -g -g3 -ggdb -gdwarf-4 -gsplit-dwarf -pg -mfentry -mrecord-mcount "
                  "-fsanitize=thread -fno-sanitize-recover=all --coverage -fprofile-arcs "
                  "-fprofile-use=x -flto=8 -fdebug-prefix-map=a=b -O2 -DX"),
            "gcc -O2 -DX");
}

TEST(CleanArgumentsTest, DropsLinkerAndAssemblerOptions) {
  EXPECT_EQ(Clean("gcc -lm -Ldir -L dir -Wl,-z,now -shared -static -pie -Wa,--noexecstack "
                  "-Xlinker x -Xassembler y -rdynamic -pthread"),
            "gcc -pthread");
}

TEST(CleanArgumentsTest, DropsWhatOnlyGccKnows) {
  EXPECT_EQ(Clean("gcc -fconserve-stack -mpreferred-stack-boundary=3 -fno-allow-store-data-races "
                  "-fno-ipa-sra -mindirect-branch=thunk-extern -fanalyzer -dumpbase a -dumpdir d "
                  "-aux-info f --param x=1 --param=y=2 -DX"),
            "gcc -DX");
}

TEST(CleanArgumentsTest, KeepsWhatChangesTheCode) {
  const std::string kept =
      "aarch64-linux-gnu-gcc -std=gnu11 -O2 -Iinc -I inc2 -isystem sys -DX -D Y=1 -UZ -include c.h "
      "-nostdinc -ffreestanding -fPIC -fshort-wchar -m32 -march=armv8-a -x c -pthread -fopenmp "
      "--sysroot=/s -idirafter d -iquote q -fno-builtin";
  EXPECT_EQ(Clean(kept + " -c a.c"), kept);
}

TEST(CleanArgumentsTest, SurvivesOptionsWithoutTheirValue) {
  EXPECT_EQ(Clean("gcc -DX -o"), "gcc -DX");
  EXPECT_EQ(Clean("gcc -DX -Xclang"), "gcc -DX");
  EXPECT_EQ(Clean("gcc -dumpbase"), "gcc");
  EXPECT_EQ(Clean("gcc '' -DX"), "gcc -DX");
}

TEST(CompilesCOrCxxTest, GoesByExtension) {
  for (const char* file : {"a.c", "d/a.cc", "a.cpp", "a.cxx", "a.C", "a.i", "a.ii", "a.c++"}) {
    EXPECT_TRUE(CompilesCOrCxx({"cc", "-c", file}, file)) << file;
  }
  for (const char* file : {"a.S", "a.s", "a.m", "a.cu", "a.h", "a.f90", "a", "a.o", "a.rs"}) {
    EXPECT_FALSE(CompilesCOrCxx({"cc", "-c", file}, file)) << file;
  }
}

TEST(CompilesCOrCxxTest, GoesByLanguageOption) {
  EXPECT_TRUE(CompilesCOrCxx({"cc", "-x", "c", "a.inc"}, "a.inc"));
  EXPECT_TRUE(CompilesCOrCxx({"cc", "-xc++", "a.h"}, "a.h"));
  EXPECT_FALSE(CompilesCOrCxx({"cc", "-x", "c-header", "a.c"}, "a.c"));
  EXPECT_FALSE(CompilesCOrCxx({"cc", "-x", "assembler-with-cpp", "a.c"}, "a.c"));
  EXPECT_TRUE(CompilesCOrCxx({"cc", "-x", "none", "a.c"}, "a.c"));
  EXPECT_TRUE(CompilesCOrCxx({"cc", "a.c", "-x", "assembler"}, "a.c"));
}

TEST(IsMsvcStyleTest, KnowsCl) {
  EXPECT_TRUE(IsMsvcStyle("cl.exe"));
  EXPECT_TRUE(IsMsvcStyle("/opt/bin/clang-cl"));
  EXPECT_FALSE(IsMsvcStyle("clang"));
}

class ExpandResponseFilesTest : public ::testing::Test {
 protected:
  ExpandResponseFilesTest() : directory_(::testing::TempDir() + "/response_files") {
    std::filesystem::create_directories(directory_);
  }
  ~ExpandResponseFilesTest() override { std::filesystem::remove_all(directory_); }
  void Write(const std::string& name, const std::string& text) {
    std::ofstream(directory_ + "/" + name) << text;
  }
  Words Expand(const Words& words) { return ExpandResponseFiles(words, directory_, problems_); }

  const std::string directory_;
  std::vector<std::string> problems_;
};

TEST_F(ExpandResponseFilesTest, InsertsWords) {
  Write("a.rsp", "-DA \"-DB=1 2\" @b.rsp\n");
  Write("b.rsp", "-DC\n");
  EXPECT_THAT(Expand({"cc", "@a.rsp", "-c", "@" + directory_ + "/b.rsp", "@"}),
              ElementsAre("cc", "-DA", "-DB=1 2", "-DC", "-c", "-DC", "@"));
  EXPECT_THAT(problems_, IsEmpty());
}

TEST_F(ExpandResponseFilesTest, NamesMissingFiles) {
  EXPECT_THAT(Expand({"cc", "@no.rsp", "-DX"}), ElementsAre("cc", "-DX"));
  EXPECT_THAT(problems_, ElementsAre(HasSubstr(directory_ + "/no.rsp cannot be read")));
}

TEST_F(ExpandResponseFilesTest, StopsAtCycles) {
  Write("a.rsp", "-DA @a.rsp");
  EXPECT_EQ(Expand({"@a.rsp"}).size(), 10);
  EXPECT_THAT(problems_, ElementsAre(HasSubstr("names itself")));
}

TEST_F(ExpandResponseFilesTest, NamesDamagedFiles) {
  Write("a.rsp", "-DA='");
  EXPECT_THAT(Expand({"@a.rsp"}), IsEmpty());
  EXPECT_THAT(problems_, ElementsAre(HasSubstr("a.rsp: a quote is not closed")));
}

}  // namespace
}  // namespace plait::frontend
