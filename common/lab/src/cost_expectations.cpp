// What checks ask of a launch's costs: sectors, requests, shared memory, bandwidth (lab/expectations.h).
#include <algorithm>

#include "lab/accesses.h"
#include "lab/expectations.h"

namespace lab {
namespace {

using simt::AccessCost;
using simt::Op;
using simt::Space;

const char* noun(Op op) { return op == Op::load ? "load" : "store"; }
const char* verb(Op op) { return op == Op::load ? "read" : "write"; }

std::string line_text(const simt::SourceLine& where) { return "line " + std::to_string(where.line); }

// "the load of `in` in line 12"
std::string access_text(Op op, const std::string& array, const simt::SourceLine& where) {
  return std::string("the ") + noun(op) + " of `" + array + "` in " + line_text(where);
}

double sectors_per_request(const AccessCost& access) { return per_request(access.sectors, access); }

}  // namespace

std::string accesses_text(Op op, const std::string& array) {
  return op == Op::load ? "the loads of `" + array + "`" : "the stores to `" + array + "`";
}

bool expect_accesses(const LaunchResult& run, const std::string& array, Op op) {
  if (const auto known = verdict_without_counts()) return *known;
  const auto concerns = [&](const AccessCost& access) { return is_global(access, op, array); };
  if (std::any_of(run.report.accesses.begin(), run.report.accesses.end(), concerns)) return true;
  weigh(0, Comparison::at_least, 1, "requests");
  fail_at(run, {}, std::string("the kernel never ") + verb(op) + "s `" + array + "`");
  return false;
}

std::uint64_t sectors_in_pieces(int rows, int cols, int piece) {
  constexpr std::uint64_t kSectorFloats = simt::kSectorBytes / sizeof(float);
  std::uint64_t sectors = 0;
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; col += piece) {
      const auto first = static_cast<std::uint64_t>(row) * static_cast<std::uint64_t>(cols) +
                         static_cast<std::uint64_t>(col);
      const std::uint64_t last = first + static_cast<std::uint64_t>(std::min(piece, cols - col)) - 1;
      sectors += last / kSectorFloats - first / kSectorFloats + 1;
    }
  }
  return sectors;
}

bool expect_sectors(const LaunchResult& run, const SectorLimit& limit) {
  if (const auto known = verdict_without_counts()) return *known;
  const auto concerns = [&](const AccessCost& a) { return is_global(a, limit.op, limit.array); };
  if (!expect_accesses(run, limit.array, limit.op)) return false;
  const AccessCost* const worst = costliest(run.report, concerns, sectors_per_request);
  const AccessSum sum = sum_of(run.report, concerns);
  const double scale = 1.0 / static_cast<double>(sum.requests);
  const double least = static_cast<double>(limit.sectors) * scale;
  if (weigh(static_cast<double>(sum.sectors) * scale, Comparison::at_most, least, "sectors per request")) {
    return true;
  }
  const std::string totals = "the launch moves " + std::to_string(sum.sectors) + " sectors, " +
                             std::to_string(limit.sectors) + " are enough";
  const std::string access = access_text(limit.op, limit.array, worst->where);
  if (worst->sectors == worst->least_sectors) {  // each request is as good as it can be: there are too many
    fail_at(run, worst->where,
            access + " is coalesced but made too often: each element needs one, and " + totals);
    return false;
  }
  fail_at(run, worst->where,
          access + " is not coalesced: " + number(per_request(worst->sectors, *worst)) +
              " sectors per request, where " + number(least) +
              " would do\n  neighbouring lanes of a warp must " + (limit.op == Op::load ? "read" : "write") +
              " neighbouring elements; " + totals);
  return false;
}

bool expect_sectors(const LaunchResult& run, const std::vector<SectorLimit>& limits) {
  bool all = true;
  for (const SectorLimit& limit : limits) all = expect_sectors(run, limit) && all;
  return all;
}

namespace {

// One array and the direction in which it is moved.
struct Side {
  const SectorLimit& limit;
  std::uint64_t moved = 0;
  const AccessCost* costliest = nullptr;  // by sectors a request

  double excess() const { return static_cast<double>(moved) / static_cast<double>(limit.sectors); }
};

Side side_of(const LaunchResult& run, const SectorLimit& limit) {
  const auto concerns = [&](const AccessCost& access) { return is_global(access, limit.op, limit.array); };
  return {limit, sum_of(run.report, concerns).sectors, costliest(run.report, concerns, sectors_per_request)};
}

void fail_at_side(const LaunchResult& run, const Side& side, double value) {
  const std::string totals = "`" + side.limit.array + "` takes " + std::to_string(side.moved) + " sectors, " +
                             std::to_string(side.limit.sectors) + " would do; the launch moves " +
                             number(value) + " times what it must";
  if (side.costliest == nullptr) {
    fail_at(run, {}, totals);
    return;
  }
  const AccessCost& access = *side.costliest;
  const std::string which = access_text(side.limit.op, side.limit.array, access.where);
  if (access.sectors == access.least_sectors) {
    fail_at(run, access.where, which + " is coalesced but made too often: " + totals);
    return;
  }
  fail_at(run, access.where,
          which + " is not coalesced: " + number(sectors_per_request(access)) +
              " sectors per request, where its bytes fill " +
              number(per_request(access.least_sectors, access)) + "\n  neighbouring lanes of a warp must " +
              verb(side.limit.op) + " neighbouring elements, and many of them in a row; " + totals);
}

}  // namespace

bool expect_traffic(const LaunchResult& run, const std::vector<SectorLimit>& limits, double slack) {
  if (const auto known = verdict_without_counts()) return *known;
  std::vector<Side> sides;
  std::uint64_t least = 0;
  std::uint64_t moved = 0;
  for (const SectorLimit& limit : limits) {
    sides.push_back(side_of(run, limit));
    least += limit.sectors;
    moved += sides.back().moved;
  }
  const double value = static_cast<double>(moved) / static_cast<double>(least);
  if (weigh(value, Comparison::at_most, slack, "times the least traffic")) return true;
  const auto worst = std::max_element(sides.begin(), sides.end(),
                                      [](const Side& x, const Side& y) { return x.excess() < y.excess(); });
  fail_at_side(run, *worst, value);
  return false;
}

bool expect_vector_accesses(const LaunchResult& run, const std::string& array, Op op, std::size_t floats) {
  constexpr std::uint64_t kVectorFloats = 4;
  if (const auto known = verdict_without_counts()) return *known;
  if (!expect_accesses(run, array, op)) return false;
  const auto sum_where = [&](bool is_vector) {
    return sum_of(run.report, [&](const AccessCost& access) {
      return is_global(access, op, array) && (access.width == kVectorFloats * sizeof(float)) == is_vector;
    });
  };
  const AccessSum wide = sum_where(true);
  const AccessSum narrow = sum_where(false);
  const std::uint64_t vectors = floats / kVectorFloats;
  const auto in_vectors = static_cast<double>(wide.lanes * kVectorFloats);
  const auto can_be = static_cast<double>(vectors * kVectorFloats);
  if (!weigh(in_vectors, Comparison::at_least, can_be, "floats in 16-byte accesses")) {
    const unsigned width = narrow.largest == nullptr ? 0 : narrow.largest->width;
    fail_at(run, narrow.where(),
            accesses_text(op, array) + " move " + number(in_vectors) + " of " + std::to_string(floats) +
                " floats 16 bytes at a time, where " + std::to_string(vectors * kVectorFloats) +
                " can be\n  here a lane moves " + std::to_string(width) +
                " bytes: take a float4, which is one access of four floats");
    return false;
  }
  const std::uint64_t requests = wide.requests + narrow.requests;
  const std::uint64_t needed = pieces(vectors, simt::kWarpSize) + floats % kVectorFloats;
  if (weigh(static_cast<double>(requests), Comparison::at_most, static_cast<double>(needed), "requests")) {
    return true;
  }
  const AccessSum all =
      sum_of(run.report, [&](const AccessCost& access) { return is_global(access, op, array); });
  fail_at(run, all.where(),
          accesses_text(op, array) + " are " + std::to_string(requests) + " requests, where " +
              std::to_string(needed) + " are enough: one for 32 vectors, and one for each float of the rest");
  return false;
}

bool expect_through_shared_memory(const LaunchResult& run, std::size_t floats) {
  const auto moved = [&](Op op) {
    const auto concerns = [op](const AccessCost& access) { return is_shared(access) && access.op == op; };
    return sum_of(run.report, concerns).bytes / sizeof(float);
  };
  if (moved(Op::store) >= floats && moved(Op::load) >= floats) return true;
  fail_at(run, line_that_stores(run, "out"),
          "of " + std::to_string(floats) + " elements, " + std::to_string(moved(Op::store)) +
              " are stored to shared memory and " + std::to_string(moved(Op::load)) +
              " loaded from it: each must pass through it");
  return false;
}

bool expect_shared_bytes(const LaunchResult& run, std::uint64_t most) {
  if (const auto known = verdict_without_counts()) return *known;
  std::uint64_t bytes = 0;
  std::string arrays;
  for (const simt::SharedArray& array : run.report.shared_arrays) {
    bytes += array.bytes;
    arrays += (arrays.empty() ? "`" : ", `") + array.name + "` " + std::to_string(array.bytes);
  }
  if (bytes == 0) {
    fail_at(run, {}, "the kernel uses no shared memory: there is no tile");
    return false;
  }
  if (weigh(static_cast<double>(bytes), Comparison::at_most, static_cast<double>(most),
            "bytes of shared memory")) {
    return true;
  }
  const auto& accesses = run.report.accesses;
  const auto first = std::find_if(accesses.begin(), accesses.end(), is_shared);
  fail_at(run, first == accesses.end() ? simt::SourceLine{} : first->where,
          "a block keeps " + std::to_string(bytes) + " bytes in shared memory (" + arrays + "), " +
              std::to_string(most) + " are allowed");
  return false;
}

namespace {

const AccessCost* most_conflicted(const LaunchResult& run) {
  return costliest(run.report, is_shared,
                   [](const AccessCost& a) { return per_request(a.bank_conflicts, a); });
}

std::vector<BandwidthBound>::const_iterator bound_of(const std::string& device,
                                                     const std::vector<BandwidthBound>& bounds) {
  return std::find_if(bounds.begin(), bounds.end(),
                      [&](const BandwidthBound& b) { return b.device == device; });
}

std::string conflicts(double count) {
  return number(count) + (count == 1 ? " bank conflict" : " bank conflicts");
}

void fail_without_shared_memory(const LaunchResult& run) {
  weigh(0, Comparison::at_least, 1, "shared-memory requests");
  fail_at(run, line_that_stores(run, "out"), "the kernel uses no shared memory: there is no tile");
}

// The line that loads a resource most.
const AccessCost* busiest(const LaunchResult& run, const std::string& resource) {
  if (resource == "shared memory") return most_conflicted(run);
  return costliest(
      run.report, [](const AccessCost& a) { return a.space == Space::global; },
      [](const AccessCost& a) { return a.sectors; });
}

}  // namespace

bool expect_no_bank_conflicts(const LaunchResult& run) {
  return expect_bank_conflicts(run, Comparison::at_most, 0);
}

bool expect_bank_conflicts(const LaunchResult& run, Comparison comparison, double conflicts_per_request) {
  if (const auto known = verdict_without_counts()) return *known;
  const AccessCost* const worst = most_conflicted(run);
  if (worst == nullptr) {
    fail_without_shared_memory(run);
    return false;
  }
  const double value = per_request(worst->bank_conflicts, *worst);
  if (weigh(value, comparison, conflicts_per_request, "bank conflicts per request")) return true;
  if (value < conflicts_per_request) {
    fail_at(run, worst->where,
            "no access to shared memory has more than " + conflicts(value) + " per request, " +
                number(conflicts_per_request) +
                " required\n  the lanes of a warp fall into different banks: is the tile padded?");
    return false;
  }
  const std::string array = worst->example.array.empty() ? "" : " `" + worst->example.array + "`";
  const std::string allowed = comparison == Comparison::exactly ? " required" : " allowed";
  fail_at(run, worst->where,
          std::string("the ") + noun(worst->op) + " of shared memory" + array + " in " +
              line_text(worst->where) + " has " + conflicts(value) + " per request, " +
              number(conflicts_per_request) + (conflicts_per_request == 1 ? " is" : " are") + allowed +
              "\n  lanes of one warp ask one bank for different words, and are served one after another");
  return false;
}

double bound_on(const std::string& device, const std::vector<BandwidthBound>& bounds) {
  return bound_of(device, bounds)->ratio;
}

bool expect_bandwidth_bound(const LaunchResult& run, const Baseline& baseline, const std::string& device,
                            double ratio) {
  if (const auto known = verdict_without_counts()) return *known;
  const auto bounds = bandwidth_bounds(run.report, baseline.run.report, baseline.problem_bytes);
  const auto bound = bound_of(device, bounds);
  const std::string unit = "times the bandwidth of " + baseline.name + " (bound)";
  if (weigh(bound->ratio, Comparison::at_least, ratio, unit)) return true;
  const AccessCost* const worst = busiest(run, bound->time.limiter());
  const simt::SourceLine where = line_of(worst);
  fail_at(run, where,
          "by the least time that its traffic takes on the " + device + ", it comes to " +
              number(bound->ratio) + " times the bandwidth of " + baseline.name + "; " + number(ratio) +
              " required\n  the limit is " + bound->time.limiter() + ", used most by " + line_text(where));
  return false;
}

}  // namespace lab
