// The quick costs are those of the rules.
#include "common/progression_cost.h"

#include <gtest/gtest.h>

#include <random>

namespace {

using simt::AtomicForm;
using simt::Op;
using simt::Progression;
using simt::Request;
using simt::RequestCost;
using simt::Space;

// Counts the kinds of requests that have a quick cost. Lanes: Progression or Halves.
template <class Lanes, class AddressOf>
int compare(const Lanes& lanes, const AddressOf& address_of, const std::string& where,
            std::uint32_t active = ~0U) {
  RequestCost quick;
  if (!set_cost(lanes, quick)) return 0;
  Request request;
  request.space = lanes.space;
  request.op = lanes.op;
  request.width = lanes.width;
  request.form = lanes.form;
  request.active = active;
  for (unsigned lane = 0; lane < simt::kWarpSize; ++lane) request.addresses[lane] = address_of(lane);
  const RequestCost cost = cost_of(request);
  const std::string what = std::string(name_of(lanes.space)) + " " + name_of(lanes.op) + " of " +
                           std::to_string(lanes.width) + " bytes from " + std::to_string(lanes.first) +
                           where + " by " + std::to_string(static_cast<std::int64_t>(lanes.step));
  EXPECT_EQ(quick.sectors, cost.sectors) << what;
  EXPECT_EQ(quick.least_sectors, cost.least_sectors) << what;
  EXPECT_EQ(quick.wavefronts, cost.wavefronts) << what;
  EXPECT_EQ(quick.least_wavefronts, cost.least_wavefronts) << what;
  EXPECT_EQ(quick.bank_conflicts, cost.bank_conflicts) << what;
  return 1;
}

int compare(const Progression& lanes) {
  return compare(
      lanes, [&](unsigned lane) { return lanes.first + lane * lanes.step; }, "");
}

int compare(const simt::Halves& lanes) {
  return compare(
      lanes, [&](unsigned lane) { return lanes.address_of(lane); },
      " and " + std::to_string(lanes.second) + " of lanes " + std::to_string(lanes.active), lanes.active);
}

// So many neighbours of a half, from this one on.
std::uint32_t run(unsigned first, unsigned count) { return ((1U << count) - 1U) << first; }

TEST(ProgressionCost, OfHalvesIsWhatTheRulesSay) {
  int compared = 0;
  for (const Space space : {Space::global, Space::shared, Space::constant}) {
    for (const Op op : {Op::load, Op::store}) {
      for (const std::uint8_t width :
           {std::uint8_t{1}, std::uint8_t{2}, std::uint8_t{4}, std::uint8_t{8}, std::uint8_t{16}}) {
        for (const int elements : {0, 1, 2, -1}) {
          const auto step = static_cast<std::uint64_t>(std::int64_t{elements} * width);
          for (unsigned offset = 0; offset < 64; offset += width) {
            for (int apart = -80; apart <= 80; ++apart) {
              const std::uint64_t first = (1U << 20U) + offset;
              const auto second = first + static_cast<std::uint64_t>(std::int64_t{apart} * width);
              compared += compare(simt::Halves{space, op, width, AtomicForm::plain, first, second, step});
            }
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 10000);
}

TEST(ProgressionCost, OfRunsInHalvesIsWhatTheRulesSay) {
  std::mt19937 random(7);
  const auto some_run = [&] {
    const auto first = static_cast<unsigned>(random() % 16);
    return run(first, static_cast<unsigned>(random() % (17 - first)));
  };
  int compared = 0;
  for (int attempt = 0; attempt < 200000; ++attempt) {
    simt::Halves halves;
    halves.space = random() % 2 == 0 ? Space::global : Space::shared;
    halves.op = random() % 2 == 0 ? Op::load : Op::store;
    halves.width = static_cast<std::uint8_t>(1U << random() % 5);
    halves.step = halves.width;
    halves.first = (1U << 20U) + std::uint64_t{random() % 64} * halves.width;
    halves.second = halves.first + (std::uint64_t{random() % 160} - 80) * halves.width;
    halves.active = some_run() | some_run() << 16U;
    if (halves.active != 0) compared += compare(halves);
  }
  EXPECT_GT(compared, 100000);
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
              compared += compare(Progression{space, op, width, form, (1U << 20U) + offset, step});
            }
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 100000);
}

}  // namespace
