#include "sector_rule.h"

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <set>

#include "lab/accesses.h"
#include "lab/expectations.h"
#include "lab/lane_rows.h"
#include "lab/session.h"
#include "simt/words.h"

namespace sweep {
namespace {

constexpr int kSectorBytes = simt::kSectorBytes;
constexpr int kLanes = simt::kWarpSize;
constexpr std::array<int, 5> kElementBytes{1, 2, 4, 8, 16};

// At this stride, 31 elements of 16 bytes reach almost 2^31 bytes far, the most that the contract allows.
constexpr std::uint64_t kFarStride = 4000000;
constexpr std::uint64_t kWidest = 16;
static_assert((kLanes - 1) * kFarStride * kWidest + 257 * kWidest < std::uint64_t{1} << 31U);

int offset_of(const WarpPattern& pattern, int lane) {
  return pattern.byte_offset + lane * pattern.stride * pattern.element_bytes;
}

// The row's stride and byte offset, by its first two active lanes; none when the other lanes do not follow,
// or when the contract does not allow them.
std::optional<WarpPattern> as_warp_pattern(const fidelity::Pattern& row) {
  WarpPattern pattern{row.width, 0, 0, 0};
  std::vector<int> lanes;
  for (int lane = 0; lane < kLanes; ++lane) {
    if (row.offsets.at(static_cast<std::size_t>(lane)) < 0) continue;
    pattern.active |= 1U << static_cast<unsigned>(lane);
    lanes.push_back(lane);
  }
  if (lanes.empty()) return std::nullopt;
  const auto offset = [&](std::size_t i) { return row.offsets.at(static_cast<std::size_t>(lanes[i])); };
  if (lanes.size() > 1) pattern.stride = (offset(1) - offset(0)) / ((lanes[1] - lanes[0]) * row.width);
  pattern.byte_offset = offset(0) - lanes[0] * pattern.stride * row.width;
  const auto follows = [&](int lane) {
    return offset_of(pattern, lane) == row.offsets.at(static_cast<std::size_t>(lane));
  };
  const bool all_follow = std::all_of(lanes.begin(), lanes.end(), follows);
  if (pattern.stride < 0 || pattern.byte_offset < 0 || !all_follow) return std::nullopt;
  return pattern;
}

unsigned random_mask(std::mt19937_64& random) {
  const auto lane = static_cast<unsigned>(random() % kLanes);
  const auto bits = static_cast<unsigned>(random());
  switch (random() % 8) {
    case 0:
      return 1U << lane;
    case 1:
      return (1U << lane) - 1;  // the lanes before one: none for lane 0
    case 2:
      return ~0U << lane;
    case 3:
    case 4:
      return bits;
    default:
      return ~0U;
  }
}

// Lanes whose sectors have equal numbers modulo 2^16, or byte offsets beyond the 24 bits of a float.
WarpPattern far_pattern(std::mt19937_64& random) {
  const int bytes = kElementBytes.at(random() % kElementBytes.size());
  const unsigned mask = random_mask(random);
  if (random() % 2 == 0) {
    const int step = 1 << (21 + random() % 3);
    return {bytes, step / bytes, 0, mask};
  }
  const int offset = (1 << 30) + static_cast<int>(random() % (1U << 29U)) / bytes * bytes;
  return {bytes, static_cast<int>(random() % 40), offset, mask};
}

WarpPattern random_pattern(std::mt19937_64& random) {
  if (random() % 8 == 0) return far_pattern(random);
  const int bytes = kElementBytes.at(random() % kElementBytes.size());
  constexpr std::array<std::uint64_t, 8> kMostStrides{40, 40, 40, 40, 40, 2000, 2000, kFarStride};
  const int stride = static_cast<int>(random() % kMostStrides.at(random() % kMostStrides.size()));
  const int offset = static_cast<int>(random() % 256) * bytes;
  return {bytes, stride, random() % 3 == 0 ? 0 : offset, random_mask(random)};
}

double per_request(const Traffic& traffic) {
  return static_cast<double>(traffic.sectors) / static_cast<double>(traffic.requests);
}

// Says what makes the traffic differ, as far as the counts show it.
std::string cause(const lab::LaunchResult& run, const ExpectedTraffic& expected,
                  const lab::AccessSum& found) {
  const char* const touch = expected.op == simt::Op::load ? "read" : "write";
  if (lab::uses_shared_memory(run.report)) {
    return "the elements take a way through shared memory: each thread must read its own element itself, "
           "whatever its stride costs";
  }
  if (found.bytes > expected.bytes()) {
    const char* const touched = expected.op == simt::Op::load ? "read" : "written";
    return std::string("more is ") + touched + " than the threads need, " + std::to_string(found.bytes) +
           " bytes instead of " + std::to_string(expected.bytes()) + ": each thread needs one float, its own";
  }
  if (found.requests != expected.traffic.requests) {
    return "each warp must " + std::string(touch) +
           " its 32 elements in one request, 4 bytes a lane: one element a thread";
  }
  return found.sectors > expected.traffic.sectors
             ? std::string("neighbouring threads must ") + touch +
                   " neighbouring elements of the sweep: thread i of the whole grid has element i"
             : "that is cheaper than its form allows: each thread must read its own element itself";
}

}  // namespace

bool is_active(const WarpPattern& pattern, int lane) {
  return (pattern.active >> static_cast<unsigned>(lane) & 1U) != 0;
}

int sectors_of(const WarpPattern& pattern) {
  std::set<int> sectors;
  for (int lane = 0; lane < kLanes; ++lane) {
    if (!is_active(pattern, lane)) continue;
    for (int byte = 0; byte < pattern.element_bytes; ++byte)
      sectors.insert((offset_of(pattern, lane) + byte) / kSectorBytes);
  }
  return static_cast<int>(sectors.size());
}

Traffic traffic_of(int n, int stride, int offset) {
  constexpr int kBytes = sizeof(float);
  Traffic traffic;
  for (int first = 0; first < n; first += kLanes) {
    const int lanes = std::min(kLanes, n - first);
    const unsigned active = lanes == kLanes ? ~0U : (1U << static_cast<unsigned>(lanes)) - 1;
    const WarpPattern warp{kBytes, stride, (first * stride + offset) * kBytes, active};
    traffic.requests += 1;
    traffic.sectors += static_cast<std::uint64_t>(sectors_of(warp));
  }
  return traffic;
}

std::vector<Example> measured_examples() {
  std::vector<Example> examples;
  for (const simt::Op op : {simt::Op::load, simt::Op::store}) {
    for (const int width : kElementBytes) {
      for (const fidelity::Pattern& row : lab::hardware_patterns(simt::Space::global, op, width)) {
        const std::optional<WarpPattern> pattern = as_warp_pattern(row);
        if (!pattern || !row.measured.sectors) continue;
        examples.push_back(
            {*pattern, static_cast<int>(*row.measured.sectors), "an H200 counted them, pattern " + row.id});
      }
    }
  }
  std::mt19937_64 random = lab::Session::current().random("order of the measured patterns");
  std::shuffle(examples.begin(), examples.end(), random);
  return examples;
}

std::vector<Example> random_examples(int count) {
  std::mt19937_64 random = lab::Session::current().random("patterns");
  std::vector<Example> examples;
  examples.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const WarpPattern pattern = random_pattern(random);
    examples.push_back({pattern, sectors_of(pattern), "by the rule"});
  }
  return examples;
}

std::vector<Example> near_examples() {
  constexpr int kDrawn = 150;
  constexpr int kReach = 1 << 20;  // bytes: numbers of 16 bits and floats hold these sectors and bytes
  std::vector<Example> examples = random_examples(kDrawn);
  const auto is_far = [](const Example& example) { return offset_of(example.pattern, kLanes - 1) >= kReach; };
  examples.erase(std::remove_if(examples.begin(), examples.end(), is_far), examples.end());
  return examples;
}

// --- A launch against its form.

std::string text_of(const Traffic& traffic) {
  const double sectors = traffic.requests == 0 ? 0 : per_request(traffic);
  return simt::plural(traffic.requests, "request") + " of " + lab::number(sectors) + " sectors";
}

bool expect_exact_traffic(const lab::LaunchResult& run, const ExpectedTraffic& expected) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  if (!lab::expect_accesses(run, expected.array, expected.op)) return false;
  const lab::AccessSum found = lab::sum_of(run.report, [&](const simt::AccessCost& access) {
    return lab::is_traffic(access, expected.op, expected.array);
  });
  const bool sectors = lab::weigh(found.per_request(found.sectors), lab::Comparison::exactly,
                                  per_request(expected.traffic), "sectors per request");
  const bool requests = lab::weigh(static_cast<double>(found.requests), lab::Comparison::exactly,
                                   static_cast<double>(expected.traffic.requests), "requests");
  const bool bytes = lab::weigh(static_cast<double>(found.bytes), lab::Comparison::exactly,
                                static_cast<double>(expected.bytes()), "bytes requested");
  if (sectors && requests && bytes) return true;
  lab::fail_at(run, found.where(),
               lab::accesses_text(expected.op, expected.array) + " are " +
                   text_of({found.requests, found.sectors}) + "; " + expected.form + " they are " +
                   text_of(expected.traffic) + "\n  " + cause(run, expected, found));
  return false;
}

}  // namespace sweep
