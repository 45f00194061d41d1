// simtcc's command line: what it writes, what it refuses and how it says so.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "scratch.h"
#include "simtcc_run.h"

namespace {

using simt_test::compile;
using simt_test::Ended;
using simt_test::run;
using simt_test::simtcc;

constexpr const char* kKernel = "extern \"C\" __global__ void scale(float* x) { x[threadIdx.x] *= 2; }\n";

std::string written(const std::string& name, const std::string& text) {
  std::string path = scratch::file(name);
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST(Simtcc, WritesAModuleAndItsDependencies) {
  written("a folder/header with blanks.h", "#define FACTOR 3\n");
  const std::string kernel = written("depends.cu",
                                     "#include \"header with blanks.h\"\n"
                                     "extern \"C\" __global__ void k(int* x) { *x = FACTOR + MORE; }\n");
  const std::string output = scratch::file("depends.so");
  const std::string depfile = scratch::file("depends.d");
  const Ended ended = simtcc("-I '" + scratch::file("a folder") + "' -D MORE=4 --depfile '" + depfile +
                             "' '" + kernel + "' -o '" + output + "'");
  EXPECT_EQ(ended.status, 0) << ended.words;
  EXPECT_EQ(ended.words, "");
  EXPECT_TRUE(std::filesystem::is_regular_file(output));
  const std::string dependencies = text_of(depfile);
  EXPECT_EQ(dependencies.rfind(output + ":", 0), 0U) << dependencies;
  EXPECT_NE(dependencies.find("depends.cu"), std::string::npos) << dependencies;
  EXPECT_NE(dependencies.find("header\\ with\\ blanks.h"), std::string::npos) << dependencies;
}

TEST(Simtcc, TakesAWholeProgram) {
  const std::string kernel = written("program.cu",
                                     "#include <iostream>\n#include <vector>\n#include <chrono>\n"
                                     "__global__ void scale(float* x) { x[threadIdx.x] *= 2; }\n"
                                     "int main() {\n"
                                     "  std::vector<float> host(32, 1.0F);\n"
                                     "  float* device = nullptr;\n"
                                     "  cudaMalloc(&device, 128);\n"
                                     "  cudaMemcpy(device, host.data(), 128, cudaMemcpyHostToDevice);\n"
                                     "  scale<<<1, 32>>>(device);\n"
                                     "  cudaDeviceSynchronize();\n"
                                     "  std::cout << host[0] << '\\n';\n"
                                     "  return 0;\n}\n");
  const Ended ended = compile(kernel, scratch::file("program.so"));
  EXPECT_EQ(ended.status, 0) << ended.words;
}

TEST(Simtcc, TellsAnEditorItsFlags) {
  const Ended ended = simtcc("--editor-flags");
  EXPECT_EQ(ended.status, 0) << ended.words;
  EXPECT_TRUE(ended.says("include/cuda")) << ended.words;
}

TEST(Simtcc, WhatItCannotDoEndsWithStatus2) {
  const std::string kernel = written("fine.cu", kKernel);
  const std::string output = " -o '" + scratch::file("never.so") + "'";
  const auto expect = [](const Ended& ended, const std::string& part) {
    EXPECT_EQ(ended.status, 2) << ended.words;
    EXPECT_TRUE(ended.says(part)) << ended.words;
  };
  expect(simtcc("'" + kernel + "'"), "-o");
  expect(simtcc(output), "kernel file");
  expect(simtcc("/no/such/file.cu" + output), "/no/such/file.cu");
  expect(simtcc("--gard '" + kernel + "'" + output), "--gard");
  expect(simtcc("'" + kernel + "' -o"), "-o");
  expect(compile(kernel, "/proc/no/such/folder/k.so"), "/proc/no/such/folder");
}

struct Refused {
  const char* name;
  std::string text;
  std::string says;
};

void PrintTo(const Refused& refused, std::ostream* out) { *out << refused.name; }

std::string in_kernel(const std::string& line) {
  return "#include <algorithm>\nint table[4];\nint twice(int x) { return 2 * x; }\n"
         "extern \"C\" __global__ void k(int* out, int n) {\n  " +
         line + "  // here\n}\n";
}

class SimtccRefuses : public testing::TestWithParam<Refused> {};

// What nvcc refuses, and what is no CUDA at all.
TEST_P(SimtccRefuses, AtTheStudentsLine) {
  const std::string kernel = written(std::string(GetParam().name) + ".cu", GetParam().text);
  const std::string output = scratch::file(std::string(GetParam().name) + ".so");
  const Ended ended = compile(kernel, output);
  EXPECT_EQ(ended.status, 1) << ended.words;
  EXPECT_TRUE(ended.says(kernel + ":" + simt_test::marked_line(kernel) + ":")) << ended.words;
  EXPECT_TRUE(ended.says("error: ")) << ended.words;
  EXPECT_TRUE(ended.says(GetParam().says)) << ended.words;
  EXPECT_FALSE(std::filesystem::exists(output));
}

INSTANTIATE_TEST_SUITE_P(
    Files, SimtccRefuses,
    testing::Values(
        Refused{"host_function", in_kernel("out[0] = twice(n);"), "only call __device__ functions"},
        Refused{"host_variable", in_kernel("out[0] = table[n];"), "pass the value as an argument"},
        Refused{"std_min", in_kernel("out[0] = std::min(out[1], n);"), "only call __device__ functions"},
        Refused{"initialised_shared", in_kernel("__shared__ int tile[2] = {1, 2}; out[0] = tile[n];"),
                "store it in the kernel"},
        Refused{"variable_length", in_kernel("int own[n]; own[0] = 1; out[0] = own[n - 1];"),
                "must be a constant"},
        Refused{"uncalled_barrier", in_kernel("__syncthreads;"), "write the call's brackets"},
        Refused{"atomic_of_a_float", in_kernel("float f = 0; atomicMax(&f, 1.0F);"),
                "the 1st argument is of type 'float *'"},
        Refused{"root_of_an_integer", in_kernel("out[0] = sqrt(n);"), "one type"},
        Refused{"launch_bounds",
                "extern \"C\" __global__ void __launch_bounds__(threads) k(int* x) { *x = 1; }  // here\n",
                "threads"},
        Refused{"twice_defined",
                std::string(kKernel) + "extern \"C\" __global__ void scale(float* x) {}  // here\n",
                "redefinition"},
        Refused{"conflict", std::string("<<<<<<< HEAD  // here\n") + kKernel + "=======\n>>>>>>> other\n",
                "conflict marker"},
        Refused{"no_break_space",
                "extern \"C\" __global__ void k(int* x) { *x =\xC2\xA0"
                "1; }  // here\n",
                "no-break space"}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST(Simtcc, ReadsUtf8WithAByteOrderMark) {
  const Ended ended =
      compile(written("bom.cu", std::string("\xEF\xBB\xBF") + kKernel), scratch::file("bom.so"));
  EXPECT_EQ(ended.status, 0) << ended.words;
}

TEST(Simtcc, NamesAFileInUtf16) {
  std::string text = "\xFF\xFE";
  for (const char* c = kKernel; *c != '\0'; ++c) text += {*c, '\0'};
  const std::string kernel = written("utf16.cu", text);
  const Ended ended = compile(kernel, scratch::file("utf16.so"));
  EXPECT_EQ(ended.status, 1) << ended.words;
  EXPECT_TRUE(ended.says(kernel + ":1:") && ended.says("UTF-16")) << ended.words;
}

TEST(Simtcc, AFileWithoutAKernelIsRefused) {
  const std::string kernel = written("empty.cu", "int nothing;\n");
  const Ended ended = compile(kernel, scratch::file("empty.so"));
  EXPECT_EQ(ended.status, 1) << ended.words;
  EXPECT_TRUE(ended.says(kernel + ":") && ended.says("no kernel")) << ended.words;
}

TEST(Simtcc, AFileThatIncludesItselfIsRefused) {
  const std::string kernel = written("endless.cu", "#include \"endless.cu\"\n");
  const Ended ended = compile(kernel, scratch::file("endless.so"));
  EXPECT_EQ(ended.status, 1) << ended.words;
  EXPECT_TRUE(ended.says("nested too deeply")) << ended.words;
}

// Seven seconds and more, on a machine of 2026.
std::string long_to_optimise() {
  std::ostringstream kernel;
  kernel << "__global__ void k(float* x, int n) {\n";
  for (int i = 0; i < 2000; ++i) {
    kernel << "  if (x[n * " << i << "] > " << i << ") x[n + " << i << "] = x[" << i << " - n] * " << i
           << ";\n";
  }
  kernel << "}\n";
  return kernel.str();
}

TEST(Simtcc, LeavesNothingBehind) {
  const std::string folder = scratch::file("temporary");
  std::filesystem::create_directories(folder);
  const std::string environment = "TMPDIR='" + folder + "' '" SIMTCC "' ";
  const std::string good = written("good.cu", kKernel);
  const std::string bad = written("bad.cu", "__global__ void k( {}\n");
  EXPECT_EQ(run(environment + "'" + good + "' -o '" + folder + "/good.so' 2>&1").status, 0);
  EXPECT_EQ(run(environment + "'" + bad + "' -o '" + folder + "/bad.so' 2>&1").status, 1);
  const Ended stopped = run("ulimit -S -t 2; " + environment + "'" + written("long.cu", long_to_optimise()) +
                            "' -o '" + folder + "/long.so' 2>&1");
  EXPECT_EQ(stopped.status, 1) << stopped.words;
  EXPECT_TRUE(stopped.says("long.cu:1:1: error: the file does not compile within 2 seconds"))
      << stopped.words;
  std::vector<std::string> left;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    left.push_back(entry.path().filename());
  EXPECT_EQ(left, std::vector<std::string>{"good.so"});
}

// --- What a hostile file tries.

// What is said of a kernel whose line 2 is wrong, with `above` on its line 1.
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

// A module that a program has loaded keeps its bytes while another takes its place.
TEST(Simtcc, ReplacesAModuleAsAWhole) {
  const std::string kernel = written("again.cu", kKernel);
  const std::string output = scratch::file("again.so");
  ASSERT_EQ(compile(kernel, output).status, 0);
  const std::string other_name = output + ".linked";
  std::filesystem::create_hard_link(output, other_name);
  ASSERT_EQ(compile(kernel, output).status, 0);
  EXPECT_FALSE(std::filesystem::equivalent(output, other_name));
}

// --- On a terminal, which `script` provides.

Ended on_terminal(const std::string& environment) {
  const std::string kernel = written("coloured.cu", in_kernel("out[0] = undeclared;"));
  const std::string command = "\"" SIMTCC "\" \"" + kernel + "\" -o \"" + scratch::file("coloured.so") + "\"";
  return run("env " + environment + " script --quiet --return --command '" + command + "' /dev/null 2>&1");
}

bool is_coloured(const Ended& ended) { return ended.says("\033["); }

TEST(SimtccOnATerminal, KeepsTheCompilersColours) {
  const Ended seen = on_terminal("-u NO_COLOR TERM=xterm");
  EXPECT_EQ(seen.status, 1);
  EXPECT_TRUE(is_coloured(seen)) << seen.words;
}

TEST(SimtccOnATerminal, IsPlainWhereNobodyWantsColours) {
  const std::string kernel = written("plain.cu", in_kernel("out[0] = undeclared;"));
  for (const auto& ended : {on_terminal("NO_COLOR=1 TERM=xterm"), on_terminal("-u NO_COLOR TERM=dumb"),
                            compile(kernel, scratch::file("plain.so"))}) {
    EXPECT_EQ(ended.status, 1);
    EXPECT_FALSE(is_coloured(ended)) << ended.words;
    EXPECT_TRUE(ended.says("undeclared")) << ended.words;
  }
}

}  // namespace
