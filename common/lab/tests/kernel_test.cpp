// Kernels of a module for the SIMT machine: what a lab is told when the module has another.
#include "lab/kernel.h"

#include <gtest/gtest.h>

#include "lab/session.h"
#include "measuring.h"

namespace {

class KernelTest : public testing::Test {
 protected:
  static lab::SessionOptions options() {
    lab::SessionOptions options;
    options.lab = "lab9";
    options.module = MEASURING_MODULE;
    return options;
  }

  template <class Signature>
  static std::string refusal(const std::string& kernel) {
    try {
      const lab::Kernel<Signature> found(kernel);
    } catch (const simt::Error& error) {
      return error.what();
    }
    return "found";
  }

  lab::Session session_{options()};
};

TEST_F(KernelTest, IsFoundByItsName) {
  EXPECT_EQ(refusal<decltype(measuring_sweep)>("measuring_sweep"), "found");
  EXPECT_NE(refusal<void(float*)>("sweep").find("measuring.cu: the kernel `sweep` is not defined"),
            std::string::npos);
}

TEST_F(KernelTest, MustHaveTheSignatureOfTheHeader) {
  for (const std::string& said :
       {refusal<void(const uint4*)>("measuring_sweep"),
        refusal<void(const uint4*, unsigned, unsigned*)>("measuring_sweep"),
        refusal<void(const uint4*, unsigned long long, unsigned*, int)>("measuring_sweep")}) {
    EXPECT_NE(said.find("the kernel `measuring_sweep` is defined as measuring_sweep(const uint4* "),
              std::string::npos)
        << said;
    EXPECT_NE(said.find("keep the signature of the lab's header"), std::string::npos) << said;
  }
}

}  // namespace
