// The places of a module, numbered: see abi::Place.
#pragma once

#include <string>
#include <vector>

#include "contract/module_abi.h"
#include "front/source_lines.h"
#include "llvm.h"
#include "passes/issue_costs/issue_costs.h"

namespace simtcc {

struct PlaceRecord {
  SourcePlace where;
  simt::abi::PlaceKind kind = simt::abi::PlaceKind::load;
  std::uint8_t width = 0;
  std::uint8_t flags = 0;
  std::uint8_t atomic_form = 0;
  std::uint32_t array_bytes = 0;              // the bytes of a local array
  std::uint32_t load_waits = 0;               // load_waits.h; of `computed`: abi::Place
  std::uint8_t instruction = 0;               // simt::Instruction
  bool is_predicated = false;                 // abi::Place
  std::uint16_t padding = 0;                  // padding_notes.h
  std::uint32_t level = 0;                    // load_waits.h
  std::uint32_t arrival = 0;                  // load_waits.h; 0: the next step's
  IssueCost issue = {};                       // issue_costs.h
  std::uint16_t round = simt::abi::kNoPlace;  // the place of the innermost loop around it
  std::string array = {};
  std::uint32_t stored_value = 0;  // abi::Place
  llvm::SmallVector<unsigned, simt::abi::kMostJoinedLines> joined_lines = {};

  bool waits_for_loads() const { return level != 0; }
};

class Places {
 public:
  std::uint32_t add(PlaceRecord record) {
    if (all_.size() + 1 >= simt::abi::kMostPlaces) {
      throw Refused(record.where,
                    "the file has more than 65,534 memory accesses and loops once its functions are "
                    "inlined and its loops unrolled: split it");
    }
    all_.push_back(std::move(record));
    return static_cast<std::uint32_t>(all_.size() - 1);
  }
  // A number for a value of one function that its stores store: abi::Place::stored_value.
  std::uint32_t number_value() { return ++values_; }
  PlaceRecord& operator[](std::uint32_t number) { return all_[number]; }
  const std::vector<PlaceRecord>& all() const { return all_; }

 private:
  std::vector<PlaceRecord> all_;
  std::uint32_t values_ = 0;
};

}  // namespace simtcc
