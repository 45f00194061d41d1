#include "lab/cublas.h"

#include <vector>

#include "gpu_fixture.h"

namespace {

TEST_F(GpuTest, CublasTransposesRowMajorMatrices) {
  lab::Gpu gpu(gpu_on_a_thread());
  lab::Cublas cublas(gpu, FAKE_CUBLAS);
  const std::vector<float> a{1, 2, 3, 4, 5, 6};        // 2 x 3
  const std::vector<float> b{10, 20, 30, 40, 50, 60};  // 3 x 2
  std::vector<float> c(6, -1.0F);
  cublas.transpose({a.data(), 2}, {b.data(), 1}, c.data(), 2, 3);
  gpu.wait();
  EXPECT_EQ(c, (std::vector<float>{12, 28, 34, 50, 56, 72}));
  cublas.transpose({a.data(), 1}, {}, c.data(), 2, 3);
  gpu.wait();
  EXPECT_EQ(c, (std::vector<float>{1, 4, 2, 5, 3, 6}));
}

TEST_F(GpuTest, CublasMultipliesHalvesInRowMajorOrder) {
  lab::Gpu gpu(gpu_on_a_thread());
  lab::Cublas cublas(gpu, FAKE_CUBLAS);
  constexpr unsigned short kOne = 0x3C00;
  constexpr unsigned short kTwo = 0x4000;
  constexpr unsigned short kMinusThree = 0xC200;
  const std::vector<unsigned short> weights{kOne, kTwo, kOne, kMinusThree, 0, kOne};  // 2 x 3
  const std::vector<unsigned short> x{kOne, kTwo, kMinusThree};
  std::vector<float> y(2, -1.0F);
  cublas.multiply(weights.data(), x.data(), y.data(), 2, 3);
  gpu.wait();
  EXPECT_EQ(y, (std::vector<float>{2, -6}));
}

TEST_F(GpuTest, CublasSaysWhatItLookedFor) {
  lab::Gpu gpu(gpu_on_a_thread());
  try {
    const lab::Cublas missing(gpu, "libnone.so.1:libm.so.nowhere");
    FAIL();
  } catch (const simt::Error& error) {
    EXPECT_NE(std::string(error.what()).find("libnone.so.1"), std::string::npos);
  }
  EXPECT_THROW(lab::Cublas(gpu, "libm.so.6"), simt::Error);
}

}  // namespace
