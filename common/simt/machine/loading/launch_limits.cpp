#include "loading/launch_limits.h"

#include <algorithm>
#include <array>

#include "contract/module_abi.h"

namespace simt {
namespace {

struct Limit {
  const char* what;
  std::uint64_t asked;
  std::uint64_t most;
};

}  // namespace

std::string why_refused(const Kernel& kernel, const LaunchShape& shape) {
  if (shape.grid.volume() == 0 || shape.block.volume() == 0)
    return "the launch has no threads: a grid or block dimension is 0";
  const std::array<Limit, 8> limits{
      {{"threads in a block", shape.block.volume(), 1024},
       {"block.x", shape.block.x, 1024},
       {"block.y", shape.block.y, 1024},
       {"block.z", shape.block.z, 64},
       {"grid.x", shape.grid.x, 2147483647},
       {"grid.y", shape.grid.y, 65535},
       {"grid.z", shape.grid.z, 65535},
       {"bytes of dynamic shared memory", shape.dynamic_shared_bytes, abi::kDynamicSharedCapacity}}};
  for (const Limit& limit : limits) {
    if (limit.asked > limit.most) {
      return "the launch asks for " + std::to_string(limit.asked) + " " + limit.what +
             ", a GPU takes at most " + std::to_string(limit.most);
    }
  }
  if (kernel.most_threads != 0 && shape.block.volume() > kernel.most_threads) {
    return "the launch asks for " + std::to_string(shape.block.volume()) +
           " threads in a block, the kernel's __launch_bounds__ allow at most " +
           std::to_string(kernel.most_threads);
  }
  const std::uint64_t shared = kernel.code->static_shared_bytes + shape.dynamic_shared_bytes;
  if (shared > abi::kDynamicSharedCapacity) {
    return "the launch asks for " + std::to_string(shared) + " bytes of shared memory (" +
           std::to_string(kernel.code->static_shared_bytes) + " static, " +
           std::to_string(shape.dynamic_shared_bytes) + " dynamic), a GPU takes at most " +
           std::to_string(abi::kDynamicSharedCapacity);
  }
  return "";
}

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability", 9.0; and 1 KiB of shared
// memory that each block takes for the system ("Shared Memory" there).
std::uint64_t resident_threads(const Kernel& kernel, const LaunchShape& shape) {
  constexpr std::uint64_t kWarps = 64;
  constexpr std::uint64_t kBlocks = 32;
  constexpr std::uint64_t kShared = std::uint64_t{228} * 1024;
  constexpr std::uint64_t kSystemShared = 1024;
  const std::uint64_t warps = (shape.block.volume() + kWarpSize - 1) / kWarpSize;
  const std::uint64_t shared = kernel.code->static_shared_bytes + shape.dynamic_shared_bytes + kSystemShared;
  if (warps == 0) return 0;
  return std::min({kBlocks, kWarps / warps, kShared / shared}) * shape.block.volume();
}

std::uint64_t resident_blocks_of_gpu(const Kernel& kernel, const LaunchShape& shape) {
  constexpr std::uint64_t kMultiprocessors = 132;
  constexpr std::uint64_t kRegisters = 65536;  // of an SM
  const std::uint64_t threads = (shape.block.volume() + kWarpSize - 1) / kWarpSize * kWarpSize;
  const std::uint64_t registers = std::max(kernel.code->registers, 1U) * threads;
  const std::uint64_t of_sm =
      std::min(resident_threads(kernel, shape) / shape.block.volume(), kRegisters / registers);
  return std::max<std::uint64_t>(of_sm, 1) * kMultiprocessors;
}

}  // namespace simt
