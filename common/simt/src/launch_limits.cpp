#include "launch_limits.h"

#include <array>

#include "module_stamp.h"

namespace simt {
namespace {

struct Limit {
  const char* what;
  std::uint64_t asked;
  std::uint64_t most;
};

}  // namespace

std::string why_refused(const LaunchShape& shape) {
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
       {"bytes of dynamic shared memory", shape.dynamic_shared_bytes, SIMT_DYNAMIC_SHARED_CAPACITY}}};
  for (const Limit& limit : limits) {
    if (limit.asked > limit.most) {
      return "the launch asks for " + std::to_string(limit.asked) + " " + limit.what +
             ", a GPU takes at most " + std::to_string(limit.most);
    }
  }
  return "";
}

}  // namespace simt
