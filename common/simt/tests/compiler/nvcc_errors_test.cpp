// simtcc in nvcc's place: what it refuses, in which words, and with which exit status.
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

// What is wrong in a command line is told in one sentence, with status 2. clang and the linker say more than that.
TEST(NvccErrors, RefusesWhatIsWrongInOneSentence) {
  const std::string program = program_with_header("refused");
  struct Case {
    const char* given;
    const char* said;
  };
  for (const Case& one :
       {Case{"-arch=banana", "-arch: `banana` is no GPU architecture, such as sm_80 or compute_90"},
        Case{"--gpu-architecture sm_999", "--gpu-architecture: `sm_999` is no GPU architecture"},
        Case{"-gencode arch=compute_80,code=sm_8", "-gencode: `sm_8` is no GPU architecture"},
        Case{"-std=c++23", "-std=c++23: the standards are c++03, c++11, c++14, c++17 and c++20"},
        Case{"--std c++99", "-std=c++99: the standards are"},
        Case{"-ccbin=/no/such/g++", "-ccbin: there is no /no/such/g++"},
        Case{"-lnosuch", "there is no library -lnosuch"},
        Case{"-o /no/such/program", "cannot write /no/such/program: No such file or directory"},
        Case{"-c -o /no/such/object.o", "cannot write /no/such/object.o: No such file or directory"},
        Case{"-o /tmp", "cannot write /tmp: Is a directory"}}) {
    const bool has_output = std::string(one.given).find("-o ") != std::string::npos;
    const Ended ended =
        simtcc(one.given + kSanitizers + program + (has_output ? "" : " -o " + scratch::file("refused")));
    EXPECT_EQ(ended.status, 2) << ended.words;
    EXPECT_EQ(ended.words.rfind("simtcc: " + std::string(one.said), 0), 0U) << ended.words;
    EXPECT_EQ(count(ended.words, "\n"), 1U) << ended.words;
  }
  const Ended module = simtcc("-std=c++23 " + program + " -o " + scratch::file("refused.so"));
  EXPECT_EQ(module.status, 2);
  EXPECT_EQ(module.words.rfind("simtcc: -std=c++23: the standards are", 0), 0U) << module.words;
  for (const char* architecture :
       {"sm_11", "sm_20", "sm_90a", "compute_121", "native", "all-major", "sm_100f"})
    EXPECT_EQ(simtcc("--dryrun -arch=" + std::string(architecture) + " " + program).status, 0)
        << architecture;
  for (const char* code :
       {"-gencode arch=compute_80,code=[sm_80,compute_80]", "--generate-code=arch=compute_75,code=lto_75",
        "-code=sm_80,sm_90", "'-gencode=arch=compute_80,code=\"sm_80,compute_80\"'"})
    EXPECT_EQ(simtcc("--dryrun " + std::string(code) + " " + program).status, 0) << code;
}

// A module that the machine cannot load, of another version for example, is told by the name of the program that has it.
TEST(NvccErrors, AProgramWhoseKernelsCannotBeLoadedIsNamed) {
  const std::string program = scratch::file("unloadable");
  ASSERT_EQ(simtcc(kSanitizers + program_with_header("unloadable") + " -o " + program).words, "");
  std::string bytes = text_of(program);
  const std::size_t module = bytes.find("\x7f\x45LF\x02\x01\x01", 1);
  ASSERT_NE(module, std::string::npos);
  constexpr std::size_t kMachine = 18;  // ELF-64 Object File Format, "e_machine"
  bytes[module + kMachine] ^= 1;
  std::ofstream(program, std::ios::binary) << bytes;
  const Ended ended = run(program + " 2>&1");
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.words.rfind("SIMT machine: " + program + ": ", 0), 0U) << ended.words;
  EXPECT_EQ(count(ended.words, "/proc/"), 0U) << ended.words;
}

TEST(NvccErrors, AProgramOnADeviceThatIsNotThereCouldNotRun) {
  const std::string program = scratch::file("on_v100");
  const std::string source = written("on_v100.cu", "int main() { int* x; return cudaMalloc(&x, 4); }\n");
  ASSERT_EQ(simtcc(kSanitizers + source + " -o " + program).words, "");
  const Ended ended = run("SIMT_DEVICE=v100 " + program + " 2>&1");
  EXPECT_EQ(ended.status, 2);
  EXPECT_TRUE(ended.says("`v100`, which is none of the devices that it knows: NVIDIA H200, ")) << ended.words;
}

// The part of the compiler that a crash ends says nothing any more, so the part that started it does.
TEST(NvccErrors, ACompilerThatCrashesIsNamed) {
  const std::string part = written("crashing/simtcc", "#!/bin/sh\nkill -SEGV $$\n");
  std::filesystem::permissions(part, std::filesystem::perms::owner_all);
  const std::string whole = std::filesystem::path(part).replace_filename("whole").string();
  std::filesystem::copy_file(SIMTCC, whole, std::filesystem::copy_options::overwrite_existing);
  const std::string kernel = written("crashing/kernel.cu", simt_test::kKernel);
  const Ended ended = run("'" + whole + "' -c '" + kernel + "' -o '" + kernel + ".o' 2>&1");
  EXPECT_NE(ended.status, 0);
  EXPECT_TRUE(ended.says("crashing/simtcc was ended by a signal: Segmentation fault")) << ended.words;
}

// A file that a link names, and that is none of its kinds, or is damaged.
TEST(NvccErrors, ABrokenObjectIsNamed) {
  const std::string source = program_with_header("broken");
  const std::string whole = scratch::file("whole.o");
  ASSERT_EQ(simtcc("-dc " + source + " -o " + whole).words, "");
  const std::string object = text_of(whole);
  const std::size_t code = object.find("SIMTPART");
  ASSERT_NE(code, std::string::npos);
  const auto with_byte = [&](std::size_t at, char byte) {
    std::string text = object;
    text[at] = static_cast<char>(text[at] ^ byte);
    return text;
  };
  constexpr std::size_t kVersion = 8;  // PartHeader of object_files.cpp
  constexpr std::size_t kInBitcode = 200;
  const std::string archive = scratch::file("archive.a");
  ASSERT_EQ(run("ar qcs " + archive + " " + whole).status, 0);
  struct Case {
    std::string name;
    std::string text;
    const char* said;
  };
  for (const Case& one :
       {Case{"empty.o", "", " is empty: make it again"},
        Case{"text.o", "hello\n", " is no object file: make it again"},
        Case{"text.a", "hello\n", " is no library: make it again"},
        Case{"short.o", object.substr(0, object.size() / 2), " is damaged ("},
        Case{"short.a", text_of(archive).substr(0, text_of(archive).size() / 2), " is damaged ("},
        Case{"changed.o", with_byte(code + kInBitcode, 1),
             " is damaged (its device code is not what simtcc wrote): compile"},
        Case{"older.o", with_byte(code + kVersion, 1),
             " was compiled by another version of simtcc: compile it again"},
        Case{"other.o", with_byte(code, 1),
             " has device code that simtcc did not make: compile it with simtcc"}}) {
    const std::string file = written(one.name, one.text);
    for (const std::string stage : {"", "-dlink "}) {
      const Ended ended = simtcc(stage + file + kSanitizers + "-o " + scratch::file("of_broken"));
      EXPECT_EQ(ended.status, 2) << ended.words;
      EXPECT_EQ(ended.words.rfind("simtcc: " + file, 0), 0U) << ended.words;
      EXPECT_TRUE(ended.says(one.said)) << ended.words;
      EXPECT_EQ(count(ended.words, "\n"), 1U) << ended.words;
      EXPECT_FALSE(std::filesystem::exists(scratch::file("of_broken")));
    }
  }
  const std::string host = scratch::file("host.o");
  ASSERT_EQ(simtcc("-c " + written("host.cpp", "int main() {}\n") + " -o " + host).words, "");
  const std::string script = written("libscript.a", "/* GNU ld script */\nINPUT(" + host + ")\n");
  EXPECT_EQ(simtcc(script + kSanitizers + "-o " + scratch::file("of_script")).status, 0);
}

// A program's mistakes end its build with 1; with 2 if it needs what the machine does not have.
TEST(NvccErrors, WhatTheMachineLacksEndsTheBuildWithTwo) {
  struct Case {
    const char* text;
    int status;
  };
  for (
      const Case& one :
      {Case{
           "__global__ void k(int* x) { asm volatile(\"wgmma.fence.sync.aligned;\"); *x = 1; }\nint main() {}\n",
           2},
       Case{"#include <nccl.h>\nint main() {}\n", 2},
       Case{"__global__ void c() {}\n__global__ void k() { c<<<1, 1>>>(); }\nint main() {}\n", 2},
       Case{"#include <cublas_v2.h>\nint main() { cublasSgetrfBatched(nullptr); }\n", 2},
       Case{"__global__ void k(int* x) { *x = y; }\nint main() {}\n", 1}}) {
    const Ended ended = simtcc("-c " + written("lacks.cu", one.text) + " -o " + scratch::file("lacks.o"));
    EXPECT_EQ(ended.status, one.status) << ended.words;
    EXPECT_TRUE(ended.says("lacks.cu:")) << ended.words;
  }
}

TEST(NvccErrors, RefusesMoreConstantMemoryThanAGpuHas) {
  const auto of = [](int floats) {
    return simtcc(
        "-c " +
        written("constants.cu",
                "__constant__ float first[1024];\n__constant__ float table[" + std::to_string(floats) +
                    "];\n" +
                    "__global__ void k(float* x) { *x = table[threadIdx.x] + first[0]; }\nint main() {}\n") +
        " -o " + scratch::file("constants.o"));
  };
  EXPECT_EQ(of(15 * 1024).words, "");
  const Ended ended = of(15 * 1024 + 1);
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(ended.says(
      "constants.cu:2:1: error: with `table` there are 65540 bytes of __constant__ memory, and a GPU has 65536"))
      << ended.words;
}

}  // namespace
