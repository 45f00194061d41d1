#include "requests/texel_requests.h"

#include <algorithm>

namespace simt {
namespace {

// An array's memory is blocks of 64 bytes and 8 rows.
constexpr std::uint64_t kBlockBytes = 64;
constexpr std::uint64_t kBlockRows = 8;
constexpr std::uint64_t kSectorWidth = 16;
constexpr std::uint64_t kSectorRows = 2;
constexpr std::uint64_t kSectorsABlock = kBlockBytes * kBlockRows / kSectorBytes;

// The distinct values of some of a group's lanes.
class Distinct {
 public:
  Distinct() {}  // NOLINT(modernize-use-equals-default,cppcoreguidelines-pro-type-member-init): only what is
                 // counted is set
  void insert(std::uint64_t value) {
    if (std::find(values_.begin(), values_.begin() + count_, value) == values_.begin() + count_)
      values_[count_++] = value;
  }
  std::uint32_t count() const { return count_; }

 private:
  std::array<std::uint64_t, std::size_t{8} * 8> values_;
  std::uint32_t count_ = 0;
};

}  // namespace

void TexelAccess::add(std::uint64_t address, std::uint64_t sector) {
  auto* const end = addresses.begin() + count;
  if (std::find(addresses.begin(), end, address) != end) return;
  addresses[count] = address;
  sectors[count++] = sector;
}

std::uint64_t sector_of(const TexelMemory& memory, const unsigned char* texel) {
  const auto address = reinterpret_cast<std::uintptr_t>(texel);
  if (memory.shape == TexelShape::linear || memory.shape == TexelShape::pitched)
    return address / kSectorBytes;
  const std::size_t offset = address - reinterpret_cast<std::uintptr_t>(memory.begin);
  const std::uint64_t slice = offset / memory.slice_bytes;
  const std::uint64_t row = offset % memory.slice_bytes / memory.row_bytes;
  const std::uint64_t column = offset % memory.row_bytes;
  const std::uint64_t across = (memory.row_bytes + kBlockBytes - 1) / kBlockBytes;
  const std::uint64_t down = (memory.height + kBlockRows - 1) / kBlockRows;
  const std::uint64_t block = (slice * down + row / kBlockRows) * across + column / kBlockBytes;
  const std::uint64_t in_block =
      row % kBlockRows / kSectorRows * (kBlockBytes / kSectorWidth) + column % kBlockBytes / kSectorWidth;
  return block * kSectorsABlock + in_block;
}

std::uint64_t TexelAccesses::add(const TexelAccess& access) {
  if (free_.empty()) {
    all_.push_back(access);
    return all_.size() - 1;
  }
  const std::uint64_t number = free_.back();
  free_.pop_back();
  all_[number] = access;
  return number;
}

RequestCost texel_cost(const std::array<TexelAccess, kWarpSize>& lanes, std::uint32_t active, unsigned width,
                       bool is_fetch) {
  const unsigned together = is_fetch ? 4 : 8;
  RequestCost cost;
  for (unsigned first = 0; first < kWarpSize; first += together) {
    Distinct sectors;
    Distinct texels;
    for (unsigned lane = first; lane < first + together; ++lane) {
      if ((active >> lane & 1U) == 0) continue;
      for (unsigned i = 0; i < lanes[lane].count; ++i) {
        sectors.insert(lanes[lane].sectors[i]);
        texels.insert(lanes[lane].addresses[i]);
      }
    }
    cost.sectors += sectors.count();
    cost.wavefronts += sectors.count() > 0 ? 1U : 0U;
    cost.least_sectors += (texels.count() * width + kSectorBytes - 1) / kSectorBytes;
  }
  cost.least_wavefronts = cost.wavefronts;
  return cost;
}

}  // namespace simt
