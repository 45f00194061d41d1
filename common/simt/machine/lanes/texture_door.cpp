#include "lanes/texture_door.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "simt/words.h"

namespace simt {
namespace {

using abi::SurfaceBoundary;
using abi::TextureShape;

// The functions that a kernel calls, by TextureShape.
constexpr const char* kFetches[] = {"tex1Dfetch",   "tex1D",        "tex2D",      "tex3D",
                                    "tex1DLayered", "tex2DLayered", "texCubemap", "texCubemapLayered",
                                    "tex2Dgather"};
constexpr const char* kSurfaceReads[] = {
    "surface read",      "surf1Dread",        "surf2Dread",      "surf3Dread",
    "surf1DLayeredread", "surf2DLayeredread", "surfCubemapread", "surfCubemapLayeredread"};
constexpr const char* kSurfaceWrites[] = {
    "surface write",      "surf1Dwrite",        "surf2Dwrite",      "surf3Dwrite",
    "surf1DLayeredwrite", "surf2DLayeredwrite", "surfCubemapwrite", "surfCubemapLayeredwrite"};
constexpr const char* kShapes[] = {"linear memory",        "pitched memory", "a 1-D array",
                                   "a 2-D array",          "a 3-D array",    "layers of 1-D arrays",
                                   "layers of 2-D arrays", "a cubemap",      "layers of cubemaps"};

TextureShape shape_in(std::uint32_t what) {
  return static_cast<TextureShape>(std::min<std::uint32_t>(what & 0xFFU, std::uint32_t{8}));
}

bool suits(TextureShape asked, TexelShape given) {
  switch (asked) {
    case TextureShape::linear:
      return given == TexelShape::linear;
    case TextureShape::one:
      return given == TexelShape::one;
    case TextureShape::two:
    case TextureShape::gather:
      return given == TexelShape::two || given == TexelShape::pitched;
    case TextureShape::three:
      return given == TexelShape::three;
    case TextureShape::layered_one:
      return given == TexelShape::layered_one;
    case TextureShape::layered_two:
      return given == TexelShape::layered_two;
    case TextureShape::cube:
      return given == TexelShape::cube;
    case TextureShape::layered_cube:
      return given == TexelShape::layered_cube;
  }
  return false;
}

// "4 channels of 8 bits"
std::string format_text(unsigned channels, unsigned bits, bool is_floating) {
  return plural(channels, "channel") + " of " + std::to_string(bits) + " bits" +
         (is_floating ? " (floats)" : "");
}

// The type between < and >.
TexelFormat asked_format(std::uint32_t what) {
  const bool is_floating = (what >> 24U & 1U) != 0;
  return {is_floating ? TexelKind::floating : TexelKind::unsigned_integer,
          static_cast<std::uint8_t>(what >> 16U), static_cast<std::uint8_t>(what >> 8U)};
}

// Says what is wrong with the requested type, or nothing if it fits. Channels that the type lacks are left
// out.
std::string wrong_type(const TextureDescription& texture, const TexelFormat& asked, const char* function) {
  const TexelFormat& format = texture.memory.format;
  if (format.kind == TexelKind::untyped) {
    if (asked.bytes() == format.bytes()) return "";
    return "fetch of " + plural(asked.bytes(), "byte") + " from a texture whose elements have " +
           plural(format.bytes(), "byte");
  }
  const bool asks_for_floats = asked.kind == TexelKind::floating;
  const bool gives_floats = texture.as_fraction || format.kind == TexelKind::floating;
  const unsigned given_bits = gives_floats ? 32 : format.bits;
  if (asks_for_floats == gives_floats && asked.bits == given_bits) return "";
  return std::string(function) + " asks for " + format_text(asked.channels, asked.bits, asks_for_floats) +
         " from a texture whose elements give " + format_text(format.channels, given_bits, gives_floats);
}

}  // namespace

const TextureObject& TextureDoor::object(std::uint32_t place, std::uint64_t handle, const char* function,
                                         bool is_surface) {
  const std::string kind = is_surface ? "surface object" : "texture object";
  const TextureObject* const found = launch_->textures->find(handle);
  if (found == nullptr) {
    const bool was_destroyed = launch_->textures->was_destroyed(handle);
    lane_.stop(FaultKind::crash,
               std::string(function) + " uses a " + kind +
                   (was_destroyed ? " that has been destroyed" : " that does not exist"),
               place,
               was_destroyed
                   ? "destroy the object after the last launch that uses it"
                   : "pass the object that cudaCreate" + std::string(is_surface ? "Surface" : "Texture") +
                         "Object gave, and test what it returned");
  }
  if (found->is_surface != is_surface) {
    lane_.stop(
        FaultKind::crash,
        std::string(function) + " uses a " + (is_surface ? "texture" : "surface") + " object as a " + kind,
        place);
  }
  if (found->is_released) {
    lane_.stop(FaultKind::out_of_bounds,
               std::string(function) + " uses a " + kind + " whose memory has been released", place,
               "free the array or the buffer after the last launch that uses it");
  }
  return *found;
}

void TextureDoor::require_shape(std::uint32_t place, const char* function, std::uint32_t what,
                                const TexelMemory& memory) {
  if (suits(shape_in(what), memory.shape)) return;
  lane_.stop(FaultKind::crash,
             std::string(function) + " is not for " + kShapes[static_cast<std::size_t>(memory.shape)] +
                 ", which the object was created over",
             place, "use the function of the object's dimensions");
}

// One entry of the log, whatever the access touches. Elements of linear memory are logged by their address.
void TextureDoor::log_texels(std::uint32_t place, const TexelMemory& memory, const Taps& taps, Op op,
                             bool is_fetch) {
  TexelAccess texels;
  for (unsigned i = 0; i < taps.count; ++i) {
    const unsigned char* const texel = taps.all[i].texel;
    if (texel != nullptr) texels.add(reinterpret_cast<std::uintptr_t>(texel), sector_of(memory, texel));
  }
  if (texels.count == 0) return;
  Region* const region = memory_.find(texels.addresses[0]);
  if (region == nullptr) {
    lane_.stop(FaultKind::out_of_bounds, "access to a texture or surface whose memory has been released",
               place);
  }
  if (op == Op::load) {
    region->note_load();
  } else {
    region->note_store();
  }
  const auto bytes = static_cast<std::uint32_t>(memory.format.bytes());
  if (memory.shape == TexelShape::linear) {
    judge_.uses().note_texture(place, bytes, op, is_fetch);
    lane_.log(place, texels.addresses[0]);
  } else {
    lane_.log(place, judge_.texels().note(place, bytes, op, is_fetch, texels));
  }
}

abi::Pair TextureDoor::fetch(std::uint32_t place, std::uint64_t handle, std::uint32_t what,
                             const std::array<std::uint32_t, 4>& coordinates) {
  const char* const function = kFetches[static_cast<std::size_t>(shape_in(what))];
  TextureDescription texture = object(place, handle, function, false).description;
  require_shape(place, function, what, texture.memory);
  const TexelFormat asked = asked_format(what);
  if (std::string wrong = wrong_type(texture, asked, function); !wrong.empty()) {
    lane_.stop(
        FaultKind::crash, std::move(wrong), place,
        "the type between < and > is that of the texture's elements; it is floats where the texture was "
        "created with cudaReadModeNormalizedFloat");
  }
  if (texture.memory.format.kind == TexelKind::untyped) texture.memory.format = asked;
  FetchCoordinates where;
  for (unsigned axis = 0; axis < 3; ++axis) where.at[axis] = float_of(coordinates[axis]);
  where.index = static_cast<std::int32_t>(coordinates[0]);
  where.layer = static_cast<std::int32_t>(coordinates[3]);
  const bool gathers = shape_in(what) == TextureShape::gather;
  const Taps taps = taps_of(texture, where, gathers);
  log_texels(place, texture.memory, taps, Op::load, true);
  const int gathered =
      gathers ? static_cast<int>((what & 0xFFU) - static_cast<std::uint32_t>(shape_in(what))) : -1;
  const Registers value = sampled(texture, taps, gathered);
  abi::Pair result;
  result.low = value[0] | std::uint64_t{value[1]} << 32U;
  result.high = value[2] | std::uint64_t{value[3]} << 32U;
  return result;
}

// The texel that a surface's access is for; null: there is none, and nothing happens.
unsigned char* TextureDoor::surface_texel(std::uint32_t place, const TexelMemory& memory, std::uint32_t what,
                                          const std::array<std::int32_t, 3>& at, const char* function) {
  const auto boundary = static_cast<SurfaceBoundary>(what >> 8U & 0xFFU);
  const auto element = static_cast<std::int64_t>(memory.format.bytes());
  const std::uint32_t bytes = what >> 16U & 0xFFU;
  if (bytes != memory.format.bytes()) {
    lane_.stop(FaultKind::crash,
               std::string(function) + " of " + plural(bytes, "byte") + " on a surface whose elements have " +
                   plural(memory.format.bytes(), "byte"),
               place, "the type between < and > is the array's element");
  }
  const std::array<std::int64_t, 3> sizes{static_cast<std::int64_t>(memory.width) * element,
                                          static_cast<std::int64_t>(memory.height),
                                          static_cast<std::int64_t>(memory.slices)};
  std::array<std::int64_t, 3> inside{};
  bool is_outside = false;
  for (unsigned axis = 0; axis < 3; ++axis) {
    inside[axis] = std::clamp<std::int64_t>(at[axis], 0, sizes[axis] - (axis == 0 ? element : 1));
    is_outside |= at[axis] < 0 || at[axis] >= sizes[axis];
  }
  if (at[0] % element != 0) {
    lane_.stop(FaultKind::misaligned,
               std::string(function) + " at byte " + std::to_string(at[0]) + " of a row of elements of " +
                   plural(bytes, "byte"),
               place, "x counts bytes: multiply the column by the element's size");
  }
  if (is_outside && boundary == SurfaceBoundary::zero) return nullptr;
  if (is_outside && boundary == SurfaceBoundary::trap) {
    lane_.stop(FaultKind::out_of_bounds,
               std::string(function) + " outside of the surface: byte " + std::to_string(at[0]) + " of row " +
                   std::to_string(at[1]) + (sizes[2] > 1 ? ", slice " + std::to_string(at[2]) : "") +
                   "; it has rows of " + plural(sizes[0], "byte") + ", " + plural(sizes[1], "row") +
                   (sizes[2] > 1 ? ", " + std::to_string(sizes[2]) + " slices" : ""),
               place, "x counts bytes: multiply the column by the element's size, once");
  }
  auto* const begin = static_cast<unsigned char*>(const_cast<void*>(memory.begin));
  return begin + static_cast<std::size_t>(inside[2]) * memory.slice_bytes +
         static_cast<std::size_t>(inside[1]) * memory.row_bytes + static_cast<std::size_t>(inside[0]);
}

abi::Pair TextureDoor::load_surface(std::uint32_t place, std::uint64_t handle, std::uint32_t what,
                                    const std::array<std::int32_t, 3>& at) {
  const char* const function = kSurfaceReads[static_cast<std::size_t>(shape_in(what)) % 8];
  const TexelMemory& memory = object(place, handle, function, true).memory();
  require_shape(place, function, what, memory);
  const unsigned char* const texel = surface_texel(place, memory, what, at, function);
  abi::Pair value;
  if (texel == nullptr) return value;
  Taps taps;
  taps.add(texel, 1);
  log_texels(place, memory, taps, Op::load, false);
  std::memcpy(&value, texel, memory.format.bytes());
  return value;
}

void TextureDoor::store_surface(std::uint32_t place, std::uint64_t handle, std::uint32_t what,
                                const std::array<std::int32_t, 3>& at, const abi::Pair& value) {
  const char* const function = kSurfaceWrites[static_cast<std::size_t>(shape_in(what)) % 8];
  const TexelMemory& memory = object(place, handle, function, true).memory();
  require_shape(place, function, what, memory);
  unsigned char* const texel = surface_texel(place, memory, what, at, function);
  if (texel == nullptr) return;
  Taps taps;
  taps.add(texel, 1);
  log_texels(place, memory, taps, Op::store, false);
  std::memcpy(texel, &value, memory.format.bytes());
}

}  // namespace simt
