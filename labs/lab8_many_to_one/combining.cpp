#include "combining.h"

#include "lab/accesses.h"
#include "many_to_one.h"

namespace combining {
namespace {

using lab::Comparison;
using lab::LaunchResult;
using simt::AccessCost;
using simt::Op;

constexpr unsigned kVector = 16;  // bytes

double sectors_a_request(const AccessCost& access) { return lab::per_request(access.sectors, access); }

double most_conflicts(const AccessCost& access) { return access.example.cost.bank_conflicts; }

std::string once(const Stream& stream) {
  return stream.op == Op::load ? "read each element once, and keep it in a register"
                               : "write each element once";
}

bool expect_wide(const LaunchResult& run, const Stream& stream) {
  const auto of_width = [&](bool wide) {
    return lab::sum_of(run.report, [&](const AccessCost& access) {
      return lab::is_traffic(access, stream.op, stream.array) && (access.width == kVector) == wide;
    });
  };
  const lab::AccessSum wide = of_width(true);
  const lab::AccessSum narrow = of_width(false);
  const std::uint64_t can_be = stream.bytes / kVector * kVector;
  if (lab::weigh(static_cast<double>(wide.bytes), Comparison::at_least, static_cast<double>(can_be),
                 "bytes in 16-byte accesses")) {
    return true;
  }
  const unsigned width = narrow.largest == nullptr ? 0 : narrow.largest->width;
  lab::fail_at(run, narrow.where(),
               lab::accesses_text(stream.op, stream.array) + " move " + std::to_string(wide.bytes) + " of " +
                   std::to_string(stream.bytes) + " bytes 16 at a time, where " + std::to_string(can_be) +
                   " can be\n  here a lane moves " + std::to_string(width) + " at a time: take a " +
                   (stream.element == sizeof(float) ? "float4" : "uint4, which is 16 bytes") +
                   ", so that as many threads have more bytes in flight");
  return false;
}

bool expect_least_sectors(const LaunchResult& run, const Stream& stream) {
  const auto concerns = [&](const AccessCost& a) { return lab::is_traffic(a, stream.op, stream.array); };
  const lab::AccessSum sum = lab::sum_of(run.report, concerns);
  if (lab::weigh(static_cast<double>(sum.sectors), Comparison::at_most, static_cast<double>(stream.sectors),
                 "sectors")) {
    return true;
  }
  const AccessCost* const worst = lab::costliest(run.report, concerns, sectors_a_request);
  const bool is_coalesced = worst->sectors == worst->least_sectors;
  const std::string totals = std::to_string(sum.sectors) + " sectors in " + std::to_string(sum.requests) +
                             " requests, where " + std::to_string(stream.sectors) + " and " +
                             std::to_string(stream.requests) + " are enough\n  ";
  const std::string advice =
      is_coalesced
          ? once(stream)
          : "line " + std::to_string(worst->where.line) + " takes " + lab::number(sectors_a_request(*worst)) +
                " sectors per request: neighbouring lanes of a warp must take neighbouring elements";
  lab::fail_at(run, worst->where, lab::accesses_text(stream.op, stream.array) + " take " + totals + advice);
  return false;
}

bool expect_least_requests(const LaunchResult& run, const Stream& stream) {
  const auto concerns = [&](const AccessCost& a) { return lab::is_traffic(a, stream.op, stream.array); };
  const lab::AccessSum sum = lab::sum_of(run.report, concerns);
  if (lab::weigh(static_cast<double>(sum.requests), Comparison::at_most, static_cast<double>(stream.requests),
                 "requests")) {
    return true;
  }
  lab::fail_at(run, sum.where(),
               lab::accesses_text(stream.op, stream.array) + " are " + std::to_string(sum.requests) +
                   " requests, where " + std::to_string(stream.requests) +
                   " are enough\n  let all 32 lanes of a warp take part, and " + once(stream));
  return false;
}

}  // namespace

Stream in_vectors(const std::string& array, int n, unsigned element, unsigned blocks) {
  const auto count = static_cast<std::uint64_t>(n);
  const std::uint64_t vectors = count * element / kVector;
  const std::uint64_t behind = count % (kVector / element) + std::uint64_t{blocks} * WARPS;
  return {array,
          Op::load,
          count * element,
          element,
          lab::pieces(vectors, simt::kWarpSize) + behind,
          lab::pieces(count * element, simt::kSectorBytes) + behind};
}

Stream in_rows(const std::string& array, Op op, int rows, int cols) {
  constexpr int kFloatsARequest = WARP * static_cast<int>(kVector / sizeof(float));
  const auto count = static_cast<std::uint64_t>(rows);
  return {array,
          op,
          count * static_cast<std::uint64_t>(cols) * sizeof(float),
          sizeof(float),
          count * lab::pieces(cols, kFloatsARequest),
          lab::sectors_in_pieces(rows, cols, kFloatsARequest)};
}

bool expect_once(const LaunchResult& run, const Stream& stream) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  return lab::expect_accesses(run, stream.array, stream.op) && expect_least_sectors(run, stream) &&
         expect_wide(run, stream) && expect_least_requests(run, stream);
}

bool expect_meeting(const LaunchResult& run, const Meeting& meeting) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  const auto concerns = [&](const AccessCost& a) { return lab::is_traffic(a) && a.array == meeting.array; };
  const lab::AccessSum sum = lab::sum_of(run.report, concerns);
  const auto a_block = [&](std::uint64_t amount) {
    return static_cast<double>(amount) / static_cast<double>(meeting.blocks);
  };
  const auto asked = static_cast<double>(meeting.requests_a_block);
  if (!lab::weigh(a_block(sum.requests), Comparison::exactly, asked, "requests a block")) {
    const bool too_many = a_block(sum.requests) > asked;
    lab::fail_at(run, sum.where(),
                 std::to_string(meeting.blocks) + " blocks access `" + meeting.array + "` in " +
                     std::to_string(sum.requests) + " requests: " + lab::number(a_block(sum.requests)) +
                     " a block, " + lab::number(asked) + " required\n  " +
                     (too_many ? "every request waits for its turn at this one place: combine within the "
                                 "warp, then within the block, and let the block go there once"
                               : "some blocks bring nothing: do all of them have a share of the work? Let "
                                 "thread t of all T threads of the grid take t, t + T, t + 2 T, ..."));
    return false;
  }
  const auto sectors = static_cast<double>(meeting.sectors_a_block);
  if (lab::weigh(a_block(sum.sectors), Comparison::at_most, sectors, "sectors a block")) return true;
  const AccessCost* const worst = lab::costliest(run.report, concerns, sectors_a_request);
  lab::fail_at(run, worst->where,
               "a block moves " + lab::number(a_block(sum.sectors)) + " sectors of `" + meeting.array +
                   "`, " + lab::number(sectors) +
                   " allowed\n  lanes that meet at one address take turns: neighbouring lanes must go to "
                   "neighbouring elements, and one lane to each");
  return false;
}

bool expect_share(const LaunchResult& run, const LaunchResult& half, const std::string& array,
                  unsigned blocks) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  constexpr double kMore = 1.25;
  constexpr double kLess = 0.75;
  const auto read_in = [&](const LaunchResult& launch) {
    return lab::sum_of(launch.report,
                       [&](const AccessCost& a) { return lab::is_traffic(a, Op::load, array); });
  };
  const lab::AccessSum sum = read_in(run);
  const std::uint64_t found = read_in(half).sectors;
  const unsigned last = blocks - blocks / 2;
  const double share = static_cast<double>(sum.sectors) * last / blocks;
  const double part = static_cast<double>(found) / share;
  const char* const unit = "times their share, read by the second half of the blocks";
  const bool enough = lab::weigh(part, Comparison::at_least, kLess, unit);
  const bool few = lab::weigh(part, Comparison::at_most, kMore, unit);
  if (enough && few) return lab::expect_warps_share(run);
  lab::fail_at(run, sum.where(),
               "the last " + std::to_string(last) + " of " + std::to_string(blocks) + " blocks read " +
                   std::to_string(found) + " sectors of `" + array + "`, where their share is " +
                   lab::number(share) +
                   "\n  some blocks do the work of others: let thread t of all T threads of the grid take t, "
                   "t + T, t + 2 T, ...");
  return false;
}

bool expect_no_waiting(const LaunchResult& run, const std::string& advice) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  const AccessCost* const worst = lab::costliest(run.report, lab::is_shared, most_conflicts);
  if (worst == nullptr) {
    lab::weigh(0, Comparison::at_least, 1, "shared-memory requests");
    lab::fail_at(run, {},
                 "the kernel uses no shared memory: the warps of a block can hand their results to one "
                 "another only there");
    return false;
  }
  if (lab::weigh(most_conflicts(*worst), Comparison::at_most, 0, "bank conflicts per request")) return true;
  const char* const noun = worst->op == Op::load    ? "load"
                           : worst->op == Op::store ? "store"
                                                    : "atomic operation";
  lab::fail_at(run, worst->where,
               std::string("the ") + noun + " of shared memory `" + worst->array + "` in line " +
                   std::to_string(worst->where.line) + " has up to " + lab::number(most_conflicts(*worst)) +
                   " bank conflicts in a request, none is needed\n  " + advice);
  return false;
}

}  // namespace combining
