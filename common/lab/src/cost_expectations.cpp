// What checks ask of a launch's traffic in global memory: sectors, requests, bandwidth (lab/expectations.h).
#include <algorithm>

#include "lab/accesses.h"
#include "lab/expectations.h"

namespace lab {
namespace {

using simt::AccessCost;
using simt::Op;

const char* verb(Op op) { return op == Op::load ? "read" : "write"; }

// "the load of `in` in line 12"
std::string access_text(const AccessCost& access) {
  const char* const noun = access.op == Op::load    ? "load of"
                           : access.op == Op::store ? "store of"
                                                    : "atomic operation on";
  return std::string("the ") + noun + " `" + access.array + "` in " + line_text(access.where);
}

double sectors_per_request(const AccessCost& access) { return per_request(access.sectors, access); }

}  // namespace

std::string accesses_text(Op op, const std::string& array) {
  return op == Op::load ? "the loads of `" + array + "`" : "the stores to `" + array + "`";
}

bool expect_accesses(const LaunchResult& run, const std::string& array, Op op) {
  if (const auto known = verdict_without_counts()) return *known;
  const auto concerns = [&](const AccessCost& access) { return is_traffic(access, op, array); };
  if (std::any_of(run.report.accesses.begin(), run.report.accesses.end(), concerns)) return true;
  weigh(0, Comparison::at_least, 1, "requests");
  fail_at(run, {}, std::string("the kernel never ") + verb(op) + "s `" + array + "`" + remarks_on(run));
  return false;
}

std::uint64_t sectors_in_vectors(int n) {
  constexpr std::uint64_t kVectorFloats = 4;
  const auto floats = static_cast<std::uint64_t>(n);
  const std::uint64_t rest = floats % kVectorFloats;
  return pieces(floats - rest, simt::kSectorBytes / sizeof(float)) + rest;
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

std::uint64_t requests_of_whole_warps(std::uint64_t accesses) {
  return 2 * ((accesses + simt::kWarpSize - 1) / simt::kWarpSize);
}

std::uint64_t requests_in_rows(int rows, int cols) {
  return static_cast<std::uint64_t>(rows) * requests_of_whole_warps(static_cast<std::uint64_t>(cols));
}

namespace {

// Returns the access that moves most among those that are not allowed.
const AccessCost* largest_other(const LaunchResult& run, const std::vector<ArrayUse>& uses) {
  const auto is_allowed = [&](const AccessCost& access, Op op) {
    return !is_traffic(access, op) || std::any_of(uses.begin(), uses.end(), [&](const ArrayUse& use) {
      return use.op == op && use.array == access.array;
    });
  };
  return costliest(
      run.report,
      [&](const AccessCost& access) {
        return !is_allowed(access, Op::load) || !is_allowed(access, Op::store);
      },
      [](const AccessCost& access) { return access.sectors; });
}

// Whether the launch reads the array and never writes it.
bool is_only_read(const LaunchResult& run, const std::string& array) {
  return std::none_of(run.report.accesses.begin(), run.report.accesses.end(), [&](const AccessCost& access) {
    return access.op != Op::load && is_traffic(access, access.op, array);
  });
}

std::string other_traffic_text(const AccessCost& access, bool is_own_array, bool is_table) {
  const std::string text = access_text(access) + " moves " + std::to_string(access.sectors) + " sectors";
  if (is_table) {
    return text + ", and `" + access.array +
           "` is a table in global memory, not one of the arrays that this kernel works on\n  compute its values, or keep it in "
           "`__constant__` memory";
  }
  if (!is_own_array) {
    return text + ", and `" + access.array +
           "` is not one of the arrays that this kernel works on\n  pass values between threads through "
           "shared memory: other global memory costs as much as the kernel's own arrays";
  }
  if (access.op == Op::atomic) {
    return text +
           " each way: an atomic operation reads and writes, and the kernel needs only one of the two\n  use "
           "a plain load or store";
  }
  return text + ", and the kernel need not " + verb(access.op) + " `" + access.array + "`";
}

}  // namespace

bool expect_no_other_traffic(const LaunchResult& run, const std::vector<ArrayUse>& uses) {
  if (const auto known = verdict_without_counts()) return *known;
  const AccessCost* const other = largest_other(run, uses);
  if (other == nullptr) return true;
  weigh(static_cast<double>(other->sectors), Comparison::at_most, 0, "sectors of other traffic");
  const bool is_own_array =
      std::any_of(uses.begin(), uses.end(), [&](const ArrayUse& use) { return use.array == other->array; });
  const bool is_table = !is_own_array && is_only_read(run, other->array);
  fail_at(run, other->where, other_traffic_text(*other, is_own_array, is_table));
  return false;
}

std::vector<ArrayUse> with_tables(const LaunchResult& run, const std::vector<ArrayUse>& uses) {
  std::vector<ArrayUse> all = uses;
  for (const AccessCost& access : run.report.accesses) {
    const bool is_own =
        std::any_of(uses.begin(), uses.end(), [&](const ArrayUse& use) { return use.array == access.array; });
    if (!is_own && is_traffic(access, Op::load) && is_only_read(run, access.array))
      all.push_back({access.array, Op::load});
  }
  return all;
}

namespace {

std::vector<ArrayUse> uses_of(const std::vector<SectorLimit>& limits) {
  std::vector<ArrayUse> uses;
  uses.reserve(limits.size());
  for (const SectorLimit& limit : limits) uses.push_back({limit.array, limit.op});
  return uses;
}

// Requires at most as many requests as whole warps need.
bool expect_requests_of(const LaunchResult& run, const SectorLimit& limit, const AccessSum& sum) {
  if (limit.requests == 0) return true;
  if (weigh(static_cast<double>(sum.requests), Comparison::at_most, static_cast<double>(limit.requests),
            "requests")) {
    return true;
  }
  fail_at(
      run, sum.where(),
      accesses_text(limit.op, limit.array) + " are " + std::to_string(sum.requests) + " requests, where " +
          std::to_string(limit.requests) + " are enough; " + number(sum.per_request(sum.lanes)) +
          " of 32 lanes take part on average\n  let all lanes of a warp load and store together, not a few "
          "at a time");
  return false;
}

bool expect_sectors_of(const LaunchResult& run, const SectorLimit& limit) {
  const auto concerns = [&](const AccessCost& a) { return is_traffic(a, limit.op, limit.array); };
  if (!expect_accesses(run, limit.array, limit.op)) return false;
  const AccessCost* const worst = costliest(run.report, concerns, sectors_per_request);
  const AccessSum sum = sum_of(run.report, concerns);
  const double scale = 1.0 / static_cast<double>(sum.requests);
  const double least = static_cast<double>(limit.sectors) * scale;
  // Lanes that make unlike numbers of rounds leave an unrolled loop at unlike places, and a few requests are split.
  constexpr double kSplit = 1.02;
  if (weigh(static_cast<double>(sum.sectors) * scale, Comparison::at_most, kSplit * least,
            "sectors per request")) {
    return expect_requests_of(run, limit, sum);
  }
  const std::string totals =
      "(" + std::to_string(sum.sectors) + " sectors moved, " + std::to_string(limit.sectors) + " needed)";
  const std::string access = access_text(*worst);
  if (worst->sectors == worst->least_sectors) {  // each request is as good as it can be: there are too many
    fail_at(run, worst->where, access + " is coalesced but made too often: each element needs one " + totals);
    return false;
  }
  fail_at(run, worst->where,
          access + " is not coalesced: " + number(per_request(worst->sectors, *worst)) +
              " sectors per request, where " + number(least) +
              " would do\n  neighbouring lanes of a warp must " + (limit.op == Op::load ? "read" : "write") +
              " neighbouring elements " + totals);
  return false;
}

}  // namespace

bool expect_sectors(const LaunchResult& run, const std::vector<SectorLimit>& limits) {
  if (const auto known = verdict_without_counts()) return *known;
  bool all = true;
  for (const SectorLimit& limit : limits) all = expect_sectors_of(run, limit) && all;
  return expect_no_other_traffic(run, uses_of(limits)) && all;
}

namespace {

// One array and the direction in which it is moved.
struct Side {
  const SectorLimit& limit;
  AccessSum sum;
  const AccessCost* costliest = nullptr;  // the access with the most sectors a request

  double excess() const { return static_cast<double>(sum.sectors) / static_cast<double>(limit.sectors); }
};

Side side_of(const LaunchResult& run, const SectorLimit& limit) {
  const auto concerns = [&](const AccessCost& access) { return is_traffic(access, limit.op, limit.array); };
  return {limit, sum_of(run.report, concerns), costliest(run.report, concerns, sectors_per_request)};
}

void fail_at_side(const LaunchResult& run, const Side& side, double value) {
  const std::string totals = "`" + side.limit.array + "` takes " + std::to_string(side.sum.sectors) +
                             " sectors, " + std::to_string(side.limit.sectors) +
                             " would do; the launch moves " + number(value) + " times what it must";
  if (side.costliest == nullptr) {
    fail_at(run, {}, totals);
    return;
  }
  const AccessCost& access = *side.costliest;
  const std::string which = access_text(access);
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
    moved += sides.back().sum.sectors;
  }
  const double value = static_cast<double>(moved) / static_cast<double>(least);
  if (weigh(value, Comparison::at_most, slack, "times the least traffic")) {
    bool all = true;
    for (const Side& side : sides) all = expect_requests_of(run, side.limit, side.sum) && all;
    return all;
  }
  const auto worst = std::max_element(sides.begin(), sides.end(),
                                      [](const Side& x, const Side& y) { return x.excess() < y.excess(); });
  fail_at_side(run, *worst, value);
  return false;
}

bool expect_whole_warps(const LaunchResult& run, const std::vector<SectorLimit>& limits) {
  if (const auto known = verdict_without_counts()) return *known;
  bool all = true;
  for (const SectorLimit& limit : limits) {
    const AccessSum sum = sum_of(
        run.report, [&](const AccessCost& access) { return is_traffic(access, limit.op, limit.array); });
    if (sum.requests > limit.requests) all = expect_requests_of(run, limit, sum) && all;
  }
  return all;
}

bool expect_warps_share(const LaunchResult& run) {
  constexpr double kMost = 2;
  if (const auto known = verdict_without_counts()) return *known;
  const simt::WarpShares& shares = run.report.warp_shares;
  const double busiest = 1 / shares.evenness();
  if (busiest <= kMost) return true;
  weigh(busiest, Comparison::at_most, kMost, "times a warp's mean requests, by the busiest warp of a block");
  const AccessSum traffic = sum_of(run.report, [](const AccessCost& access) { return is_traffic(access); });
  fail_at(run, traffic.where(),
          "the busiest warp of a block makes " + number(busiest) +
              " times as many requests to global memory as its " + std::to_string(shares.warps) +
              " warps on average, at most " + number(kMost) +
              " times allowed\n  let all warps of a block share its work: thread t of all T threads of the "
              "grid takes t, t + T, t + 2 T, ...");
  return false;
}

bool expect_vector_accesses(const LaunchResult& run, const std::string& array, Op op, std::size_t floats) {
  constexpr std::uint64_t kVectorFloats = 4;
  if (const auto known = verdict_without_counts()) return *known;
  if (!expect_accesses(run, array, op)) return false;
  const auto sum_where = [&](bool is_vector) {
    return sum_of(run.report, [&](const AccessCost& access) {
      return is_traffic(access, op, array) && (access.width == kVectorFloats * sizeof(float)) == is_vector;
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
      sum_of(run.report, [&](const AccessCost& access) { return is_traffic(access, op, array); });
  fail_at(run, all.where(),
          accesses_text(op, array) + " are " + std::to_string(requests) + " requests, where " +
              std::to_string(needed) + " are enough: one for 32 vectors, and one for each float of the rest");
  return false;
}

}  // namespace lab
