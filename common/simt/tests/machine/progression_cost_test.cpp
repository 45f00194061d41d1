// The quick costs are those of the rules.
#include "common/progression_cost.h"

#include <gtest/gtest.h>

namespace {

using simt::AtomicForm;
using simt::Op;
using simt::Progression;
using simt::Request;
using simt::RequestCost;
using simt::Space;

// Counts the kinds of requests that have a quick cost.
int compare(const Progression& lanes) {
  RequestCost quick;
  if (!set_cost(lanes, quick)) return 0;
  Request request;
  request.space = lanes.space;
  request.op = lanes.op;
  request.width = lanes.width;
  request.form = lanes.form;
  request.active = ~0U;
  for (unsigned lane = 0; lane < simt::kWarpSize; ++lane)
    request.addresses[lane] = lanes.first + lane * lanes.step;
  const RequestCost cost = cost_of(request);
  const std::string what = std::string(name_of(lanes.space)) + " " + name_of(lanes.op) + " of " +
                           std::to_string(lanes.width) + " bytes from " + std::to_string(lanes.first) +
                           " by " + std::to_string(static_cast<std::int64_t>(lanes.step));
  EXPECT_EQ(quick.sectors, cost.sectors) << what;
  EXPECT_EQ(quick.least_sectors, cost.least_sectors) << what;
  EXPECT_EQ(quick.wavefronts, cost.wavefronts) << what;
  EXPECT_EQ(quick.least_wavefronts, cost.least_wavefronts) << what;
  EXPECT_EQ(quick.bank_conflicts, cost.bank_conflicts) << what;
  return 1;
}

TEST(ProgressionCost, IsWhatTheRulesSay) {
  int compared = 0;
  for (const Space space : {Space::global, Space::shared, Space::constant, Space::local}) {
    for (const Op op : {Op::load, Op::store, Op::atomic}) {
      if (space != Space::global && space != Space::shared && op == Op::atomic) continue;
      for (const AtomicForm form : {AtomicForm::plain, AtomicForm::count, AtomicForm::compare_and_swap}) {
        for (const std::uint8_t width :
             {std::uint8_t{1}, std::uint8_t{2}, std::uint8_t{4}, std::uint8_t{8}, std::uint8_t{16}}) {
          for (int elements = -70; elements <= 70; ++elements) {
            for (unsigned offset = 0; offset < 128; offset += width) {
              const auto step = static_cast<std::uint64_t>(static_cast<std::int64_t>(elements) * width);
              compared += compare({space, op, width, form, (1U << 20U) + offset, step});
            }
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 100000);
}

}  // namespace
