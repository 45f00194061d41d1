// The same counts and the same report with one worker or several, in any schedule.
#include "module_test.h"
#include "report_text.h"

SIMT_MODULE_TEST(Determinism, "shared_memory");

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
      all +=
          name + std::string("\n") + simt_test::text_of(launch_on(machine, shape, [&] { on_data(in, out); }));
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
