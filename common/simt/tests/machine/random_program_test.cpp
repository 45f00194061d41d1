// What lanes do together, against an execution in lockstep with a mask of lanes.
#include "random_program.h"
#include <array>
#include <numeric>

#include "machine_test.h"

namespace {

using random_program::choice;
using random_program::Kind;
using random_program::Node;

constexpr unsigned kLanes = simt::kWarpSize;
using States = std::array<std::uint64_t, kLanes>;

struct Counts {
  std::vector<std::uint64_t> requests =
      std::vector<std::uint64_t>(std::size_t{random_program::kPlaces} * random_program::kPrograms);
  std::vector<std::uint64_t> lanes =
      std::vector<std::uint64_t>(std::size_t{random_program::kPlaces} * random_program::kPrograms);
};

// A warp, all of whose lanes in `active` do each node at once.
void run_in_lockstep(const std::vector<Node>& nodes, std::uint32_t active, const States& states,
                     Counts& counts) {
  const auto lanes_where = [&](const auto& holds) {
    std::uint32_t lanes = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) lanes |= (holds(lane) ? 1U : 0U) << lane;
    return lanes & active;
  };
  if (active == 0) return;
  for (const Node& node : nodes) {
    switch (node.kind) {
      case Kind::access:
        ++counts.requests[node.place];
        counts.lanes[node.place] += static_cast<unsigned>(__builtin_popcount(active));
        break;
      case Kind::branch: {
        const std::uint32_t taken =
            lanes_where([&](unsigned lane) { return choice(states[lane], node.place, 2) == 0; });
        run_in_lockstep(node.first, taken, states, counts);
        run_in_lockstep(node.second, active & ~taken, states, counts);
        break;
      }
      case Kind::loop:
        for (std::uint64_t round = 0;; ++round) {
          const std::uint32_t in_loop =
              lanes_where([&](unsigned lane) { return round < rounds(states[lane], node); });
          if (in_loop == 0) break;
          States inside = states;
          for (std::uint64_t& state : inside) state = random_program::state_in_round(state, round);
          run_in_lockstep(node.first, in_loop, inside, counts);
        }
        break;
      case Kind::call:
        run_in_lockstep(node.first, active, states, counts);
        break;
      case Kind::sync:
      case Kind::barrier:
        break;
    }
  }
}

class RandomPrograms : public machine_test::MachineTest {
 protected:
  RandomPrograms() : MachineTest("random") {}
};

TEST_F(RandomPrograms, AreGroupedAsInLockstep) {
  constexpr unsigned kThreads = 80;  // two warps and a half
  std::uint64_t total = 0;
  for (std::uint32_t seed = 0; seed < random_program::kPrograms; ++seed) {
    simt::Machine machine(simt::MachineOptions{1, static_cast<unsigned>(seed % 3), 10.0});
    auto* const in = static_cast<int*>(machine.allocate(1024, "in", 4));
    machine.mark_written(in, 1024);
    const auto report = launch_on(machine, "random_kernel", 1, kThreads, in, seed);
    EXPECT_EQ(faults_text(report), "") << seed;
    Counts expected;
    const std::vector<Node> program = random_program::Maker(seed).make();
    for (unsigned first = 0; first < kThreads; first += kLanes) {
      States states{};
      for (unsigned lane = 0; lane < kLanes; ++lane)
        states[lane] = random_program::first_state(seed, first + lane);
      run_in_lockstep(program, first + kLanes <= kThreads ? ~0U : (1U << (kThreads - first)) - 1, states,
                      expected);
    }
    Counts found;
    for (const auto& access : report.accesses) {
      found.requests[access.where.line - 1] = access.requests;
      found.lanes[access.where.line - 1] = access.lanes;
    }
    ASSERT_EQ(found.lanes, expected.lanes) << seed;
    ASSERT_EQ(found.requests, expected.requests) << seed;
    total += std::accumulate(found.requests.begin(), found.requests.end(), std::uint64_t{0});
  }
  EXPECT_GT(total, 50000U);
}

}  // namespace
