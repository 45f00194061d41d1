#include "wide_accesses.h"

#include <algorithm>

#include "lab/accesses.h"
#include "lab/expectations.h"

namespace wide {
namespace {

using lab::Comparison;

// A warp's 32 pieces that do not start on a sector touch one more than the 16 that they fill.
constexpr std::uint64_t kSectorsAWarp = simt::kWarpSize * kWideBytes / simt::kSectorBytes + 1;

lab::AccessSum sum_where(const lab::LaunchResult& run, const Side& side, bool is_wide) {
  return lab::sum_of(run.report, [&](const simt::AccessCost& access) {
    return lab::is_traffic(access, side.op, side.array) && (access.width == kWideBytes) == is_wide;
  });
}

std::string text_of(std::uint64_t amount) { return std::to_string(amount); }

}  // namespace

Pieces& Pieces::operator+=(const Pieces& other) {
  wide += other.wide;
  ends += other.ends;
  requests += other.requests;
  sectors += other.sectors;
  return *this;
}

Pieces pieces_from(std::size_t byte, std::size_t elements, std::size_t element_bytes) {
  const std::size_t end = byte + elements * element_bytes;
  const std::size_t first_wide = (byte + kWideBytes - 1) / kWideBytes * kWideBytes;
  Pieces pieces;
  if (first_wide < end) pieces.wide = (end - first_wide) / kWideBytes;
  pieces.ends = elements - pieces.wide * kWideBytes / element_bytes;
  const std::uint64_t warps = lab::pieces(pieces.wide, simt::kWarpSize);
  // Warps may start on a line of 128 bytes instead of at the first piece: there is then one more of them.
  pieces.requests = warps + (pieces.wide > 0 ? 1 : 0) + pieces.ends;
  pieces.sectors = warps * kSectorsAWarp + pieces.ends;
  return pieces;
}

bool expect_wide(const lab::LaunchResult& run, const Side& side) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  if (!lab::expect_accesses(run, side.array, side.op)) return false;
  const lab::AccessSum wide = sum_where(run, side, true);
  const lab::AccessSum narrow = sum_where(run, side, false);
  const std::string which = lab::accesses_text(side.op, side.array);
  const std::string aligned = text_of(side.pieces.wide) + " aligned pieces of 16 bytes";
  if (!lab::weigh(static_cast<double>(wide.lanes), Comparison::at_least,
                  static_cast<double>(side.pieces.wide), "accesses of 16 bytes")) {
    const unsigned width = narrow.largest == nullptr ? 0 : narrow.largest->width;
    lab::fail_at(run, narrow.where(),
                 which + " move " + text_of(wide.lanes) + " of " + aligned +
                     " in one access\n  here a lane moves " + text_of(width) +
                     " bytes: every piece that starts at a multiple of 16 bytes and ends in the "
                     "array can be one access");
    return false;
  }
  const std::uint64_t requests = wide.requests + narrow.requests;
  if (lab::weigh(static_cast<double>(requests), Comparison::at_most,
                 static_cast<double>(side.pieces.requests), "requests")) {
    return true;
  }
  const lab::AccessSum& most = narrow.requests > wide.requests ? narrow : wide;
  lab::fail_at(run, most.where(),
               which + " are " + text_of(requests) + " requests, where " + text_of(side.pieces.requests) +
                   " are enough: one for 32 pieces of 16 bytes, and one for each " + side.element +
                   " of the ends");
  return false;
}

bool expect_sectors(const lab::LaunchResult& run, const Side& side) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  if (!lab::expect_accesses(run, side.array, side.op)) return false;
  const auto concerns = [&](const simt::AccessCost& access) {
    return lab::is_traffic(access, side.op, side.array);
  };
  const lab::AccessSum sum = lab::sum_of(run.report, concerns);
  if (lab::weigh(static_cast<double>(sum.sectors), Comparison::at_most,
                 static_cast<double>(side.pieces.sectors), "sectors")) {
    return true;
  }
  const simt::AccessCost* const worst =
      lab::costliest(run.report, concerns, [](const simt::AccessCost& access) {
        return lab::per_request(access.sectors, access) * kWideBytes / access.width;
      });
  lab::fail_at(run, worst->where,
               lab::accesses_text(side.op, side.array) + " touch " + text_of(sum.sectors) +
                   " sectors, where " + text_of(side.pieces.sectors) + " are enough\n  here a request of " +
                   text_of(worst->width) + " bytes a lane touches " +
                   lab::number(lab::per_request(worst->sectors, *worst)) +
                   " sectors: neighbouring lanes must move neighbouring pieces, each of them once");
  return false;
}

}  // namespace wide
