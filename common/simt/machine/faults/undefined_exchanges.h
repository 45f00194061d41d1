// The shuffles that took an undefined value: from a lane that had left the kernel, that the block does not have, or that the
// mask does not name. A value carries its number here (compiler/back/undefined_values.h) until it is used or dropped.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "faults/fault_log.h"

namespace simt {

// One lane's shuffle, whatever the block. Which one a number means does not depend on the order of lanes.
struct UndefinedExchange {
  std::uint32_t place = kNoPlace;  // of the shuffle
  unsigned thread = 0;             // that took the value
  AbsentLane source;

  auto key() const { return std::make_tuple(place, thread, source.thread, source.why, source.left_at); }
};

class UndefinedExchanges {
 public:
  void forget() {
    all_.clear();
    numbers_.clear();
  }

  // From 1 on.
  std::uint32_t number_of(const UndefinedExchange& exchange) {
    const auto [known, is_new] =
        numbers_.try_emplace(exchange.key(), static_cast<std::uint32_t>(all_.size() + 1));
    if (is_new) all_.push_back(exchange);
    return known->second;
  }
  // Null: no such number was given.
  const UndefinedExchange* find(std::uint64_t number) const {
    return number == 0 || number > all_.size() ? nullptr : &all_[number - 1];
  }

 private:
  std::vector<UndefinedExchange> all_;
  std::map<decltype(UndefinedExchange{}.key()), std::uint32_t> numbers_;
};

}  // namespace simt
