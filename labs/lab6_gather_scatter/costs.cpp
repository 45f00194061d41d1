#include "costs.h"

#include "lab/accesses.h"
#include "lab/check.h"
#include "simt/words.h"

namespace gathers {
namespace {

using lab::Comparison;

constexpr unsigned kVectorBytes = 16;

lab::AccessSum moved_of(const lab::LaunchResult& run, const std::string& array, simt::Op op) {
  return lab::sum_of(run.report,
                     [&](const simt::AccessCost& access) { return lab::is_traffic(access, op, array); });
}

std::string cause_of(const lab::AccessSum& moved, const FullRequests& full) {
  const unsigned width = moved.largest->width;
  if (width < kVectorBytes) {
    return "a lane moves " + simt::plural(width, "byte") + " where it could move 16: take a float4";
  }
  return lab::number(moved.per_request(moved.lanes)) +
         " of 32 lanes are active on average: " + full.when_idle;
}

}  // namespace

void RequestCount::add_lane(std::uint64_t offset) {
  touched_.insert(offset / simt::kSectorBytes);
  has_lane_ = true;
}

void RequestCount::end_row() {
  sectors_ += touched_.size();
  touched_.clear();
}

void RequestCount::end_request() {
  end_row();
  requests_ += has_lane_ ? 1 : 0;
  has_lane_ = false;
}

lab::SectorLimit whatever_it_moves(const lab::LaunchResult& run, const std::string& array, simt::Op op) {
  return {array, op, moved_of(run, array, op).sectors};
}

std::uint64_t requests_of(const lab::LaunchResult& run, const std::string& array, simt::Op op) {
  return moved_of(run, array, op).requests;
}

bool expect_full_requests(const lab::LaunchResult& run, const FullRequests& full) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  if (!lab::expect_accesses(run, full.array, full.op)) return false;
  const lab::AccessSum moved = moved_of(run, full.array, full.op);
  const auto requests = static_cast<double>(moved.requests);
  const bool few = lab::weigh(requests, Comparison::at_most, static_cast<double>(full.requests), "requests");
  const bool once = lab::weigh(static_cast<double>(moved.bytes), Comparison::at_most,
                               static_cast<double>(full.bytes), "bytes requested");
  if (few && once) return true;
  const std::string accesses = lab::accesses_text(full.op, full.array);
  if (!once) {
    lab::fail_at(run, moved.where(),
                 accesses + " request " + std::to_string(moved.bytes) + " bytes, where " +
                     std::to_string(full.bytes) + " are needed: each byte of a row moves once");
    return false;
  }
  lab::fail_at(run, moved.where(),
               accesses + " are " + simt::plural(moved.requests, "request") + ", where " +
                   std::to_string(full.requests) + " of up to 512 bytes are enough\n  " +
                   cause_of(moved, full));
  return false;
}

}  // namespace gathers
