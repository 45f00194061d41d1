// geam_launch's answer: run for one shape, read back, and held to what a GPU takes. What is wrong with it is
// a failure at the line that wrote it.
#include <array>
#include <cstddef>

#include "geam_problem.h"
#include "lab/expectations.h"

namespace geam {
namespace {

using lab::LaunchResult;

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability". More dynamic shared memory
// than 48 KiB needs a call of the host.
constexpr int kMostThreads = 1024;
constexpr int kMostBlocksAlongY = 65535;
constexpr int kMostDynamicShared = 48 * 1024;

class LaunchQuestion : public lab::Problem {
 public:
  explicit LaunchQuestion(Shape shape)
      : Problem(lab::checked("launch"), shape.text()), launch(*this, "launch", 1) {}

  lab::Output<GeamLaunch> launch;
};

struct Member {
  const char* name;
  std::size_t offset;
  int value;
  int least;
  int most;
};

std::array<Member, 5> members_of(const GeamLaunch& asked) {
  constexpr int kAny = 2147483647;
  return {{{"grid_x", offsetof(GeamLaunch, grid_x), asked.grid_x, 1, kAny},
           {"grid_y", offsetof(GeamLaunch, grid_y), asked.grid_y, 1, kMostBlocksAlongY},
           {"block_x", offsetof(GeamLaunch, block_x), asked.block_x, 1, kMostThreads},
           {"block_y", offsetof(GeamLaunch, block_y), asked.block_y, 1, kMostThreads},
           {"dynamic_shared_bytes", offsetof(GeamLaunch, dynamic_shared_bytes), asked.dynamic_shared_bytes, 0,
            kMostDynamicShared}}};
}

// The line that wrote a member, whether alone or with the others; line 0: none did.
simt::SourceLine line_that_writes(const LaunchResult& run, const Member& member) {
  const auto offset = static_cast<std::int64_t>(member.offset);
  for (const simt::AccessCost& access : run.report.accesses) {
    const std::int64_t first = access.example.offsets[0];
    const bool holds = first <= offset && offset < first + static_cast<std::int64_t>(access.width);
    if (access.op == simt::Op::store && access.array == "launch" && holds) return access.where;
  }
  return lab::line_that_stores(run, "launch");
}

std::string advice_on(const Member& member) {
  if (member.offset != offsetof(GeamLaunch, grid_y)) return "";
  return "\n  a GPU takes 2147483647 blocks along x: exchange the two, or let a block move more of the "
         "matrix";
}

// Says what is wrong with one member, or "" if nothing is.
std::string objection(const Member& member) {
  const std::string is = std::string(member.name) + " is " + std::to_string(member.value);
  if (member.value < member.least) return is + ", but must be at least " + std::to_string(member.least);
  if (member.value > member.most)
    return is + ", but must be at most " + std::to_string(member.most) + advice_on(member);
  return "";
}

// A fault on a GPU has failed the check already, and nothing else is asked that only the SIMT machine knows.
bool ran(const LaunchResult& run) {
  return lab::measuring() ? run.report.completed() : lab::expect_no_faults(run);
}

bool expect_members(const LaunchResult& run, const lab::Array<GeamLaunch>& launch) {
  for (const Member& member : members_of(launch[0])) {
    if (!launch.is_written(0, member.offset, sizeof(int))) {
      lab::fail_at(run, {},
                   std::string("never writes launch->") + member.name + ": all five members are required");
      return false;
    }
    if (const std::string text = objection(member); !text.empty()) {
      lab::fail_at(run, line_that_writes(run, member), text);
      return false;
    }
  }
  return true;
}

bool expect_block(const LaunchResult& run, const GeamLaunch& asked) {
  const int threads = asked.block_x * asked.block_y;
  if (threads <= kMostThreads) return true;
  lab::fail_at(run, line_that_writes(run, members_of(asked)[3]),
               "a block of " + std::to_string(asked.block_x) + " x " + std::to_string(asked.block_y) + " = " +
                   std::to_string(threads) + " threads: a GPU takes at most " + std::to_string(kMostThreads));
  return false;
}

}  // namespace

std::optional<simt::LaunchShape> launch_shape(Shape shape) {
  LaunchQuestion question(shape);
  const LaunchResult run = question.run(lab::Kernel<decltype(geam_launch)>("geam_launch")
                                            .call({}, shape.rows, shape.cols, question.launch.device()));
  if (!ran(run) || !expect_members(run, question.launch)) return std::nullopt;
  const GeamLaunch asked = question.launch[0];
  if (!expect_block(run, asked)) return std::nullopt;
  const auto positive = [](int value) { return static_cast<unsigned>(value); };
  return simt::LaunchShape{{positive(asked.grid_x), positive(asked.grid_y), 1},
                           {positive(asked.block_x), positive(asked.block_y), 1},
                           static_cast<std::size_t>(asked.dynamic_shared_bytes)};
}

}  // namespace geam
