#include "memory/shared_memory.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace simt {
namespace {

constexpr std::size_t kKinds = 3;  // the kinds of marks

std::size_t cells_in(const Region& array, unsigned granule_shift) {
  const std::size_t granule = std::size_t{1} << granule_shift;
  return (array.end - array.begin + granule - 1) >> granule_shift;
}

void poison(const Region& array) {
  std::memset(reinterpret_cast<void*>(array.begin), 0xFF, array.end - array.begin);
}

}  // namespace

// Room for so much shared memory. Each byte may have its own cell, besides the cells of words that it had
// before; memory exists where it is touched.
void SharedMemory::ensure(std::size_t bytes) {
  if (memory_ != nullptr && bytes <= memory_->size()) return;
  memory_ = std::make_unique<Reservation>(bytes);
  memory_->commit(0, bytes);
  cells_ = std::make_unique<Reservation>(2 * bytes * kKinds * sizeof(std::uint64_t));
  cells_->commit(0, cells_->size());
}

void SharedMemory::begin_launch(const abi::Module& module, std::size_t dynamic_bytes) {
  arrays_.clear();
  looked_at_.clear();
  used_cells_ = 0;
  // An index that runs past the last array by less than a page still is one of shared memory.
  constexpr std::size_t kBehind = 4096;
  ensure(module.dynamic_shared_offset + abi::kDynamicSharedCapacity + kBehind);
  for (std::uint32_t i = 0; i < module.shared_array_count; ++i) {
    const abi::SharedArray& array = module.shared_arrays[i];
    add(array.name, array.offset, array.bytes, array.element_bytes);
  }
  if (module.has_dynamic_shared != 0)
    add("dynamic shared memory", module.dynamic_shared_offset, dynamic_bytes, kBankBytes);
  for (const Region& array : arrays_) poison(array);
}

void SharedMemory::add(const std::string& name, std::uint64_t offset, std::uint64_t bytes,
                       std::size_t element_bytes) {
  Region& array = arrays_.emplace_back();
  array.begin = begin() + offset;
  array.end = array.begin + bytes;
  array.name = name;
  // In an array of arrays or structs, a word is the unit that a reader can find in the source.
  array.element_bytes = bytes % kBankBytes == 0 && element_bytes % kBankBytes == 0 ? kBankBytes : 1;
  array.space = Space::shared;
  array.is_stored_to = true;
  array.is_loaded_from = true;
  give_cells(array, Shadow::shift_for(element_bytes));
}

void SharedMemory::give_cells(Region& array, unsigned granule_shift) {
  const std::size_t cells = cells_in(array, granule_shift);
  auto* const first = reinterpret_cast<std::uint64_t*>(cells_->begin()) + used_cells_;
  used_cells_ += kKinds * cells;
  array.shadow = {first, first + cells, first + 2 * cells, granule_shift};
}

void SharedMemory::split_cells(Region& array) {
  const Shadow words = array.shadow;
  const unsigned times = 1U << words.granule_shift;
  give_cells(array, 0);
  const std::size_t cells = cells_in(array, words.granule_shift);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const std::size_t first = cell * times;
    const std::size_t count = std::min<std::size_t>(times, array.end - array.begin - first);
    std::fill_n(array.shadow.writes + first, count, words.writes[cell]);
    std::fill_n(array.shadow.reads + first, count, words.reads[cell]);
    std::fill_n(array.shadow.other_reads + first, count, words.other_reads[cell]);
  }
}

void SharedMemory::begin_block() {
  for (const Region& array : arrays_) {
    if (array.is_used) poison(array);
  }
}

std::size_t SharedMemory::Saved::bytes() const {
  std::size_t sum = arrays.capacity() * sizeof(Array);
  for (const Array& array : arrays) {
    sum +=
        array.bytes.capacity() + (array.writes.capacity() + array.reads.capacity()) * sizeof(std::uint64_t);
  }
  return sum;
}

void SharedMemory::save(Saved& saved, bool reads) const {
  std::size_t used = 0;
  for (std::size_t number = 0; number < arrays_.size(); ++number) {
    const Region& array = arrays_[number];
    if (!array.is_used) continue;
    if (used == saved.arrays.size()) saved.arrays.emplace_back();
    Saved::Array& copy = saved.arrays[used++];
    copy.number = number;
    copy.granule_shift = array.shadow.granule_shift;
    const auto* const first = reinterpret_cast<const std::uint8_t*>(array.begin);
    copy.bytes.assign(first, first + (array.end - array.begin));
    const std::size_t cells = cells_in(array, copy.granule_shift);
    copy.writes.assign(array.shadow.writes, array.shadow.writes + cells);
    copy.reads.clear();
    if (!reads) continue;
    copy.reads.assign(array.shadow.reads, array.shadow.reads + cells);
    copy.reads.insert(copy.reads.end(), array.shadow.other_reads, array.shadow.other_reads + cells);
  }
}

void SharedMemory::restore(const Saved& saved) {
  std::size_t next = 0;
  for (std::size_t number = 0; number < arrays_.size(); ++number) {
    Region& array = arrays_[number];
    if (!array.is_used) continue;
    const std::size_t cells = cells_in(array, array.shadow.granule_shift);
    if (next == saved.arrays.size() || saved.arrays[next].number != number) {
      poison(array);  // another block was the first to use it
      for (std::uint64_t* const kind : {array.shadow.writes, array.shadow.reads, array.shadow.other_reads})
        std::fill_n(kind, cells, 0);
      continue;
    }
    const Saved::Array& copy = saved.arrays[next++];
    std::memcpy(reinterpret_cast<void*>(array.begin), copy.bytes.data(), copy.bytes.size());
    // Cells may have been split since.
    const unsigned shift = copy.granule_shift - array.shadow.granule_shift;
    for (std::size_t cell = 0; cell < cells; ++cell) array.shadow.writes[cell] = copy.writes[cell >> shift];
    if (copy.reads.empty()) continue;
    const std::size_t saved_cells = copy.writes.size();
    for (std::size_t cell = 0; cell < cells; ++cell) {
      array.shadow.reads[cell] = copy.reads[cell >> shift];
      array.shadow.other_reads[cell] = copy.reads[saved_cells + (cell >> shift)];
    }
  }
}

std::vector<std::uint8_t>& SharedMemory::as_looked_at(std::size_t number) {
  if (looked_at_.size() < arrays_.size()) looked_at_.resize(arrays_.size());
  std::vector<std::uint8_t>& known = looked_at_[number];
  if (known.empty()) {
    const auto* const first = reinterpret_cast<const std::uint8_t*>(arrays_[number].begin);
    const auto* const last = reinterpret_cast<const std::uint8_t*>(arrays_[number].end);
    std::transform(first, last, std::back_inserter(known),
                   [](std::uint8_t byte) { return static_cast<std::uint8_t>(~byte); });
  }
  return known;
}

Region* SharedMemory::find(std::uintptr_t address) {
  for (Region& array : arrays_) {
    if (array.holds(address)) return &array;
  }
  return nullptr;
}

const Region* SharedMemory::named(const char* name) const {
  for (const Region& array : arrays_) {
    if (name != nullptr && array.name == name) return &array;
  }
  return nullptr;
}

const Region* SharedMemory::below(std::uintptr_t address) const {
  const Region* below = nullptr;
  for (const Region& array : arrays_) {
    if (array.begin <= address && (below == nullptr || array.begin > below->begin)) below = &array;
  }
  return below;
}

void SharedMemory::forget_accesses() {
  if (cells_ != nullptr) cells_->clear();
}

}  // namespace simt
