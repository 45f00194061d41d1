// The same counts and the same report with one worker or several, in any schedule.
#include <sstream>

#include "module_test.h"

SIMT_MODULE_TEST(Determinism, "shared_memory");

namespace {

std::string text(const simt::LaunchReport& report) {
  std::ostringstream out;
  for (const auto& access : report.accesses) {
    out << access.where.line << ' ' << static_cast<int>(access.space) << static_cast<int>(access.op) << ' '
        << access.width << ": " << access.requests << ' ' << access.lanes << ' ' << access.sectors << ' '
        << access.least_sectors << ' ' << access.wavefronts << ' ' << access.bank_conflicts
        << " example block " << access.example.block.x << " warp " << access.example.warp;
    for (const auto offset : access.example.offsets) out << ' ' << offset;
    out << '\n';
  }
  for (const auto& fault : report.faults) {
    out << simt::name_of(fault.kind) << ' ' << fault.where.line << ' ' << fault.other.line << ' '
        << fault.count << '\n';
  }
  out << report.in_flight.bytes << ' ' << report.in_flight.waits << ' ' << report.in_flight.most << '\n';
  out << report.warp_shares.requests << ' ' << report.warp_shares.busiest << '\n';
  return out.str();
}

}  // namespace

TEST_F(Determinism, EveryWorkerCountAndScheduleGivesTheSameReport) {
  const auto run = [&](const simt::MachineOptions& options) {
    simt::Machine machine(options);
    auto* const in = static_cast<int*>(machine.allocate(4096 * sizeof(int), "in", sizeof(int)));
    auto* const out = static_cast<int*>(machine.allocate(4096 * sizeof(int), "out", sizeof(int)));
    machine.mark_written(in, 4096 * sizeof(int));
    std::string all;
    for (const char* name : {"through_tile", "through_padded_tile", "sum"}) {
      const auto on_data = kernel<const int*, int*>(name);
      const bool tile = std::string(name) != "sum";
      const simt::LaunchShape shape{{tile ? 1U : 16U, 1, 1}, {tile ? 32U : 256U, tile ? 8U : 1U, 1}, 0};
      all += name + std::string("\n") + text(launch_on(machine, shape, [&] { on_data(in, out); }));
    }
    return all;
  };
  const std::string expected = run({1, 0, 10});
  EXPECT_NE(expected.find("sum"), std::string::npos);
  for (const unsigned workers : {1U, 2U, 5U}) {
    for (const unsigned seed : {0U, 1U, 99U})
      EXPECT_EQ(run({workers, seed, 10}), expected) << workers << " workers, seed " << seed;
  }
}
