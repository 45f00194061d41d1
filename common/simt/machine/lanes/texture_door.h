// Textures and surfaces: what a kernel asks for is checked against what the object is, looked up, and logged as a
// request.
#pragma once

#include <array>
#include <cstdint>

#include "contract/module_abi.h"
#include "lanes/running_lane.h"
#include "loading/launch.h"
#include "memory/memory_map.h"
#include "requests/request_judge.h"
#include "textures/texture_sampling.h"
#include "textures/textures.h"

namespace simt {

class TextureDoor {
 public:
  TextureDoor(RunningLane& lane, MemoryMap& memory, RequestJudge& judge)
      : lane_(lane), memory_(memory), judge_(judge) {}

  void begin_launch(const Launch& launch) { launch_ = &launch; }

  // `what`: see module_abi.h.
  abi::Pair fetch(std::uint32_t place, std::uint64_t handle, std::uint32_t what,
                  const std::array<std::uint32_t, 4>& coordinates);
  abi::Pair load_surface(std::uint32_t place, std::uint64_t handle, std::uint32_t what,
                         const std::array<std::int32_t, 3>& at);
  void store_surface(std::uint32_t place, std::uint64_t handle, std::uint32_t what,
                     const std::array<std::int32_t, 3>& at, const abi::Pair& value);

 private:
  const TextureObject& object(std::uint32_t place, std::uint64_t handle, const char* function,
                              bool is_surface);
  void require_shape(std::uint32_t place, const char* function, std::uint32_t what,
                     const TexelMemory& memory);
  unsigned char* surface_texel(std::uint32_t place, const TexelMemory& memory, std::uint32_t what,
                               const std::array<std::int32_t, 3>& at, const char* function);
  void log_texels(std::uint32_t place, const TexelMemory& memory, const Taps& taps, Op op, bool is_fetch);

  RunningLane& lane_;
  MemoryMap& memory_;
  RequestJudge& judge_;
  const Launch* launch_ = nullptr;
};

}  // namespace simt
