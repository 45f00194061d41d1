#include <numeric>

#include "device/simt_vector_types.h"
#include "module_test.h"

using simt::FaultKind;
using simt::Op;
using simt::Space;

SIMT_MODULE_TEST(Textures, "textures");

TEST_F(Textures, FetchElementsAndCountSectorsForEachEightLanes) {
  auto* const data = buffer<float>("data", 1024);
  auto* const index = buffer<int>("index", 32);
  auto* const out = buffer<float>("out", 32, false);
  std::iota(data, data + 1024, 0.0F);
  for (int t = 0; t < 32; ++t) index[t] = 2 * t;
  const auto texture = machine_.create_texture(data, 1024, sizeof(float));
  const auto run = kernel<unsigned long long, const int*, float*>("gather");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(texture, index, out); });
  EXPECT_TRUE(report.faults.empty());
  for (int t = 0; t < 32; ++t) EXPECT_EQ(out[t], static_cast<float>(2 * t));
  const auto fetch = cost(report, "// one float", Space::texture, Op::load);
  EXPECT_EQ(fetch.requests, 1U);
  EXPECT_EQ(fetch.wavefronts, 4U);
  EXPECT_EQ(fetch.sectors, 8U);
  EXPECT_EQ(fetch.example.array, "data");
}

TEST_F(Textures, OutsideTheyReadZero) {
  auto* const data = buffer<float>("data", 64);
  auto* const index = buffer<int>("index", 32);
  auto* const out = buffer<float>("out", 32, false);
  std::fill(data, data + 64, 5.0F);
  for (int t = 0; t < 32; ++t) index[t] = t < 16 ? t : t < 24 ? -t : 1000 + t;
  const auto texture = machine_.create_texture(data, 64, sizeof(float));
  const auto run = kernel<unsigned long long, const int*, float*>("gather");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(texture, index, out); }).faults.empty());
  for (int t = 0; t < 32; ++t) EXPECT_EQ(out[t], t < 16 ? 5.0F : 0.0F);
}

TEST_F(Textures, OfVectorsAndBytes) {
  auto* const data = buffer<float>("data", 256);
  auto* const index = buffer<int>("index", 32);
  auto* const out = buffer<float4>("out", 32, false);
  std::iota(data, data + 256, 0.0F);
  std::iota(index, index + 32, 0);
  const auto vectors = machine_.create_texture(data, 64, sizeof(float4));
  const auto run4 = kernel<unsigned long long, const int*, float4*>("gather4");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run4(vectors, index, out); });
  EXPECT_TRUE(report.faults.empty());
  for (int t = 0; t < 32; ++t) EXPECT_EQ(out[t].z, static_cast<float>(4 * t + 2));
  EXPECT_EQ(cost(report, "// four floats", Space::texture, Op::load).wavefronts, 8U);
  EXPECT_EQ(cost(report, "// four floats", Space::texture, Op::load).sectors, 16U);

  auto* const small = buffer<unsigned char>("small", 96);
  int* const ints = buffer<int>("ints", 32, false);
  for (int i = 0; i < 96; ++i) small[i] = static_cast<unsigned char>(i);
  const auto texture = machine_.create_texture(small, 96, 1);
  const auto run1 = kernel<unsigned long long, int*>("bytes");
  EXPECT_EQ(cost(launch({1, 1, 1}, {32, 1, 1}, [&] { run1(texture, ints); }), "// one byte", Space::texture,
                 Op::load)
                .sectors,
            6U);
  for (int t = 0; t < 32; ++t) EXPECT_EQ(ints[t], 3 * t);
}

TEST_F(Textures, MistakesAreNamed) {
  auto* const data = buffer<float>("data", 64, false);
  auto* const index = buffer<int>("index", 32);
  auto* const out = buffer<float>("out", 32, false);
  std::iota(index, index + 32, 0);
  const auto run = kernel<unsigned long long, const int*, float*>("gather");
  const auto texture = machine_.create_texture(data, 64, sizeof(float));
  auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(texture, index, out); }));
  EXPECT_EQ(fault.kind, FaultKind::uninitialized_read);
  EXPECT_EQ(fault.where.line, line_of("// one float"));
  const auto doubles = machine_.create_texture(data, 32, sizeof(double));
  fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(doubles, index, out); }));
  EXPECT_EQ(fault.message, "fetch of 4 bytes from a texture whose elements have 8 bytes");
  machine_.destroy_texture(texture);
  fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(texture, index, out); }));
  EXPECT_EQ(fault.message, "tex1Dfetch uses a texture object that has been destroyed");
  fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(0, index, out); }));
  EXPECT_EQ(fault.message, "tex1Dfetch uses a texture object that does not exist");
  EXPECT_THROW(machine_.create_texture(data, 20, 12), simt::Error);
}
