#include "memory/placement.h"

#include <algorithm>

#include "simt/machine.h"

namespace simt {
namespace {

// Four of these take one page of the map of written words, which is a quarter as large
constexpr std::size_t kPage = 16384;
// The distance of two buffers: an index that runs past one by less than this hits no other buffer.
constexpr std::size_t kGap = 4 * kPage;
// Buffers do not all begin at multiples of a page, because a lane that walks down a column of several
// matrices would find all of its elements in one set of the cache. They are at least as aligned as cudaMalloc's all
// the same, and small ones lie in as few slices of L2 (traffic/launch_traffic.h).
constexpr std::size_t kStagger = 1024;
constexpr std::size_t kStaggers = 8;

std::size_t rounded_to_pages(std::size_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }

}  // namespace

std::size_t Placement::place(std::size_t bytes, const std::string& name) {
  const std::size_t stagger = pages_.size() % kStaggers * kStagger;
  const std::size_t needed =
      bytes > bytes_ ? bytes_ : rounded_to_pages(stagger + std::max<std::size_t>(1, bytes));
  std::size_t begin = kGap;
  for (const auto& [offset, used] : pages_) {
    if (begin + needed + kGap <= used.begin) break;
    begin = used.begin + used.bytes + kGap;
  }
  if (begin + needed + kGap > bytes_)
    throw Error("out of global memory: " + std::to_string(bytes) + " bytes for '" + name + "' do not fit");
  pages_[begin + stagger] = {begin, needed};
  return begin + stagger;
}

}  // namespace simt
