// What the machine does not support is refused when it is compiled, by a message that names it, at the line
// that uses it. Each file in unsupported/ uses one thing, in the line marked "// here".
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "scratch.h"
#include "simtcc_run.h"

#ifndef UNSUPPORTED_KERNELS
#error "compile with UNSUPPORTED_KERNELS, the folder of files"
#endif

namespace {

struct Refusal {
  std::string file;
  std::string message;
};

void PrintTo(const Refusal& refusal, std::ostream* out) { *out << refusal.file; }

const std::vector<Refusal>& refusals() {
  static const std::vector<Refusal> table{
      {"bulk_copy", "bulk copies (TMA) do not exist here"},
      {"cluster", "thread block clusters are not supported"},
      {"cluster_dims", "__cluster_dims__ is not supported"},
      {"cub", "sudo apt install libcub-dev libthrust-dev"},
      {"cublas", "cublasSgetrfBatched is not supported"},
      {"malloc", "malloc and new in a kernel are not supported here"},
      {"mma_bits", "there is m16n8k4, m16n8k8, m16n8k16, m16n8k32, m8n8k16 and m8n8k4"},
      {"mma_sp", "sparse matrices are not"},
      {"multi_grid", "a grid on several GPUs is not supported"},
      {"new", "malloc and new in a kernel are not supported here"},
      {"ptx", "inline PTX: `tcgen05.mma.cta_group::1.kind::f16` is not supported by the SIMT machine"},
      {"wgmma",
       "inline PTX: `wgmma.fence.sync.aligned` is not supported by the SIMT machine: of tensor cores"},
  };
  return table;
}

class Unsupported : public testing::TestWithParam<Refusal> {};

}  // namespace

TEST_P(Unsupported, IsNamedAtItsLine) {
  const std::string kernel = std::string(UNSUPPORTED_KERNELS) + "/" + GetParam().file + ".cu";
  const std::string output = scratch::file(GetParam().file + ".so");
  const simt_test::Ended ended = simt_test::compile(kernel, output);
  EXPECT_EQ(ended.status, 1) << ended.words;
  EXPECT_TRUE(ended.says(GetParam().message)) << ended.words;
  EXPECT_TRUE(ended.says(kernel + ":" + simt_test::marked_line(kernel) + ":")) << ended.words;
  EXPECT_FALSE(std::filesystem::exists(output));
}

INSTANTIATE_TEST_SUITE_P(Files, Unsupported, testing::ValuesIn(refusals()),
                         [](const auto& tested) { return tested.param.file; });

TEST(UnsupportedFiles, IncludeLibrariesThatAreRefusedByName) {
  for (const std::string header : {"cublas.h", "cublasXt.h", "cudnn.h", "cufft.h", "cufftXt.h",
                                   "cusolverDn.h", "cusolver_common.h", "cusparse.h", "nccl.h", "nvrtc.h"}) {
    const std::string kernel =
        simt_test::written("library.cu", "#include <" + header + ">\n" + simt_test::kKernel);
    const simt_test::Ended ended = simt_test::compile(kernel, scratch::file("library.so"));
    EXPECT_EQ(ended.status, 1) << ended.words;
    EXPECT_TRUE(ended.says("<" + header + "> is not supported")) << ended.words;
  }
}

TEST(UnsupportedFiles, AreAllInTheTable) {
  const std::filesystem::directory_iterator folder(UNSUPPORTED_KERNELS);
  const auto files = std::count_if(begin(folder), end(folder),
                                   [](const auto& entry) { return entry.path().extension() == ".cu"; });
  EXPECT_EQ(static_cast<std::size_t>(files), refusals().size());
}
