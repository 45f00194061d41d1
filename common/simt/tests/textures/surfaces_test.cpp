// Textures of two dimensions, and surfaces, as kernels use them: values, costs, mistakes.
#include <numeric>

#include "device/simt_vector_types.h"
#include "module_test.h"

using simt::FaultKind;
using simt::Op;
using simt::Space;

namespace {

// A plane of `width` floats in rows, as cudaMallocArray makes it.
simt::TexelMemory plane_of(const void* memory, std::size_t width, std::size_t height) {
  simt::TexelMemory plane;
  plane.begin = memory;
  plane.shape = simt::TexelShape::two;
  plane.width = width;
  plane.height = height;
  plane.row_bytes = width * sizeof(float);
  plane.slice_bytes = plane.row_bytes * height;
  return plane;
}

simt::TextureDescription texture_of(const simt::TexelMemory& memory) {
  simt::TextureDescription texture;
  texture.memory = memory;
  return texture;
}

}  // namespace

SIMT_MODULE_TEST(Surfaces, "surfaces");

TEST_F(Surfaces, APlaneIsFetchedAndCounted) {
  auto* const data = buffer<float>("data", 64 * 16);
  auto* const at = buffer<float2>("at", 32);
  auto* const out = buffer<float>("out", 32, false);
  std::iota(data, data + 64 * 16, 0.0F);
  for (int t = 0; t < 32; ++t) at[t] = {static_cast<float>(t) + 0.5F, 3.5F};
  simt::TextureDescription description = texture_of(plane_of(data, 64, 16));
  const auto run = kernel<unsigned long long, const float2*, float*>("sample");
  const auto points = machine_.create_texture(description);
  auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(points, at, out); });
  EXPECT_TRUE(report.faults.empty());
  for (int t = 0; t < 32; ++t) EXPECT_EQ(out[t], static_cast<float>(3 * 64 + t));
  auto fetch = cost(report, "// a plane", Space::texture, Op::load);
  EXPECT_EQ(fetch.requests, 1U);
  EXPECT_EQ(fetch.wavefronts, 8U);
  EXPECT_EQ(fetch.sectors, 8U);
  EXPECT_EQ(fetch.example.array, "data");
  description.filters = true;
  const auto filtered = machine_.create_texture(description);
  report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(filtered, at, out); });
  EXPECT_EQ(out[5], static_cast<float>(3 * 64 + 5));
  // Three rows and five columns for each four lanes.
  EXPECT_EQ(cost(report, "// a plane", Space::texture, Op::load).sectors, 8U * 4U);
}

TEST_F(Surfaces, AreReadAndWritten) {
  auto* const from = buffer<float>("from", 64 * 16);
  auto* const to = buffer<float>("to", 64 * 16, false);
  std::iota(from, from + 64 * 16, 0.0F);
  const auto source = machine_.create_surface(plane_of(from, 64, 16));
  const auto target = machine_.create_surface(plane_of(to, 64, 16));
  const auto run = kernel<unsigned long long, unsigned long long, int, int>("copy_row");
  auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(source, target, 5, 0); });
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(to[5 * 64 + 31], from[5 * 64 + 31]);
  EXPECT_TRUE(machine_.is_written(to + 5 * 64, 128));
  EXPECT_FALSE(machine_.is_written(to + 5 * 64 + 32, 4));
  EXPECT_EQ(cost(report, "// a row", Space::texture, Op::load).wavefronts, 4U);
  EXPECT_EQ(cost(report, "// another row", Space::texture, Op::store).sectors, 8U);
  auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(source, target, 16, 0); }));
  EXPECT_EQ(fault.kind, FaultKind::out_of_bounds);
  EXPECT_EQ(fault.where.line, line_of("// a row"));
  EXPECT_EQ(fault.message,
            "surf2Dread outside of the surface: byte 0 of row 16; it has rows of 256 bytes, 16 rows");
  fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(source, target, 5, 2); }));
  EXPECT_EQ(fault.kind, FaultKind::misaligned);
  EXPECT_EQ(fault.where.line, line_of("// another row"));
}

TEST_F(Surfaces, OutsideTheyClampOrAreZero) {
  auto* const data = buffer<float>("data", 16 * 4);
  int* const out = buffer<int>("out", 64, false);
  for (int i = 0; i < 16 * 4; ++i) reinterpret_cast<int*>(data)[i] = i + 1;
  const auto surface = machine_.create_surface(plane_of(data, 16, 4));
  const auto run = kernel<unsigned long long, int*>("at_the_edge");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(surface, out); }).faults.empty());
  for (int t = 0; t < 32; ++t) {
    const int x = t - 8;
    EXPECT_EQ(out[2 * t], std::min(std::max(x, 0), 15) + 1);
    EXPECT_EQ(out[2 * t + 1], x < 0 || x > 15 ? 0 : x + 1);
  }
}

TEST_F(Surfaces, OfOtherShapes) {
  auto* const volume = buffer<float>("volume", 32 * 2 * 3);
  auto* const layers = buffer<float2>("layers", 32 * 2 * 2);
  auto* const row = buffer<short>("row", 32);
  auto* const out = buffer<float>("out", 32, false);
  simt::TexelMemory of_volume = plane_of(volume, 32, 2);
  of_volume.shape = simt::TexelShape::three;
  of_volume.slices = 3;
  simt::TexelMemory of_layers = plane_of(layers, 32, 2);
  of_layers.shape = simt::TexelShape::layered_two;
  of_layers.format.channels = 2;
  of_layers.slices = 2;
  of_layers.row_bytes *= 2;
  of_layers.slice_bytes *= 2;
  simt::TexelMemory of_row = plane_of(row, 32, 1);
  of_row.shape = simt::TexelShape::one;
  of_row.format = {simt::TexelKind::signed_integer, 16, 1};
  of_row.row_bytes = of_row.slice_bytes = 64;
  const auto run = kernel<unsigned long long, unsigned long long, unsigned long long, float*>("volumes");
  const auto a = machine_.create_surface(of_volume);
  const auto b = machine_.create_surface(of_layers);
  const auto c = machine_.create_surface(of_row);
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(a, b, c, out); }).faults.empty());
  for (int t = 0; t < 32; ++t) EXPECT_EQ(out[t], static_cast<float>(2 * (t ^ 1) + 2));
  EXPECT_EQ(volume[(2 * 2 + 1) * 32 + 9], 9.0F);
  EXPECT_EQ(layers[(1 * 2 + 1) * 32 + 9].y, 2.0F);
}

TEST_F(Surfaces, MistakesAreNamed) {
  auto* const data = buffer<float>("data", 16 * 4);
  auto* const out = buffer<float>("out", 32, false);
  const auto texture = machine_.create_texture(texture_of(plane_of(data, 16, 4)));
  const auto ints = kernel<unsigned long long, float*>("wrong_type");
  auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { ints(texture, out); }));
  EXPECT_EQ(fault.message,
            "tex2D asks for 1 channel of 32 bits from a texture whose elements give 1 channel of 32 bits "
            "(floats)");
  EXPECT_EQ(fault.where.line, line_of("// integers of floats"));
  const auto volume = kernel<unsigned long long, float*>("wrong_shape");
  fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { volume(texture, out); }));
  EXPECT_EQ(fault.message, "tex3D is not for a 2-D array, which the object was created over");
  const auto surface = machine_.create_surface(plane_of(data, 16, 4));
  fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { volume(surface, out); }));
  EXPECT_EQ(fault.message, "tex3D uses a surface object as a texture object");
  machine_.release(data);
  fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { volume(texture, out); }));
  EXPECT_EQ(fault.kind, FaultKind::out_of_bounds);
  EXPECT_EQ(fault.message, "tex3D uses a texture object whose memory has been released");
}

TEST_F(Surfaces, ATextureMayNotShowWhatTheLaunchStored) {
  auto* const data = buffer<float>("data", 32 * 4);
  auto* const out = buffer<float>("out", 32, false);
  const auto texture = machine_.create_texture(texture_of(plane_of(data, 32, 4)));
  const auto surface = machine_.create_surface(plane_of(data, 32, 4));
  const auto run = kernel<unsigned long long, unsigned long long, float*>("write_then_fetch");
  const auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(surface, texture, out); }));
  EXPECT_EQ(fault.kind, FaultKind::race);
  EXPECT_EQ(fault.where.line, line_of("// the fetch"));
  EXPECT_EQ(fault.other.line, line_of("// the store"));
  EXPECT_EQ(fault.message,
            "texture fetch of `data[0]`, which line " + std::to_string(fault.other.line) +
                " stores to in the same launch: the texture cache may still hold the value from "
                "before");
}
