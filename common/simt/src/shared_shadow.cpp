#include "shared_shadow.h"

namespace simt {

void SharedShadow::reset(std::size_t bytes) {
  in_bytes_ = false;
  cells_.assign((bytes + kBankBytes - 1) / kBankBytes, ShadowCell{});
}

void SharedShadow::split_into_bytes() {
  std::vector<ShadowCell> bytes;
  bytes.reserve(cells_.size() * kBankBytes);
  for (const ShadowCell& word : cells_) bytes.insert(bytes.end(), kBankBytes, word);
  cells_ = std::move(bytes);
  in_bytes_ = true;
}

}  // namespace simt
