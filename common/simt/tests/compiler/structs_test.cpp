#include "module_test.h"

using simt::FaultKind;
using simt::Op;
using simt::Space;

SIMT_MODULE_TEST(Structs, "structs");

namespace {

struct Pieces {
  const char* kernel;
  std::size_t bytes;  // bytes of a struct
  unsigned width;     // bytes of each piece
  unsigned count;
};

}  // namespace

// The copies are those of nvcc 13, by its PTX for sm_90.
TEST_F(Structs, AreCopiedInPiecesOfTheirAlignment) {
  for (const Pieces& expected : {Pieces{"copy_plain", 16, 4, 4}, Pieces{"copy_aligned", 32, 16, 2},
                                 Pieces{"copy_doubles", 24, 8, 3}, Pieces{"copy_small", 4, 2, 2}}) {
    auto* const in = buffer<unsigned char>(expected.kernel, 32 * expected.bytes);
    auto* const out = buffer<unsigned char>("out", 32 * expected.bytes);
    for (std::size_t i = 0; i < 32 * expected.bytes; ++i) in[i] = static_cast<unsigned char>(i);
    const auto run = kernel<const void*, void*>(expected.kernel);
    const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); });
    EXPECT_TRUE(report.faults.empty()) << expected.kernel;
    EXPECT_TRUE(std::equal(in, in + 32 * expected.bytes, out) ||
                expected.bytes == 4);  // padding need not move
    for (const Op op : {Op::load, Op::store}) {
      const auto whole = cost(report, "// whole", Space::global, op);
      EXPECT_EQ(whole.width, expected.width) << expected.kernel;
      EXPECT_EQ(whole.requests, expected.count) << expected.kernel;
    }
  }
}

// Nobody writes it, and a copy of a whole structure reads it: no fault. A member that nobody wrote is one.
TEST_F(Structs, PaddingNeedNotBeWritten) {
  for (const char* const name : {"copy_padded", "copy_mixed", "copy_filled", "copy_shared"}) {
    const auto run = kernel<void*, void*, bool>(name);
    for (const bool writes_last : {true, false}) {
      auto* const in = buffer<double>("in", 128, false);
      auto* const out = buffer<double>("out", 128, false);
      const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, writes_last); });
      EXPECT_EQ(report.faults.empty(), writes_last)
          << name << ": " << (report.faults.empty() ? "" : report.faults[0].message);
      for (const simt::Fault& fault : report.faults) EXPECT_EQ(fault.kind, FaultKind::uninitialized_read);
    }
  }
}
