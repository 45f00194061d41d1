#include <cuda_runtime.h>

#include "module_test.h"

using simt::Op;
using simt::Space;

SIMT_MODULE_TEST(Vectors, "vectors");

namespace {

// 32 lanes of `width` bytes side by side: one request, width sectors.
void expect_wide(const simt::AccessCost& access, unsigned width) {
  EXPECT_EQ(access.width, width);
  EXPECT_EQ(access.requests, 1U);
  EXPECT_EQ(access.sectors, width);
  EXPECT_EQ(access.least_sectors, width);
}

}  // namespace

TEST_F(Vectors, ACopyIsOneAccessOfTheFullWidth) {
  auto* const in = buffer<float4>("in", 32);
  auto* const out = buffer<float4>("out", 32, false);
  const auto copy2 = kernel<const float2*, float2*>("copy2");
  auto report = launch({1, 1, 1}, {32, 1, 1},
                       [&] { copy2(reinterpret_cast<float2*>(in), reinterpret_cast<float2*>(out)); });
  expect_wide(cost(report, "// copy 8 bytes", Space::global, Op::load), 8);
  expect_wide(cost(report, "// copy 8 bytes", Space::global, Op::store), 8);
  const auto copy4 = kernel<const float4*, float4*>("copy4");
  report = launch({1, 1, 1}, {32, 1, 1}, [&] { copy4(in, out); });
  expect_wide(cost(report, "// copy 16 bytes", Space::global, Op::load), 16);
  expect_wide(cost(report, "// copy 16 bytes", Space::global, Op::store), 16);
}

TEST_F(Vectors, ComponentsAreRegisters) {
  auto* const in = buffer<int4>("in", 32);
  auto* const out = buffer<int4>("out", 32, false);
  for (int i = 0; i < 32; ++i) in[i] = make_int4(i, i, i, i);
  const auto scale = kernel<const int4*, int4*>("scale4");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { scale(in, out); });
  expect_wide(cost(report, "// load 16 bytes", Space::global, Op::load), 16);
  expect_wide(cost(report, "// store 16 bytes", Space::global, Op::store), 16);
  EXPECT_EQ(out[9].x, 18);
  EXPECT_EQ(out[9].w, 45);
}

TEST_F(Vectors, NarrowVectorsAreOneAccessToo) {
  auto* const bytes = buffer<uchar4>("bytes", 32);
  auto* const shorts = buffer<short2>("shorts", 32);
  auto* const floats = buffer<float2>("floats", 32);
  const auto run = kernel<const uchar4*, uchar4*, const short2*, short2*, const float2*, float2*>("narrow");
  const auto report =
      launch({1, 1, 1}, {32, 1, 1}, [&] { run(bytes, bytes, shorts, shorts, floats, floats); });
  expect_wide(cost(report, "// load 4 bytes as one", Space::global, Op::load), 4);
  expect_wide(cost(report, "// store 4 bytes as one", Space::global, Op::store), 4);
  expect_wide(cost(report, "// load two shorts", Space::global, Op::load), 4);
  expect_wide(cost(report, "// store two shorts", Space::global, Op::store), 4);
  expect_wide(cost(report, "// load two floats", Space::global, Op::load), 8);
  expect_wide(cost(report, "// store two floats", Space::global, Op::store), 8);
}

TEST_F(Vectors, OneComponentIsANarrowLoad) {
  auto* const in = buffer<float4>("in", 32);
  auto* const out = buffer<float>("out", 32, false);
  const auto one = kernel<const float4*, float*>("one_component");
  const auto load = cost(launch({1, 1, 1}, {32, 1, 1}, [&] { one(in, out); }), "// load 4 of 16 bytes",
                         Space::global, Op::load);
  EXPECT_EQ(load.width, 4U);
  EXPECT_EQ(load.sectors, 16U);
  EXPECT_EQ(load.least_sectors, 4U);
}

TEST_F(Vectors, ScalarsCanBeReadAsVectors) {
  auto* const in = buffer<float>("in", 128);
  auto* const out = buffer<float>("out", 128, false);
  for (int i = 0; i < 128; ++i) in[i] = static_cast<float>(i);
  const auto copy = kernel<const float*, float*>("reinterpret");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { copy(in, out); });
  expect_wide(cost(report, "// copy floats as vectors", Space::global, Op::load), 16);
  EXPECT_EQ(out[127], 127.0F);
}

TEST_F(Vectors, MadeVectorsAreStoredWhole) {
  auto* const small = buffer<int2>("small", 32, false);
  auto* const large = buffer<float4>("large", 32, false);
  const auto made = kernel<int2*, float4*>("made");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { made(small, large); });
  expect_wide(cost(report, "// make 8 bytes", Space::global, Op::store), 8);
  expect_wide(cost(report, "// make 16 bytes", Space::global, Op::store), 16);
  EXPECT_EQ(small[5].y, 7);
  EXPECT_EQ(large[5].w, 5.0F);
}

TEST_F(Vectors, DoublesToo) {
  auto* const in = buffer<double2>("in", 32);
  auto* const out = buffer<double2>("out", 32, false);
  const auto copy = kernel<const double2*, double2*>("doubles");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { copy(in, out); });
  expect_wide(cost(report, "// copy two doubles", Space::global, Op::load), 16);
}

TEST_F(Vectors, CachedLoadsAreLoads) {
  auto* const in = buffer<float4>("in", 32);
  auto* const out = buffer<float>("out", 32, false);
  for (int i = 0; i < 32; ++i) in[i] = make_float4(1, static_cast<float>(i), 0, 0);
  const auto cached = kernel<const float4*, float*, int>("cached");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { cached(in, out, 5); });
  expect_wide(cost(report, "// through the read-only cache", Space::global, Op::load), 16);
  EXPECT_EQ(out[0], 1.0F + 5);
  EXPECT_EQ(out[31], 2.0F + 5);
}

TEST_F(Vectors, AMergedStoreIsBookedToTheLineOfItsLowestPart) {
  auto* const in = buffer<float>("in", 32);
  auto* const out = buffer<float4>("out", 32);
  auto* const behind = buffer<float>("behind", 32);
  const auto run = kernel<const float*, float4*, float*>("one_by_one");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, behind); });
  expect_wide(cost(report, "// the lowest of four", Space::global, Op::store), 16);
  expect_wide(cost(report, "// behind the four", Space::global, Op::store), 4);
}

TEST_F(Vectors, OfElementsThatNobodyWroteAreUninitialisedReads) {
  auto* const in = buffer<float>("in", 32);
  auto* const out = buffer<float>("out", 128, false);
  const auto run = kernel<const float*, float*>("vector_of_unwritten");
  const auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); }));
  EXPECT_EQ(fault.kind, simt::FaultKind::uninitialized_read);
  EXPECT_EQ(fault.where.line, line_of("// unwritten"));
}
