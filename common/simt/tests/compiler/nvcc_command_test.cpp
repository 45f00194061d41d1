// simtcc in nvcc's place: the stages of a build, kernels that are compiled apart, and what others ask it about itself.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "nvcc_programs.h"
#include "scratch.h"
#include "simtcc_run.h"

namespace {

using simt_test::count;
using simt_test::Ended;
using simt_test::kSanitizers;
using simt_test::program_with_header;
using simt_test::run;
using simt_test::simtcc;
using simt_test::text_of;
using simt_test::written;

TEST(NvccCommand, Preprocesses) {
  const std::string program = program_with_header("preprocessed");
  EXPECT_TRUE(simtcc("-E " + program).says("return 7;"));
  const std::string output = scratch::file("preprocessed.ii");
  EXPECT_EQ(simtcc("-E " + program + " -o " + output).words, "");
  EXPECT_EQ(count(text_of(output), "return 7;"), 1U);
}

TEST(NvccCommand, ListsTheFilesThatItReads) {
  const std::string program = program_with_header("listed");
  const Ended all = simtcc("-M " + program);
  EXPECT_TRUE(all.says("listed.o:")) << all.words;
  EXPECT_TRUE(all.says("cuda_runtime.h") && all.says("listed.h")) << all.words;
  const Ended own = simtcc("-MM -MT out/listed.obj " + program);
  EXPECT_TRUE(own.says("out/listed.obj:") && own.says("listed.h")) << own.words;
  EXPECT_FALSE(own.says("cuda_runtime.h")) << own.words;
}

// Ninja reads a rule for the output, under the name that it gave.
TEST(NvccCommand, WritesOneRuleWhileItCompiles) {
  const std::string program = program_with_header("a rule");
  const std::string rule = scratch::file("rule.d");
  const std::string object = scratch::file("rule.o");
  EXPECT_EQ(simtcc("-c '" + program + "' -o " + object + " -MD -MT x/rule.o -MF " + rule).words, "");
  EXPECT_EQ(text_of(rule).rfind("x/rule.o:", 0), 0U) << text_of(rule);
  EXPECT_EQ(count(text_of(rule), "a\\ rule.h"), 1U) << text_of(rule);
  EXPECT_EQ(count(text_of(rule), ".o:"), 1U) << text_of(rule);
  EXPECT_EQ(count(text_of(rule), "/cuda_runtime.h"), 1U) << text_of(rule);
  simtcc("-c '" + program + "' -o " + object + " -MMD -MP -MF " + rule);
  EXPECT_EQ(text_of(rule).rfind(object + ":", 0), 0U) << text_of(rule);
  EXPECT_EQ(count(text_of(rule), "a\\ rule.h:\n"), 1U) << text_of(rule);
  EXPECT_EQ(count(text_of(rule), "/cuda_runtime.h"), 0U) << text_of(rule);
}

// A rule that has no name of its own is beside the object, and each object has one.
TEST(NvccCommand, WritesRulesBesideTheObjects) {
  const std::string folder =
      std::filesystem::path(program_with_header("sources/first")).parent_path().string();
  const std::string second = program_with_header("sources/second");
  const std::string objects = std::filesystem::path(written("objects/.keep", "")).parent_path().string();
  EXPECT_EQ(simtcc("-MD -dc " + folder + "/first.cu " + second + " -odir " + objects).words, "");
  for (const std::string name : {"first", "second"}) {
    const std::string rule = text_of(objects + "/" + name + ".d");
    EXPECT_EQ(rule.rfind(objects + "/" + name + ".o:", 0), 0U) << rule;
    EXPECT_EQ(count(rule, "/first.h"), name == "first" ? 1U : 0U) << rule;
    EXPECT_FALSE(std::filesystem::exists(folder + "/" + name + ".d"));
  }
  EXPECT_EQ(simtcc("-MD " + second + kSanitizers + "-o " + objects + "/program").words, "");
  EXPECT_EQ(text_of(objects + "/program.d").rfind(objects + "/program:", 0), 0U);
}

TEST(NvccCommand, ReadsOptionsFromFiles) {
  const std::string program = written("with options.cu", "int main() { return ONE + TWO + sizeof(TEXT); }\n");
  const std::string options = written(
      "options.txt", "-DONE=1 \"-DTWO=2\"\n  '-DTEXT=\"a b\"' -o '" + scratch::file("with options") + "'\n");
  for (const std::string& given : {"--options-file " + options, "-optf=" + options, "@" + options}) {
    EXPECT_EQ(simtcc(given + kSanitizers + "'" + program + "'").words, "");
    EXPECT_EQ(run("'" + scratch::file("with options") + "'").status, 7);
    std::filesystem::remove(scratch::file("with options"));
  }
  const Ended missing = simtcc("--options-file nothing.txt " + program);
  EXPECT_EQ(missing.status, 2);
  EXPECT_TRUE(missing.says("cannot read the file of options nothing.txt")) << missing.words;
}

TEST(NvccCommand, MakesLibraries) {
  const std::string kernels = written("twice.cu",
                                      "__global__ void twice(int* x) { *x *= 2; }\n"
                                      "int doubled(int value) {\n"
                                      "  int* x = nullptr;\n"
                                      "  cudaMalloc(&x, sizeof(int));\n"
                                      "  cudaMemcpy(x, &value, sizeof(int), cudaMemcpyHostToDevice);\n"
                                      "  twice<<<1, 1>>>(x);\n"
                                      "  cudaMemcpy(&value, x, sizeof(int), cudaMemcpyDeviceToHost);\n"
                                      "  cudaFree(x);\n"
                                      "  return value;\n}\n");
  const std::string program =
      written("doubles.cpp", "int doubled(int);\nint main() { return doubled(21); }\n");
  const std::string folder = scratch::file("");
  ASSERT_EQ(simtcc("-lib " + kernels + " -o " + folder + "/libtwice.a").words, "");
  ASSERT_EQ(simtcc(program + " -L" + folder + " -ltwice" + kSanitizers + "-o " + folder + "/doubles").words,
            "");
  EXPECT_EQ(run("SIMT_REPORT=none " + folder + "/doubles").status, 42);
  ASSERT_EQ(
      simtcc("-shared -Xcompiler -fPIC " + kSanitizers + kernels + " -o " + folder + "/libtwo.so").words, "");
  // The program needs no sanitizer, but its library does, and the sanitizer must be loaded first.
  const Ended linked = run("g++ " + program + " -Wl,--no-as-needed" + kSanitizers + "-L" + folder +
                           " -ltwo -Wl,-rpath," + folder + " -o " + folder + "/shared 2>&1");
  ASSERT_EQ(linked.status, 0) << linked.words;
  const Ended ended = run(folder + "/shared 2>&1");
  EXPECT_EQ(ended.status, 42) << ended.words;
  EXPECT_EQ(count(ended.words, "SIMT machine: 1 kernel launch"), 1U)
      << ended.words;  // one runtime, one report
}

// A program and each of its libraries may have kernels: all have one runtime.
TEST(NvccCommand, LaunchesKernelsOfSeveralLibraries) {
  const auto kernels = [](const std::string& name) {
    return "static __global__ void of_" + name + "(int* x) { *x = threadIdx.x == 0 ? blockDim.x : 0; }\n" +
           "int " + name + "() {\n" +
           "  int* x = nullptr;\n"
           "  cudaMallocManaged(&x, sizeof(int));\n" +
           "  of_" + name + "<<<1, 1>>>(x);\n" +
           "  cudaDeviceSynchronize();\n"
           "  const int value = *x;\n"
           "  cudaFree(x);\n"
           "  return value;\n}\n";
  };
  const std::string folder = scratch::file("");
  for (const std::string name : {"first", "second"}) {
    const std::string source = written(name + ".cu", kernels(name));
    ASSERT_EQ(
        simtcc("-shared -Xcompiler -fPIC " + kSanitizers + source + " -o " + folder + "/lib" + name + ".so")
            .words,
        "");
  }
  const std::string program =
      written("uses_both.cu", kernels("own") +
                                  "int first();\nint second();\n"
                                  "int main() { return 100 * own() + 10 * first() + second(); }\n");
  ASSERT_EQ(simtcc(program + kSanitizers + "-L" + folder + " -lfirst -lsecond -Xlinker -rpath=" + folder +
                   " -o " + folder + "/uses_both")
                .words,
            "");
  const Ended ended = run(folder + "/uses_both 2>&1");
  EXPECT_EQ(ended.status, 111) << ended.words;
  EXPECT_EQ(count(ended.words, "SIMT machine: 3 kernel launches, no fault found"), 1U) << ended.words;
}

TEST(NvccCommand, CompilesPrograms03AsThoseOf11) {
  const std::string program =
      written("old.cu", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); return 0; }\n");
  EXPECT_EQ(simtcc("-c -std=c++03 " + program + " -o " + scratch::file("old.o")).words, "");
}

// The headers that were compiled beforehand are in C++17. What the file declares is asked of clang once more where an array is a
// constant to it.
TEST(NvccCommand, KnowsConstexprArraysInEachStandard) {
  const std::string program = written("standards.cu",
                                      "__device__ constexpr int of_device[3] = {1, 2, 3};\n"
                                      "__constant__ constexpr int of_constants[3] = {4, 5, 6};\n"
                                      "__global__ void k(int* out) {\n"
                                      "  *out = of_device[*out] + of_constants[*out];\n}\n"
                                      "int main() {}\n");
  for (const std::string standard : {"c++11", "c++14", "c++17", "c++20"}) {
    EXPECT_EQ(simtcc("-c -std=" + standard + " " + program + " -o " + scratch::file("standards.o")).words, "")
        << standard;
  }
}

// Parts of the toolkit's own headers, which programs include by name.
TEST(NvccCommand, HasTheHeadersOfTheToolkit) {
  std::string text;
  for (const char* const header :
       {"common_functions.h", "cudaProfiler.h", "cuda_device_runtime_api.h", "driver_functions.h",
        "library_types.h", "sm_35_atomic_functions.h", "surface_types.h", "vector_functions.hpp"})
    text += std::string("#include <") + header + ">\n";
  text +=
      "int main() {\n"
      "  const cudaDataType type = CUDA_R_64I;\n"
      "  return cuProfilerStart() + cuProfilerStop() + type + make_cudaExtent(1, 2, 3).depth;\n"
      "}\n";
  const std::string program = scratch::file("headers");
  ASSERT_EQ(simtcc(written("headers.cu", text) + kSanitizers + "-o " + program).words, "");
  EXPECT_EQ(run("SIMT_REPORT=none " + program).status, 27);
}

// A folder as CCCL's is: its parts of libcu++ come before the machine's, CUB does without bulk copies, and a barrier may be in shared
// memory although it has a destructor.
TEST(NvccCommand, ReadsTheHeadersOfCccl) {
  const std::string version = written("cccl/cuda/std/version", "#pragma once\n");
  const std::string folder =
      std::filesystem::path(version).parent_path().parent_path().parent_path().string();
  written("cccl/cuda/std/span", "#pragma once\nnamespace cuda::std { struct from_cccl { int x; }; }\n");
  const std::string choice = written("cccl/cub/device/dispatch/tuning/tuning_transform.cuh",
                                     "#pragma once\n#if 1\n#  define _CUB_HAS_TRANSFORM_UBLKCP\n#endif\n");
  const std::string barrier = written(
      "cccl/cuda/__barrier/barrier_block_scope.h",
      "#pragma once\nclass barrier {\n public:\n  barrier() = default;\n  __host__ __device__ ~barrier()\n"
      "  {\n    word = 0;\n  }\n  int word;\n};\n");
  written("cccl/cuda/std/detail/libcxx/include/__cuda/barrier.h",
          "#pragma once\nnamespace older {\nclass barrier {\n  ~barrier() {}\n};\n"
          "__device__ inline unsigned long long sum(unsigned long long __token, unsigned long long more) {\n"
          "  unsigned long long both;\n  asm(\"add.u64 %0, %1, %2;\" : \"=l\"(both) : \"l\"(__token)\n"
          "      \"l\"(more));\n  return both;\n}\n}\n");
  const std::string program =
      written("of_cccl.cu",
              "#include <cub/device/dispatch/tuning/tuning_transform.cuh>\n"
              "#include <cuda/__barrier/barrier_block_scope.h>\n"
              "#include <cuda/std/detail/libcxx/include/__cuda/barrier.h>\n"
              "#include <cuda/std/span>\n"
              "#ifdef _CUB_HAS_TRANSFORM_UBLKCP\n#error bulk copies\n#endif\n"
              "__global__ void kernel(cuda::std::from_cccl* p) {\n"
              "  __shared__ barrier b;\n  b.word = older::sum(1, 2);\n  p->x = b.word;\n}\n"
              "int main() {}\n");
  for (const std::string flag : {"-I", "-isystem ", "-isystem="}) {
    const Ended ended =
        simtcc("-c " + flag + "'" + folder + "' '" + program + "' -o '" + scratch::file("of_cccl.o") + "'");
    EXPECT_EQ(ended.status, 0) << flag << ended.words;
  }
  // C++ files read CCCL's headers, too, and know as little of the types that the machine does not have.
  const std::string host = written(
      "of_cccl.cpp",
      "#include <cuda_runtime_api.h>\n#ifndef CCCL_DISABLE_NVFP6_SUPPORT\n#error numbers of 6 bits\n#endif\n");
  const Ended ended = simtcc("-c '" + host + "' -o '" + scratch::file("host_of_cccl.o") + "'");
  EXPECT_EQ(ended.status, 0) << ended.words;
  EXPECT_NE(text_of(choice).find("_CUB_HAS"), std::string::npos) << "the header stays as it is";
  EXPECT_NE(text_of(barrier).find("~barrier()"), std::string::npos) << "the header stays as it is";
}

// nvcc preprocesses kernels and host code by the host compiler.
TEST(NvccCommand, GivesBothCompilersWhatTheHostCompilerIsTold) {
  const std::string program = written("told.cu",
                                      "#ifndef __CUDACC_DEBUG__\n#error \"-G is not seen\"\n#endif\n"
                                      "__global__ void k(int* out) { *out = HOST_DEFINE; }\n"
                                      "int main() { return HOST_DEFINE - 3; }\n");
  EXPECT_EQ(
      simtcc("-c -G -Xcompiler -DHOST_DEFINE=3,-Wall " + program + " -o " + scratch::file("told.o")).words,
      "");
  EXPECT_NE(
      simtcc("-c -G -Xcompiler -DHOST_DEFINE=3,-UHOST_DEFINE " + program + " -o " + scratch::file("told.o"))
          .status,
      0);
}

// nvcc hands the host compiler's options to a shell: blanks separate them as commas do, and quotation marks are the shell's.
TEST(NvccCommand, ReadsTheHostCompilersOptionsAsAShell) {
  const std::string program = written("split.cu", "int main() {}\n");
  struct Case {
    const char* given;  // in the shell's quotation marks
    const char* shown;
  };
  for (const Case& one :
       {Case{"-Xcompiler '-Wall -fopenmp'", R"("-Wall" "-fopenmp")"},
        Case{"--compiler-options='-fPIC  -Wall,-Wextra'", R"("-fPIC" "-Wall" "-Wextra")"},
        Case{R"(-Xcompiler '"-fPIC"')", R"("-fPIC")"}, Case{R"(-Xcompiler ',"-g"')", R"("-g")"},
        Case{"-Xcompiler '-DA=1 -DB=2'", R"("-DA=1" "-DB=2")"},
        Case{"-Xcompiler '-I /nowhere -DA'", R"("-I/nowhere" "-DA")"},
        Case{R"(-Xcompiler '"-DA=b c"')", R"("-DA=b c")"},
        Case{R"(-Xcompiler '-DA=b\,c,-DB')", R"("-DA=b,c" "-DB")"},
        Case{R"(-Xcompiler '"-DA=b,c",-DB')", R"("-DA=b,c" "-DB")"},
        Case{R"(-Xcompiler '-DA=\\\"b\\\"')", R"("-DA=\"b\"")"}}) {
    const Ended ended = simtcc("--dryrun -c " + std::string(one.given) + " " + program);
    EXPECT_EQ(ended.status, 0);
    EXPECT_TRUE(ended.says(one.shown)) << one.given << '\n' << ended.words;
  }
  const Ended linked = simtcc("--dryrun -Xcompiler '-Wall -fopenmp' " + program);
  EXPECT_TRUE(linked.says(R"(/lib64" "-fopenmp")")) << linked.words;
}

TEST(NvccCommand, StartsTheProgram) {
  EXPECT_EQ(simtcc("-run " + kSanitizers + program_with_header("started") + " -o " + scratch::file("started"))
                .status,
            7);
}

// A debugger needs the names and types of variables. Reports need lines alone.
TEST(NvccCommand, PassesArgumentsToTheProgram) {
  const std::string program = written(
      "counts.cpp",
      "#include <cstring>\nint main(int n, char** words) { return n == 3 && !strcmp(words[2], \"b c\") ? 7 : 1; }\n");
  EXPECT_EQ(
      simtcc("-run -run-args \"a 'b c'\" " + kSanitizers + program + " -o " + scratch::file("counts")).status,
      7);
}

// -Xcompiler -Wall gives each of the host's warnings once, and -Werror makes errors of those that g++ has as well.
TEST(NvccCommand, WarnsAsTheHostCompilerIsTold) {
  const std::string source = written("warned.cu",
                                     "struct Hides { Hides() {} private: int nobody_uses; };\n"
                                     "__global__ void k(int* out) { *out = 1; }\n"
                                     "static int unused() { return 1; }\n"
                                     "int main() { Hides hides; k<<<1, 1>>>(nullptr); }\n");
  const auto compiled = [&](const std::string& options) {
    return simtcc("-c " + options + " " + source + " -o " + scratch::file("warned.o"));
  };
  EXPECT_FALSE(compiled("").says("unused function"));
  for (const char* const options : {"-Xcompiler -Wall", "-Xcompiler=-Wall,-Wextra,-Wlogical-op", "-Wall"}) {
    const Ended ended = compiled(options);
    EXPECT_EQ(ended.status, 0) << ended.words;
    EXPECT_EQ(count(ended.words, "warning: unused function 'unused'"), 1U) << ended.words;
    EXPECT_EQ(count(ended.words, "warning: private field"), 1U) << ended.words;
    EXPECT_EQ(count(ended.words, "warning: "), 2U) << ended.words;
  }
  EXPECT_EQ(compiled("-w -Xcompiler -Wall").words, "");
  const Ended strict = compiled("-Xcompiler -Wall,-Werror");
  EXPECT_EQ(strict.status, 1);
  EXPECT_TRUE(strict.says("error: unused function 'unused'") && strict.says("warning: private field"))
      << strict.words;
}

TEST(NvccCommand, KeepsVariablesForADebugger) {
  const std::string program =
      written("debugged.cu",
              "__global__ void k(int* out) { *out = 1; }\n"
              "int main(int count, char**) { int for_a_debugger = count; return for_a_debugger - 1; }\n");
  const std::string object = scratch::file("debugged.o");
  for (const char* const option : {"-g", "--debug"}) {
    EXPECT_EQ(simtcc("-c " + std::string(option) + " " + program + " -o " + object).status, 0) << option;
    EXPECT_EQ(count(text_of(object), "for_a_debugger"), 1U) << option;
  }
  EXPECT_EQ(simtcc("-c " + program + " -o " + object).status, 0);
  EXPECT_EQ(count(text_of(object), "for_a_debugger"), 0U);
}

TEST(NvccCommand, CompilesC) {
  const std::string program =
      written("words.c", "int main(void) { int class = 3, new = 4; return class + new; }\n");
  const std::string output = scratch::file("words");
  EXPECT_EQ(simtcc("-std=c++17 " + kSanitizers + program + " -o " + output).words, "");
  EXPECT_EQ(run(output).status, 7);
  EXPECT_NE(simtcc("-x c++ " + program + " -o " + output).status, 0);
}

// A folder with a libcudart.so that has CUDA's functions and can do nothing with kernels of simtcc's, as NVIDIA's.
std::string folder_with_nvidias_runtime() {
  const std::string folder = scratch::file("nvidias");
  std::string functions;
  for (const char* name :
       {"__cudaPopCallConfiguration", "__cudaPushCallConfiguration", "__cudaRegisterFatBinary",
        "__cudaRegisterFatBinaryEnd", "__cudaRegisterFunction", "__cudaUnregisterFatBinary",
        "cudaDeviceSynchronize", "cudaFree", "cudaLaunchKernel", "cudaMallocManaged"})
    functions += "int " + std::string(name) + "(void) { return 0; }\n";
  const Ended made = run("gcc -shared -fPIC " + written("nvidias/runtime.c", functions) + " -o " + folder +
                         "/libcudart.so 2>&1");
  EXPECT_EQ(made.words, "");
  return folder;
}

// One launch, and what the kernel stored.
const char* const kStores42 =
    "__global__ void k(int* x) { *x = 42; }\n"
    "int stored() {\n"
    "  int* x = nullptr;\n  cudaMallocManaged(&x, sizeof(int));\n"
    "  k<<<1, 1>>>(x);\n  cudaDeviceSynchronize();\n"
    "  const int value = *x;\n  cudaFree(x);\n  return value;\n}\n";

// NVIDIA's runtime has all of CUDA's functions, and can do nothing with these kernels.
TEST(NvccCommand, ObjectsLinkWithTheirOwnRuntimeAlone) {
  const std::string folder = folder_with_nvidias_runtime();
  const std::string source =
      written("elsewhere.cu", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); return 0; }\n");
  const std::string object = scratch::file("elsewhere.o");
  ASSERT_EQ(simtcc("-c " + source + " -o " + object).words, "");
  for (const std::string options : {"", "-Wl,--gc-sections "}) {
    const Ended linked = run("g++ -no-pie " + object + " " + options + "-L" + folder + " -lcudart -o " +
                             folder + "/elsewhere 2>&1");
    EXPECT_NE(linked.status, 0) << options;
    EXPECT_TRUE(linked.says("this_object_needs_the_libcudart_of_simtcc")) << linked.words;
  }
}

// CMake's CUDA::cudart may be NVIDIA's library in a system folder, which then stands before simtcc's.
TEST(NvccCommand, AProgramUsesItsOwnRuntimeBesideNvidias) {
  const std::string folder = folder_with_nvidias_runtime();
  const std::string object = scratch::file("beside.o");
  const std::string source =
      written("beside.cu", kStores42 + std::string("int main() { return stored(); }\n"));
  ASSERT_EQ(simtcc("-c " + source + " -o " + object).words, "");
  const std::string program = scratch::file("beside");
  const Ended linked = run(
      "g++ -no-pie " + object + " -Wl,--no-as-needed" + kSanitizers + folder + "/libcudart.so -Wl,-rpath," +
      folder + " -L'" TOOLKIT "/lib64' -lcudart_static -lrt -lpthread -ldl -o " + program + " 2>&1");
  ASSERT_EQ(linked.status, 0) << linked.words;
  const Ended ended = run(program + " 2>&1");
  EXPECT_EQ(ended.status, 42) << ended.words;
  EXPECT_TRUE(ended.says("SIMT machine: 1 kernel launch, no fault found")) << ended.words;
}

TEST(NvccCommand, ALibraryWhoseLaunchesGoToNvidiasRuntimeIsRefused) {
  const std::string folder = folder_with_nvidias_runtime();
  ASSERT_EQ(simtcc("-shared -Xcompiler -fPIC " + kSanitizers + written("stores.cu", kStores42) + " -o " +
                   folder + "/libstores.so")
                .words,
            "");
  const std::string main = written("stores.cpp", "int stored();\nint main() { return stored(); }\n");
  const Ended linked = run("g++ " + main + " -Wl,--no-as-needed" + kSanitizers + "-L" + folder +
                           " -lcudart -lstores -Wl,-rpath," + folder + " -o " + folder + "/stores 2>&1");
  ASSERT_EQ(linked.status, 0) << linked.words;
  const Ended ended = run(folder + "/stores 2>&1");
  EXPECT_EQ(ended.status, 2) << ended.words;
  EXPECT_EQ(ended.words.rfind(
                "SIMT machine: CUDA's functions come from " + folder + "/libcudart.so here, NVIDIA's", 0),
            0U)
      << ended.words;
}

// The archives in a folder of the program's may be NVIDIA's.
TEST(NvccCommand, FindsItsOwnLibrariesBeforeThoseOfFolders) {
  const std::string folder = scratch::file("folder");
  written("folder/libcudart_static.a", "!<arch>\n");
  written("folder/libcublas_static.a", "!<arch>\n");
  const std::string source =
      written("finds.cu",
              "#include <cublas_v2.h>\n" + std::string(kStores42) +
                  "int main() {\n  cublasHandle_t handle;\n  return cublasCreate(&handle) + stored();\n}\n");
  const std::string program = scratch::file("finds");
  for (const std::string option : {"-L", "-L ", "--library-path=", "-Xlinker -L", "-Xcompiler -L"}) {
    ASSERT_EQ(simtcc(source + " " + option + folder + kSanitizers + "-o " + program).words, "") << option;
    EXPECT_EQ(run("SIMT_REPORT=none " + program).status, 42) << option;
  }
}

// ------------------------------------------------------------------------------------------- compiled apart

std::string compiled_apart(const std::string& name, const std::string& text) {
  const std::string object = scratch::file(name + ".o");
  const Ended ended = simtcc("-dc " + written(name + ".cu", text) + " -o " + object);
  EXPECT_EQ(ended.words, "");
  return object;
}

TEST(CompiledApart, KernelsUseWhatOtherFilesDefine) {
  const std::string user = compiled_apart("uses",
                                          "__device__ int next(int);\nextern __constant__ int step;\n"
                                          "__global__ void k(int* out) { *out = next(*out) + step; }\n"
                                          "int main() {\n"
                                          "  int* x = nullptr;\n  cudaMallocManaged(&x, sizeof(int));\n"
                                          "  *x = 3;\n  k<<<1, 1>>>(x);\n  cudaDeviceSynchronize();\n"
                                          "  const int value = *x;\n  cudaFree(x);\n  return value;\n}\n");
  const std::string definer = compiled_apart(
      "defines", "__constant__ int step = 10;\n__device__ int next(int x) { return x + 1; }\n");
  const std::string program = scratch::file("apart");
  ASSERT_EQ(simtcc(user + " " + definer + kSanitizers + "-o " + program).words, "");
  EXPECT_EQ(run("SIMT_REPORT=none " + program).status, 14);
  // The device link apart, and g++ as the linker.
  ASSERT_EQ(simtcc("-dlink " + user + " " + definer + " -o " + scratch::file("linked.o")).words, "");
  std::filesystem::remove(program);
  ASSERT_EQ(
      run("g++ -no-pie " + user + " " + definer + " " + scratch::file("linked.o") +
          " -L'" TOOLKIT "/lib64' -lcudart_static -lpthread -ldl" + kSanitizers + "-o " + program + " 2>&1")
          .words,
      "");
  EXPECT_EQ(run("SIMT_REPORT=none " + program).status, 14);
}

TEST(CompiledApart, WhatNobodyDefinesIsNamed) {
  const std::string user =
      compiled_apart("lacks",
                     "__device__ int nowhere(int);\n"
                     "__global__ void k(int* out) { *out = nowhere(*out); }\nint main() {}\n");
  const Ended ended = simtcc(user + " -o " + scratch::file("lacks"));
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(ended.says("lacks.cu:2:") && ended.says("nowhere")) << ended.words;
}

TEST(CompiledApart, WhatTwoFilesDefineIsNamed) {
  const std::string one = compiled_apart("one", "__device__ int shared_by_two(int x) { return x; }\n");
  const std::string two =
      compiled_apart("two",
                     "__device__ int shared_by_two(int x) { return x + 1; }\n"
                     "__global__ void k(int* x) { *x = shared_by_two(1); }\nint main() {}\n");
  const Ended ended = simtcc(one + " " + two + " -o " + scratch::file("twice"));
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(ended.says("two.cu:1:") &&
              ended.says("error: `shared_by_two(int)` is defined here and in another file"))
      << ended.words;
}

TEST(CompiledApart, AFileAloneMayNotUseOthers) {
  const std::string kernel = written("alone.cu",
                                     "__device__ int elsewhere(int);\n"
                                     "__global__ void k(int* out) { *out = elsewhere(1); }\nint main() {}\n");
  const Ended ended = simtcc("-c " + kernel + " -o " + scratch::file("alone.o"));
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(ended.says("alone.cu:2:") && ended.says("-rdc=true")) << ended.words;
}

#if defined(__x86_64__)
// A lab's module is compiled at each edit, and a program seldom: more of its kernels get code for several lanes at once.
TEST(NvccCommand, GivesAProgramMoreCodeForLanesSideBySide) {
  std::string sums;
  for (int i = 0; i < 120; ++i) sums += "  sum += in[threadIdx.x * " + std::to_string(i) + "];\n";
  const std::string source = written("large.cu",
                                     "__global__ void small(int* out) { out[threadIdx.x] = 1; }\n"
                                     "__global__ void large(const int* in, int* out) {\n  int sum = 0;\n" +
                                         sums + "  out[threadIdx.x] = sum;\n}\nint main() {}\n");
  const auto has_vectors = [](const std::string& file, const char* kernel) {
    return text_of(file).find("own.simt.entry." + std::string(kernel) + ".vector") != std::string::npos;
  };
  const std::string module = scratch::file("large.so");
  ASSERT_EQ(simtcc(source + " -o " + module).status, 0);
  EXPECT_TRUE(has_vectors(module, "_Z5smallPi"));
  EXPECT_FALSE(has_vectors(module, "_Z5largePKiPi"));
  const std::string program = scratch::file("large.o");
  ASSERT_EQ(simtcc("-c " + source + " -o " + program).status, 0);
  EXPECT_TRUE(has_vectors(program, "_Z5smallPi"));
  EXPECT_TRUE(has_vectors(program, "_Z5largePKiPi"));
}
#endif

// ------------------------------------------------------------------------------------------- about itself

// CMakeDetermineCUDACompiler.cmake and FindCUDAToolkit.cmake look for these.
TEST(NvccCommand, AnswersWhatCMakeAsks) {
  const Ended version = simtcc("--version");
  EXPECT_TRUE(version.says("nvcc: NVIDIA (R) Cuda compiler driver")) << version.words;
  EXPECT_TRUE(version.says("release 13.0, V13.0.88")) << version.words;
  EXPECT_EQ(version.words.rfind("clang ", 0), 0U) << version.words;
  const Ended settings = simtcc("-v __cmake_determine_cuda");
  EXPECT_EQ(settings.status, 2);
  for (const char* name :
       {"#$ TOP=", "#$ PATH=", "#$ INCLUDES=\"-I", "#$ LIBRARIES=\"-L", "-arch compute_90"})
    EXPECT_TRUE(settings.says(name)) << name << '\n' << settings.words;
  // CMake up to 3.23 compares them with CMAKE_CUDA_ARCHITECTURES.
  const Ended for_two = simtcc(
      "-v --generate-code=arch=compute_80,code=[compute_80,sm_80] -gencode arch=compute_70,code=sm_70 absent.cu");
  EXPECT_TRUE(for_two.says("#$ DEVICE=-arch compute_70 -arch compute_80\n")) << for_two.words;
  EXPECT_TRUE(simtcc("-v -arch=sm_86 absent.cu").says("#$ DEVICE=-arch compute_86\n"));
}

// Libraries that compute on the host: simtcc links them, with -lcublas or without, and g++ by the names that Makefiles give. A program
// that calls none does not grow.
TEST(NvccCommand, LinksLibraries) {
  const std::string source = scratch::file("product.cpp");
  std::ofstream(source)
      << "#include <cublas_v2.h>\nint main() {\n  cublasHandle_t handle;\n  return cublasCreate(&handle);\n}\n";
  const std::string program = scratch::file("product");
  for (const char* options : {"", "-lcublas ", "-lcublas_static -lcublasLt -lculibos "}) {
    ASSERT_EQ(simtcc(source + " " + options + kSanitizers + "-o " + program).words, "");
    EXPECT_EQ(run("SIMT_REPORT=none " + program).status, 0);
  }
  for (const char* libraries :
       {"-lcublas", "-lcudart -lcublas", "-lcublas_static -lculibos -lcudart_static -lpthread -ldl"}) {
    ASSERT_EQ(run(std::string("g++ -no-pie -I'" TOOLKIT "/include' ") + source + " -L'" TOOLKIT "/lib64' " +
                  libraries + kSanitizers + "-o " + program + " 2>&1")
                  .words,
              "");
    EXPECT_EQ(run("SIMT_REPORT=none " + program).status, 0);
  }
  std::ofstream(source) << "#include <cublas_v2.h>\nint main() { return cudaFree(nullptr); }\n";
  ASSERT_EQ(simtcc(source + kSanitizers + "-o " + program).words, "");
  EXPECT_EQ(run("nm " + program + " | grep -c -e cublas -e curand").status, 1);
}

TEST(NvccCommand, ShowsItsCommands) {
  const std::string program = program_with_header("shown");
  const std::string output = scratch::file("shown");
  const Ended dry = simtcc("--dryrun -arch=sm_80 " + program + " -o " + output);
  EXPECT_EQ(dry.status, 0);
  EXPECT_TRUE(dry.says("-lcudart_static")) << dry.words;
  EXPECT_FALSE(std::filesystem::exists(output));
  const Ended shown = simtcc("-v -arch=sm_80 -use_fast_math " + kSanitizers + program + " -o " + output);
  EXPECT_TRUE(shown.says("simtcc: -arch sm_80 has no effect here")) << shown.words;
  EXPECT_TRUE(shown.says("simtcc: -use_fast_math has no effect here")) << shown.words;
  EXPECT_TRUE(std::filesystem::exists(output));
  EXPECT_EQ(simtcc("-arch=sm_80 -use_fast_math " + kSanitizers + program + " -o " + output).words, "");
}

// Options of nvcc that change nothing here are taken, short and long, and said under -v.
TEST(NvccCommand, NamesOptionsWithoutEffect) {
  const std::string program = program_with_header("without_effect");
  struct Case {
    const char* given;
    const char* named;
  };
  for (const Case& one :
       {Case{"-Xcudafe '\"--diag_suppress=2810\"'", "-Xcudafe \"--diag_suppress=2810\""},
        Case{"-Xcudafe=--diag_suppress=2810", "-Xcudafe --diag_suppress=2810"},
        Case{"--cudafe-options --display_error_number", "--cudafe-options --display_error_number"},
        Case{"-Xfatbin -compress-all", "-Xfatbin -compress-all"},
        Case{"--fatbin-options=-compress-all", "--fatbin-options -compress-all"},
        Case{"-time /nowhere/times.csv", "-time /nowhere/times.csv"},
        Case{"--dependency-drive-prefix /", "--dependency-drive-prefix /"}, Case{"-idp /", "-idp /"},
        Case{"--relocatable-ptx", "--relocatable-ptx"}, Case{"-gen-opt-lto", "-gen-opt-lto"},
        Case{"-aug-hls", "-aug-hls"}, Case{"-Xptxas -v,-O2", "-Xptxas -v"},
        Case{"--ptxas-options=-O2", "--ptxas-options -O2"}}) {
    const Ended ended = simtcc("--dryrun -v " + std::string(one.given) + " " + program);
    EXPECT_EQ(ended.status, 0) << ended.words;
    EXPECT_EQ(count(ended.words, "simtcc: " + std::string(one.named) + " has no effect here\n"), 1U)
        << ended.words;
  }
  EXPECT_TRUE(simtcc("-arch-ls " + program).says("-arch-ls asks which GPUs there are"));
  EXPECT_EQ(simtcc("-h").words, simtcc("--help").words);
  EXPECT_TRUE(simtcc("--cuda " + program).says("--cuda writes the host's code for another compiler"));
}

TEST(NvccCommand, ObeysOptionsOfTheHostsLanguage) {
  const std::string program =
      written("deep.cu",
              "template <int n> struct Sum { enum { value = n + Sum<n - 1>::value }; };\n"
              "template <> struct Sum<0> { enum { value = 0 }; };\n"
              "__global__ void k(int* out) { *out = Sum<40>::value; }\n"
              "int main() { return Sum<40>::value == 820 ? 0 : 1; }\n");
  const std::string object = scratch::file("deep.o");
  EXPECT_EQ(simtcc("-c -ftemplate-depth 50 " + program + " -o " + object).words, "");
  for (const std::string option : {"-ftemplate-depth 20", "-ftemplate-depth=20", "--ftemplate-depth 20"})
    EXPECT_TRUE(simtcc("-c " + option + " " + program + " -o " + object).says("maximum depth of 20"))
        << option;
  const std::string throws = written("throws.cpp", "int main() { throw 1; }\n");
  for (const std::string option : {"-noeh", "--no-exceptions"})
    EXPECT_TRUE(simtcc("-c " + option + " " + throws + " -o " + object).says("exceptions disabled"))
        << option;
  const std::string both = written("relaxed.cu",
                                   "constexpr int two() { return 2; }\n"
                                   "__global__ void k(int* out) { *out = two() * *out; }\nint main() {}\n");
  for (const std::string option : {"-relaxed-constexpr", "--relaxed-constexpr"})
    EXPECT_EQ(simtcc("-c " + option + " " + both + " -o " + object).words, "") << option;
}

TEST(NvccCommand, RemovesWhatItWouldWrite) {
  const std::string program = program_with_header("removed");
  const std::string output = scratch::file("removed");
  for (const std::string command : {"-c ", "-lib ", "-E "}) {
    EXPECT_EQ(simtcc(command + program + " -o " + output).status, 0);
    EXPECT_TRUE(std::filesystem::exists(output)) << command;
    EXPECT_EQ(simtcc(command + "-clean " + program + " -o " + output).words, "");
    EXPECT_FALSE(std::filesystem::exists(output)) << command;
  }
}

}  // namespace
