// What this lab asks of a launch's requests: how many there are at the least and how many sectors they touch,
// and that no lane of a warp is idle while there is something to move.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "lab/expectations.h"
#include "lab/kernel.h"

namespace gathers {

// Requests as they are put together lane by lane. Sectors are counted row by row: two rows may meet in one,
// since ids repeat, but no kernel can rely on it.
class RequestCount {
 public:
  // A lane accesses up to 16 bytes from this offset on, within a sector.
  void add_lane(std::uint64_t offset);
  void end_row();
  // One without a lane is none.
  void end_request();

  std::uint64_t requests() const { return requests_; }
  std::uint64_t sectors() const { return sectors_; }

 private:
  std::set<std::uint64_t> touched_;  // sectors that the row has touched
  bool has_lane_ = false;
  std::uint64_t requests_ = 0;
  std::uint64_t sectors_ = 0;
};

// A limit that this launch meets whatever it moves: for arrays that a check lets be.
lab::SectorLimit whatever_it_moves(const lab::LaunchResult& run, const std::string& array, simt::Op op);

// The requests of a launch to an array.
std::uint64_t requests_of(const lab::LaunchResult& run, const std::string& array, simt::Op op);

// An array that is moved 16 bytes a lane, each byte once, by full warps as far as there is work for them.
struct FullRequests {
  std::string array;
  simt::Op op = simt::Op::load;
  std::uint64_t bytes = 0;
  std::uint64_t requests = 0;
  std::string when_idle;  // advice for lanes that have nothing to move
};

// The launch moves no more bytes of the array than these, in no more requests.
bool expect_full_requests(const lab::LaunchResult& run, const FullRequests& full);

}  // namespace gathers
