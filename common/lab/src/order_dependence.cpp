#include "order_dependence.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

#include "lab/accesses.h"
#include "lab/session.h"
#include "simt/words.h"

namespace lab {
namespace {

using simt::Drawn;
using simt::SavedArray;
using simt::Schedule;

// Larger arrays are not copied: a launch at a far index has such, and few threads.
constexpr std::size_t kMostBytes = std::size_t{64} << 20U;
// Requests of warps: larger launches take too long to be made four times. The same kernel makes smaller ones.
constexpr std::uint64_t kMostRequests = std::uint64_t{1} << 21U;

// Whether two words are the sums of the same numbers in two orders, as far as one can tell: floats that differ by a thousandth. Small
// integers are no such floats, but denormal ones, which must be equal.
bool is_same_sum(std::uint32_t a, std::uint32_t b) {
  constexpr float kTolerance = 1e-3F;
  float one = 0;
  float other = 0;
  std::memcpy(&one, &a, sizeof one);
  std::memcpy(&other, &b, sizeof other);
  return std::isnormal(one) && std::isnormal(other) && std::abs(one - other) <= kTolerance * std::abs(one);
}

bool is_same(const SavedArray& a, const SavedArray& b) {
  if (a.bytes.size() != b.bytes.size() || a.written != b.written) return false;
  if (a.bytes == b.bytes) return true;
  const std::size_t words = a.bytes.size() / sizeof(std::uint32_t);
  std::size_t i = 0;
  for (std::size_t word = 0; word < words; ++word, i += sizeof(std::uint32_t)) {
    std::uint32_t one = 0;
    std::uint32_t other = 0;
    std::memcpy(&one, &a.bytes[i], sizeof one);
    std::memcpy(&other, &b.bytes[i], sizeof other);
    if (one != other && !is_same_sum(one, other)) return false;
  }
  return std::equal(a.bytes.begin() + static_cast<std::ptrdiff_t>(i), a.bytes.end(),
                    b.bytes.begin() + static_cast<std::ptrdiff_t>(i));
}

bool are_same(const std::vector<SavedArray>& a, const std::vector<SavedArray>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), is_same);
}

// Whether the launch is worth repeating: one that has faults is wrong as it is.
bool is_to_be_repeated(const simt::LaunchReport& report) {
  std::uint64_t requests = 0;
  for (const simt::AccessCost& access : report.accesses) requests += access.requests;
  return report.order.may_matter && report.faults.empty() && requests <= kMostRequests;
}

std::vector<SavedArray> saved_arrays() { return *Session::current().machine().save_arrays(SIZE_MAX); }

std::string block_text(std::uint64_t number) { return "block " + std::to_string(number); }

// "warp 2 of block 5 (threads 64 to 95)"
std::string warp_text(std::uint64_t warp, std::uint64_t block) {
  const std::uint64_t first = warp * simt::kWarpSize;
  return "warp " + std::to_string(warp) + " of " + block_text(block) + " (threads " + std::to_string(first) +
         " to " + std::to_string(first + simt::kWarpSize - 1) + ")";
}

// Who comes first now, and who came first before.
std::string exchange_text(const simt::ExchangedOrder& order) {
  switch (order.what) {
    case Drawn::blocks:
      return block_text(order.earlier) + " begins before " + block_text(order.later);
    case Drawn::turns:
      return "other blocks go on while " + block_text(order.block) + " waits behind its barrier";
    case Drawn::warps:
      return warp_text(order.earlier, order.block) + " comes before " + warp_text(order.later, order.block);
    case Drawn::lanes:
    case Drawn::kCount:
      break;
  }
  return "lane " + std::to_string(order.earlier) + " of a warp of " + block_text(order.block) +
         " comes before lane " + std::to_string(order.later);
}

// The line at which threads found other values, or else came in another order.
std::optional<simt::SourceLine> line_that_differs(const std::vector<simt::AtomicDigest>& before,
                                                  const std::vector<simt::AtomicDigest>& after) {
  for (const auto member : {&simt::AtomicDigest::found, &simt::AtomicDigest::in_turn}) {
    for (const simt::AtomicDigest& one : before) {
      const auto other = std::find_if(after.begin(), after.end(), [&](const simt::AtomicDigest& digest) {
        return digest.where == one.where;
      });
      if (other == after.end() || (*other).*member != one.*member) return one.where;
    }
  }
  return std::nullopt;
}

}  // namespace

OrderDependence::OrderDependence(ScheduledLaunch launch, unsigned schedule, std::vector<SavedArray> before,
                                 std::vector<SavedArray> in_order, bool is_endless)
    : launch_(std::move(launch)),
      schedule_(schedule),
      before_(std::move(before)),
      in_order_(std::move(in_order)),
      is_endless_(is_endless) {}

OrderDependence::Outcome OrderDependence::outcome(const Schedule& schedule) const {
  Session::current().machine().restore_arrays(before_);
  Outcome outcome;
  outcome.report = launch_(schedule);
  outcome.is_other = !outcome.report.faults.empty() || !are_same(saved_arrays(), in_order_);
  return outcome;
}

std::string OrderDependence::text() const {
  const std::vector<SavedArray> left = saved_arrays();
  const std::string found = is_endless_ ? "" : culprits();
  Session::current().machine().restore_arrays(left);
  return "\n  the result depends on the order of threads, which CUDA does not define: in order, the launch ends differently" +
         found + "\n  to repeat this order: --schedule " + std::to_string(schedule_) + " --seed " +
         std::to_string(Session::current().options().seed);
}

// Looks at one kind of order after the other: does that alone change the outcome?
std::string OrderDependence::culprits() const {
  for (const Drawn what : {Drawn::lanes, Drawn::warps, Drawn::blocks, Drawn::turns}) {
    const Outcome all = outcome({schedule_, 1U << static_cast<unsigned>(what)});
    if (all.is_other) return culprits(what, all.report.order.exchanged.made);
  }
  return "";
}

// Between an order with the outcome in order and one with another lies a single exchange that changes it.
std::string OrderDependence::culprits(Drawn what, std::uint64_t exchanges) const {
  const unsigned drawn = 1U << static_cast<unsigned>(what);
  std::uint64_t same = 0;
  std::uint64_t other = exchanges;
  while (other - same > 1) {
    const std::uint64_t middle = same + (other - same) / 2;
    (outcome({schedule_, drawn, middle}).is_other ? other : same) = middle;
  }
  const simt::TurnOrder before = outcome({schedule_, drawn, same}).report.order;
  const simt::TurnOrder after = outcome({schedule_, drawn, other}).report.order;
  std::string text = "\n  it first differs when " + exchange_text(after.exchanged);
  if (const auto line = line_that_differs(before.atomics, after.atomics))
    text += "; they meet at " + line_text(*line);
  return text;
}

std::string text_of(const std::shared_ptr<const OrderDependence>& order) {
  return order == nullptr ? "" : order->text();
}

void run_in_several_orders(const ScheduledLaunch& launch, LaunchResult& result) {
  Session& session = Session::current();
  auto before = session.machine().save_arrays(kMostBytes);
  result.report = launch({});
  if (!before || !is_to_be_repeated(result.report)) return;
  const std::vector<SavedArray> in_order = saved_arrays();
  for (const unsigned schedule : session.schedules()) {
    session.machine().restore_arrays(*before);
    simt::LaunchReport report = launch(schedule);
    if (report.faults.empty() && are_same(saved_arrays(), in_order)) continue;
    const bool is_endless = !report.completed() && report.faults.front().kind == simt::FaultKind::time_limit;
    result.report.faults = std::move(report.faults);
    result.order =
        std::make_shared<const OrderDependence>(launch, schedule, std::move(*before), in_order, is_endless);
    return;
  }
}

}  // namespace lab
