// What a fetch from a texture reads, and what it gives. CUDA C++ Programming Guide, "Texture Fetching". Held
// to an H200's answers by tests/texture_sampling_test.cpp.
#pragma once

#include <array>
#include <cstdint>

#include "contract/module_abi.h"
#include "simt/texture.h"
#include "textures/texel_values.h"

namespace simt {

// Coordinates as the kernel passes them: floats, or for linear memory the number of the element.
struct FetchCoordinates {
  std::array<float, 3> at{};
  std::int32_t index = 0;
  std::int32_t layer = 0;
};

// One texel of a fetch. Outside of the texture it has the border's colour.
struct Tap {
  const unsigned char* texel = nullptr;  // null: the border
  float weight = 1;
};

// The texels of a fetch, in the order in which tex2Dgather gives them where it is one of a plane: two texels
// an axis that is filtered.
struct Taps {
  std::array<Tap, 8> all;
  unsigned count = 0;

  void add(const unsigned char* texel, float weight) { all[count++] = {texel, weight}; }
};

Taps taps_of(const TextureDescription& texture, const FetchCoordinates& where, bool gathers);

// The value, as `gathered` >= 0 asks: of four texels that channel each.
Registers sampled(const TextureDescription& texture, const Taps& taps, int gathered);

}  // namespace simt
