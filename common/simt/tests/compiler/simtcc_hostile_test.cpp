// simtcc on hostile files: other files' lines, floods of text, crashes, code that cannot be shown to be safe.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "scratch.h"
#include "simtcc_run.h"

namespace {

using simt_test::compile;
using simt_test::Ended;
using simt_test::kKernel;
using simt_test::run;
using simt_test::text_of;
using simt_test::written;

// Returns the messages about a kernel whose line 2 is wrong, with `above` on its line 1.
Ended below(const std::string& name, const std::string& above) {
  return compile(written(name, above + "\n__global__ void k(int* x) { *x = unknown; }\n"),
                 scratch::file(name + ".so"));
}

TEST(SimtccOnHostileFiles, NoLineTakesTheNameOfAnotherFile) {
  unsigned number = 0;
  for (const char* const directive :
       {"#line 77 \"other.cu\"", "# 77 \"other.cu\" 3", "  %: /* */ line 77 \"other.cu\"",
        "#li\\\nne 77 \"other.cu\"", "/* #line 1 */ # line 77 \"other.cu\"",
        "#line 77 \"other.cu\" /* and\n on */", "const char* raw = R\"(\n*/ \" )\";\n#line 77 \"other.cu\"",
        "constexpr int n = 1'000;\n#line 77 \"other.cu\""}) {
    const std::string name = "line" + std::to_string(number++) + ".cu";
    const Ended ended = below(name, directive);
    EXPECT_EQ(ended.status, 1) << ended.words;
    EXPECT_FALSE(ended.says("other.cu:77")) << directive << "\n" << ended.words;
    EXPECT_TRUE(ended.says("warning: #line has no effect here")) << directive << "\n" << ended.words;
    EXPECT_TRUE(ended.says(name + ":")) << ended.words;
  }
}

TEST(SimtccOnHostileFiles, WhatOnlyLooksLikeALineDirectiveIsLeftAlone) {
  unsigned number = 0;
  for (const char* const text :
       {"// #line 77 \"other.cu\"", "/*\n#line 77\n*/", "const char* raw = R\"x(\n#line 77\n)x\";",
        "#define line 1", "#define LINE(x) #x", R"(const char* text = "/* \""; // ")", "#pragma line 3",
        "#if 0\n#endif // #line 3"}) {
    const std::string name = "no_line" + std::to_string(number++) + ".cu";
    const Ended ended =
        compile(written(name, std::string(text) + "\n" + kKernel), scratch::file(name + ".so"));
    EXPECT_EQ(ended.status, 0) << text << "\n" << ended.words;
    EXPECT_FALSE(ended.says("#line has no effect")) << text << "\n" << ended.words;
  }
}

TEST(SimtccOnHostileFiles, AFileWithALineDirectiveIsCompiledAllTheSame) {
  const std::string kernel =
      written("lined.cu", "#line 9 \"other.cu\"\n#include \"lined.h\"\n" + std::string(kKernel));
  written("lined.h", "#pragma once\n");
  const Ended ended = compile(kernel, scratch::file("lined.so"));
  EXPECT_EQ(ended.status, 0) << ended.words;
  EXPECT_EQ(text_of(scratch::file("lined.so")).find("other.cu"), std::string::npos);
}

// Patterns of the C++ library use up the stack on such a line.
TEST(SimtccOnHostileFiles, NamesOfMegabytesEndInAShortMessage) {
  const std::string name(300'000, 'A');
  const std::string kernel = written(
      "long_name.cu", "struct " + name + " {}; __device__ void f(int*); __device__ void f(float*);\n" +
                          "__global__ void k(" + name + "* x) { f(x); }\n");
  const Ended ended = compile(kernel, scratch::file("long_name.so"));
  EXPECT_EQ(ended.status, 1) << ended.words.substr(0, 1000);
  EXPECT_TRUE(ended.says("no matching function for call to 'f'")) << ended.words.substr(0, 1000);
  EXPECT_LT(ended.words.size(), 100'000U);
}

TEST(SimtccOnHostileFiles, OfManyMessagesTheErrorsAreKept) {
  std::string flood;
  for (int i = 0; i < 20'000; ++i) flood += "#warning flood\n";
  std::vector<std::size_t> lines;
  for (const char* const folder : {"", "a/much/longer/path/to/the/very/same/file/"}) {
    const Ended ended = below(std::string(folder) + "flood.cu", flood);
    EXPECT_EQ(ended.status, 1);
    EXPECT_TRUE(ended.says("error: use of undeclared identifier 'unknown'")) << ended.words;
    EXPECT_TRUE(ended.says("further messages are left out")) << ended.words;
    EXPECT_LT(ended.words.size(), 32'000U);
    lines.push_back(static_cast<std::size_t>(std::count(ended.words.begin(), ended.words.end(), '\n')));
  }
  EXPECT_EQ(lines.front(), lines.back());
}

TEST(SimtccOnHostileFiles, ACrashOfTheCompilerIsTheFilesError) {
  for (const char* const crash : {"crash", "llvm_fatal_error"}) {
    const std::string name = std::string(crash) + ".cu";
    const Ended ended = below(name, std::string("#pragma clang __debug ") + crash);
    EXPECT_EQ(ended.status, 1) << ended.words;
    EXPECT_TRUE(ended.says(name + ":1:1: error: the compiler crashes on this file")) << ended.words;
    EXPECT_FALSE(ended.says("submit a bug report")) << ended.words;
  }
}

// Half a second and more.
std::string long_to_read() {
  std::string declarations;
  for (int i = 0; i < 200'000; ++i) declarations += "extern int name_" + std::to_string(i) + ";\n";
  return declarations + kKernel;
}

TEST(SimtccOnHostileFiles, WhatCannotBeShownSafeIsRefusedAtItsLine) {
  const struct {
    const char* text;
    const char* says;
  } kFiles[] = {
      {"__global__ void k(float* x) {\n  static float first = x[1];\n  x[0] = first;\n}\n",
       ":2:3: error: a static variable of a kernel or device function needs a constant"},
      {"__device__ double odd(float* at, int n) asm(\"jn\");\n__global__ void k(float* x) { x[0] = odd(x, "
       "1); }\n",
       ":2:38: error: `jn` is declared otherwise than in the C mathematics library"},
      {"typedef float Four __attribute__((ext_vector_type(4)));\n"
       "__global__ void k(Four* x) { printf(\"%f\", *x); }\n",
       ":2:30: error: printf: a value is neither a number nor a pointer"},
      {"__device__ void store(float4, float*) asm(\"llvm.masked.store.v4f32.p0v4f32\");\n"
       "__global__ void k(float* x) { store({}, x); }\n",
       ":1:1: error: "},
      {"__device__ void log_it(int) asm(\"simt.log\");\n__global__ void k(int* x) { log_it(0); x[0] = 1; }\n",
       ":2:29: error: names that begin with `simt.` are the compiler's own"},
  };
  for (const auto& file : kFiles) {
    const Ended ended = compile(written("unsafe.cu", file.text), scratch::file("unsafe.so"));
    EXPECT_EQ(ended.status, 1) << ended.words;
    EXPECT_TRUE(ended.says(std::string("unsafe.cu") + file.says)) << ended.words;
    EXPECT_FALSE(ended.says("cannot be shown to be safe")) << ended.words;
  }
}

TEST(SimtccOnHostileFiles, ItsTemporaryFolderNamesItsProcess) {
  const std::string folder = scratch::file("named");
  std::filesystem::create_directories(folder);
  const std::string kernel = written("slow.cu", long_to_read());
  // Killed as soon as it works: nothing can clear up after it, and the name is what the grader goes by.
  const std::string name = run("TMPDIR='" + folder + "' '" SIMTCC "' '" + kernel + "' -o '" + folder +
                               "/slow.so' >/dev/null 2>&1 & child=$!; cd '" + folder +
                               "'; until ls | grep simtcc-; do sleep 0.01; done; kill -KILL $child")
                               .words;
  std::string boot;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
  EXPECT_EQ(name.rfind("simtcc-" + boot.substr(0, 8) + "-", 0), 0U) << name;
  EXPECT_EQ(std::count(name.begin(), name.end(), '-'), 4) << name;
}

}  // namespace
