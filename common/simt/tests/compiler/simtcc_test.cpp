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
using simt_test::kKernel;
using simt_test::run;
using simt_test::simtcc;
using simt_test::text_of;
using simt_test::written;

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

// nvcc's options: obeyed, ignored where they cannot matter, or refused by name.
TEST(Simtcc, TakesNvccsOptions) {
  const std::string program = scratch::file("options.cu");
  std::ofstream(program)
      << "__global__ void k(int* out) { out[threadIdx.x] = VALUE; }\nint main() { return 0; }\n";
  const std::string object = scratch::file("options.o");
  const simt_test::Ended ended = simt_test::simtcc(
      "-c -gencode arch=compute_90,code=sm_90 -arch=sm_90 -lineinfo -G --expt-relaxed-constexpr "
      "--extended-lambda "
      "-Xptxas -v,-O3 -maxrregcount 32 -use_fast_math -ftz=true --define-macro VALUE=3 -t4 --optimize 2 "
      "-std=c++17 -ccbin g++ -rdc=true -MD --threads 2 -res-usage -Xcompiler -Wall,-fopenmp " +
      program + " -o " + object);
  EXPECT_EQ(ended.status, 0) << ended.words;
  EXPECT_TRUE(std::filesystem::exists(object));
  EXPECT_TRUE(std::filesystem::exists(scratch::file("options.d")));
  for (const char* option : {"-ptx", "--cubin", "-optix-ir"}) {
    const simt_test::Ended refused = simt_test::simtcc(option + (" " + program));
    EXPECT_EQ(refused.status, 2) << option;
    EXPECT_TRUE(refused.says(std::string(option) + " ")) << refused.words;
  }
  EXPECT_TRUE(simt_test::simtcc("--no-such-option " + program).says("unknown option --no-such-option"));
}

// ptxas generates code: its level chooses how LLVM does.
TEST(Simtcc, GeneratesCodeAsPtxasIsTold) {
  const std::string program = written("quick.cu",
                                      "__global__ void k(int* x, int n) {\n"
                                      "  for (int i = 0; i < n; ++i) x[i] += x[n - i] * i;\n}\n"
                                      "int main() { return 0; }\n");
  const auto object = [&](const std::string& options) {
    const std::string file = scratch::file("quick.o");
    EXPECT_EQ(simt_test::simtcc("-c " + options + " " + program + " -o " + file).status, 0) << options;
    return text_of(file);
  };
  const std::string usual = object("-Xptxas -O3");
  EXPECT_EQ(object(""), usual);
  EXPECT_NE(object("-Xptxas -v,-O0"), usual);
}

TEST(Simtcc, TellsAnEditorItsFlags) {
  const Ended ended = simtcc("--editor-flags");
  EXPECT_EQ(ended.status, 0) << ended.words;
  EXPECT_TRUE(ended.says("include/cuda\n")) << ended.words;
  EXPECT_TRUE(ended.says("include/cuda/parts\n")) << ended.words;
  EXPECT_TRUE(ended.says("include/cuda/refused\n")) << ended.words;

  // An editor's clang brings headers of its own.
  const std::string kernel = written("edited.cu",
                                     "#include <new>\n#include <cmath>\n"
                                     "__device__ constexpr int kTable[2] = {1, 2};\n"
                                     "__global__ void k(int* x) { *x = kTable[*x] + *new (x) int(3); }\n");
  std::string flags = ended.words;
  std::replace(flags.begin(), flags.end(), '\n', ' ');
  const Ended read = run(CLANG "++ " + flags + " -fsyntax-only '" + kernel + "' 2>&1");
  EXPECT_EQ(read.status, 0) << read.words;
}

TEST(Simtcc, WhatItCannotDoEndsWithStatus2) {
  const std::string kernel = written("fine.cu", kKernel);
  const std::string output = " -o '" + scratch::file("never.so") + "'";
  const auto expect = [](const Ended& ended, const std::string& part) {
    EXPECT_EQ(ended.status, 2) << ended.words;
    EXPECT_TRUE(ended.says(part)) << ended.words;
  };
  expect(simtcc("--keep-ir '" + kernel + "'"), "-o");
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

// The cases are what nvcc refuses, and what is no CUDA at all.
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
        Refused{"std_min", in_kernel("out[0] = std::min(out[1], n);"), "in a kernel, write min(a, b)"},
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
