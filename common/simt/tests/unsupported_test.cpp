// What the machine does not support is refused when it is compiled, by a message that names it, at the line
// that uses it. Each file in unsupported/ uses one thing, in the line marked "// here".
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#ifndef TEST_COMPILERS
#error \
    "compile with TEST_COMPILERS, a,b,c; SIMTCC, the driver; UNSUPPORTED_KERNELS, the folder of files; SCRATCH"
#endif

namespace {

struct Refusal {
  std::string file;
  std::string message;
};

const std::vector<Refusal>& refusals() {
  static const std::vector<Refusal> table{
      {"cluster", "thread block clusters are not supported"},
      {"cluster_dims", "__cluster_dims__ is not supported: there are no clusters"},
      {"cub", "<cub/cub.cuh> is not supported"},
      {"cuda_barrier", "<cuda/barrier> is not supported"},
      {"cuda_pipeline", "<cuda/pipeline> is not supported"},
      {"curand", "<curand_kernel.h> is not supported"},
      {"grid_sync", "a grid-wide sync() is not supported"},
      {"host_functions", "cudaMalloc is for host code: a kernel file holds kernels only"},
      {"launch", "a launch <<<...>>> is not supported: a kernel file holds kernels only"},
      {"malloc", "malloc in a kernel file is not supported"},
      {"managed", "__managed__ is not supported"},
      {"memcpy_async", "<cooperative_groups/memcpy_async.h> is not supported"},
      {"new", "new in a kernel file is not supported"},
      {"pipeline_primitives", "<cuda_pipeline.h> is not supported"},
      {"ptx", "asm is not supported: PTX runs on a GPU only"},
      {"surface", "surf2Dwrite is not supported"},
      {"texture_2d", "tex2D is not supported"},
      {"wmma", "<mma.h> is not supported"},
  };
  return table;
}

struct Ended {
  int status = 0;
  std::string words;
};

Ended compile(const std::string& compiler, const std::string& kernel) {
  const std::string command =
      std::string(SIMTCC) + " --compiler " + compiler + " '" + kernel + "' -o '" SCRATCH "/refused.so' 2>&1";
  FILE* const pipe = popen(command.c_str(), "r");  // NOLINT(cert-env33-c): our own driver
  Ended ended;
  if (pipe == nullptr) return {-1, "cannot run " + command};
  std::array<char, 4096> part{};
  while (const std::size_t bytes = std::fread(part.data(), 1, part.size(), pipe))
    ended.words.append(part.data(), bytes);
  ended.status = WEXITSTATUS(pclose(pipe));
  return ended;
}

std::string marked_line(const std::string& kernel) {
  std::ifstream source(kernel);
  unsigned number = 0;
  for (std::string line; std::getline(source, line);) {
    ++number;
    if (line.find("// here") != std::string::npos) return std::to_string(number);
  }
  return "no line is marked";
}

// The compiler, the refused file.
class Unsupported : public testing::TestWithParam<std::tuple<std::string, Refusal>> {};

std::vector<std::string> compilers() {
  std::vector<std::string> names;
  std::istringstream all(TEST_COMPILERS);
  for (std::string name; std::getline(all, name, ',');) names.push_back(name);
  return names;
}

}  // namespace

TEST_P(Unsupported, IsNamedAtItsLine) {
  const auto& [compiler, refusal] = GetParam();
  const std::string kernel = std::string(UNSUPPORTED_KERNELS) + "/" + refusal.file + ".cu";
  const Ended ended = compile(compiler, kernel);
  EXPECT_EQ(ended.status, 1) << ended.words;
  EXPECT_NE(ended.words.find("SIMT machine: " + refusal.message), std::string::npos) << ended.words;
  EXPECT_NE(ended.words.find(kernel + ":" + marked_line(kernel) + ":"), std::string::npos) << ended.words;
}

INSTANTIATE_TEST_SUITE_P(Compilers, Unsupported,
                         testing::Combine(testing::ValuesIn(compilers()), testing::ValuesIn(refusals())),
                         [](const auto& tested) {
                           std::string label =
                               std::get<0>(tested.param) + "_" + std::get<1>(tested.param).file;
                           for (char& c : label) c = c == '+' ? 'x' : c == '-' || c == '.' ? '_' : c;
                           return label;
                         });

TEST(UnsupportedFiles, AreAllInTheTable) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(UNSUPPORTED_KERNELS)) {
    if (entry.path().extension() == ".cu") ++files;
  }
  EXPECT_EQ(files, refusals().size());
}
