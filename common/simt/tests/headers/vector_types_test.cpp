#include <cuda_runtime.h>

#include "module_test.h"

using simt::Op;
using simt::Space;

SIMT_MODULE_TEST(VectorTypes, "vector_types");

TEST_F(VectorTypes, EachIsMadeOfItsComponents) {
  int* const out = buffer<int>("out", 12, false);
  const auto run = kernel<int*>("make_each");
  launch({1, 1, 1}, {1, 1, 1}, [&] { run(out); });
  for (int i = 0; i < 12; ++i) EXPECT_EQ(out[i], 1 + 3 + 4 + 5) << i;
}

TEST_F(VectorTypes, BracesFillWithZeros) {
  auto* const out = buffer<float4>("out", 64, false);
  auto* const out2 = buffer<float2>("out2", 32, false);
  const auto run = kernel<float4*, float2*>("braces");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(out, out2); }).faults.empty());
  EXPECT_EQ(out[5].x, 0.0F);
  EXPECT_EQ(out[5].y, 1.0F);
  EXPECT_EQ(out[32].x, 1.0F);
  EXPECT_EQ(out[32].y, 0.0F);
  EXPECT_EQ(out[32].w, 6.0F);
  EXPECT_EQ(out2[3].x, 5.0F);
}

TEST_F(VectorTypes, ComponentsAloneDoNotSplitALoad) {
  auto* const in = buffer<longlong2>("in", 32);
  auto* const out = buffer<float>("out", 32, false);
  const auto run =
      kernel<const void*, const void*, const void*, const void*, const void*, float*>("components_only");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, in, in, in, in, out); });
  EXPECT_EQ(cost(report, "// load uchar4", Space::global, Op::load).width, 4U);
  EXPECT_EQ(cost(report, "// load short2", Space::global, Op::load).width, 4U);
  EXPECT_EQ(cost(report, "// load float2", Space::global, Op::load).width, 8U);
  EXPECT_EQ(cost(report, "// load longlong2", Space::global, Op::load).width, 16U);
  EXPECT_EQ(cost(report, "// load short4", Space::global, Op::load).width, 8U);
}

// nvcc makes three 4-byte accesses of it: the alignment is a float's.
TEST_F(VectorTypes, ThreeComponentsAreThreeAccesses) {
  auto* const in = buffer<float3>("in", 32);
  auto* const out = buffer<float3>("out", 32, false);
  for (int i = 0; i < 32; ++i) in[i] = make_float3(static_cast<float>(i), 1, 2);
  const auto run = kernel<const float3*, float3*>("threes");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); });
  for (const Op op : {Op::load, Op::store}) {
    const auto access =
        cost(report, op == Op::load ? "// load three floats" : "// store three floats", Space::global, op);
    EXPECT_EQ(access.width, 4U);
    EXPECT_EQ(access.requests, 3U);
    EXPECT_EQ(access.sectors, 3U * 12);
  }
  EXPECT_EQ(out[9].x, 2.0F);
  EXPECT_EQ(out[9].z, 9.0F);
}

TEST_F(VectorTypes, InSharedMemoryToo) {
  auto* const in = buffer<float4>("in", 64);
  auto* const out = buffer<float4>("out", 64, false);
  for (int i = 0; i < 64; ++i) in[i] = make_float4(static_cast<float>(i), 0, 0, 0);
  const auto run = kernel<const float4*, float4*>("shared_vectors");
  const auto report = launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out); });
  EXPECT_TRUE(report.faults.empty());
  const auto store = cost(report, "// store to shared", Space::shared, Op::store);
  EXPECT_EQ(store.width, 16U);
  EXPECT_EQ(store.wavefronts, 2U * 4);
  EXPECT_EQ(store.bank_conflicts, 0U);
  EXPECT_EQ(cost(report, "// load from shared", Space::shared, Op::load).width, 16U);
  EXPECT_EQ(out[60].x, 3.0F + 1);
}

TEST_F(VectorTypes, AStructOfVectorsMovesVectorByVector) {
  auto* const in = buffer<float4>("in", 64);
  auto* const out = buffer<float4>("out", 64, false);
  for (int i = 0; i < 64; ++i) in[i] = make_float4(static_cast<float>(i), 0, 0, 0);
  const auto run = kernel<const float4*, float4*>("structs_of_vectors");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); });
  for (const Op op : {Op::load, Op::store}) {
    const auto access =
        cost(report, op == Op::load ? "// load particle" : "// store particle", Space::global, op);
    EXPECT_EQ(access.width, 16U);
    EXPECT_EQ(access.requests, 2U);
    EXPECT_EQ(access.sectors, 2U * 32);
  }
  EXPECT_EQ(out[6].x, 6.0F + 7);
}

TEST_F(VectorTypes, AnAlignedStructOf8BytesMovesWhole) {
  auto* const in = buffer<float2>("in", 32);
  auto* const out = buffer<float2>("out", 32, false);
  const auto run = kernel<const float2*, float2*>("aligned_structs");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); });
  EXPECT_EQ(cost(report, "// copy aligned struct", Space::global, Op::load).width, 8U);
  EXPECT_EQ(cost(report, "// copy aligned struct", Space::global, Op::store).width, 8U);
}

TEST_F(VectorTypes, APlainStructMovesWordByWord) {
  auto* const pairs = buffer<float>("pairs", 65);
  auto* const pairs_out = buffer<float>("pairs_out", 65, false);
  auto* const bodies = buffer<float>("bodies", 256);
  auto* const bodies_out = buffer<float>("bodies_out", 256, false);
  for (int i = 0; i < 65; ++i) pairs[i] = static_cast<float>(i);
  const auto run = kernel<const float*, float*, const float*, float*>("plain_structs");
  // The arrays begin at the second float, which is no multiple of 8 bytes, and need not be one.
  const auto report =
      launch({1, 1, 1}, {32, 1, 1}, [&] { run(pairs + 1, pairs_out + 1, bodies, bodies_out); });
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(pairs_out[64], 64.0F);
  for (const Op op : {Op::load, Op::store}) {
    const auto pair = cost(report, "// copy pair", Space::global, op);
    EXPECT_EQ(pair.width, 4U);
    EXPECT_EQ(pair.requests, 2U);
    const auto body = cost(report, "// copy body", Space::global, op);
    EXPECT_EQ(body.width, 4U);
    EXPECT_EQ(body.requests, 8U);
    EXPECT_EQ(body.sectors, 8U * 32);
  }
}
