// The worker's part for accesses off the hot path: an instruction's first, those to variables and textures.
#include <algorithm>
#include <cstring>

#include "region_text.h"
#include "worker.h"

namespace simt {

// An instruction's first access to a region, or its first since it was at another.
template <unsigned Width, Op op>
Instruction& Worker::begin_access(const Region& region, Space space, std::uintptr_t address,
                                  std::uintptr_t pc) {
  if (address % Width != 0) stop_misaligned(op, Width, address, pc);
  if (op != Op::load && !region.writable) stop_forbidden_write(region, Width, address, pc);
  Instruction& instruction = log_.find_or_add(pc, space, op, Width);
  if (op == Op::atomic) instruction.form = atomic_form_;
  if (space == Space::shared) {
    used_shared_arrays_.try_emplace(region.begin - shared_begin_,
                                    SharedArray{region.name, region.end - region.begin});
  }
  instruction.region = &region;
  instruction.region_begin = region.begin;
  instruction.region_end = region.end;
  instruction.shadow = region.shadow;
  // What no kernel may write has no races. Of accesses narrower than a granule it is not known whom they
  // meet.
  if (!region.writable || Width < 1U << region.shadow.granule_shift) instruction.shadow.cells = nullptr;
  return instruction;
}

template <unsigned Width, Op op>
void Worker::access_first(std::uintptr_t address, std::uintptr_t pc) {
  const bool shared = address - shared_begin_ < shared_size_;
  const Region* const region = shared ? shared_region(address) : launch_->arena->find(address, Width);
  if (region == nullptr || address + Width > region->end) stop_out_of_bounds(op, Width, address, pc);
  begin_access<Width, op>(*region, region->space, address, pc);
  access<Width, op>(address, pc);
}

// Outside buffers and shared memory: the thread's own stack, literals and the module's variables are fine,
// all else is not.
template <unsigned Width, Op op>
void Worker::access_elsewhere(std::uintptr_t address, std::uintptr_t pc) {
  const Module::Image& module = *launch_->module;
  if (stacks_.holds(lanes_[lane_].runs_on, address)) return;
  const Region* const variable = module.variable_at(address);
  if (variable == nullptr && op == Op::load && module.constants.holds(address)) return;
  if (variable == nullptr || address + Width > variable->end) stop_out_of_bounds(op, Width, address, pc);
  if (op != Op::atomic) announce(op == Op::store, address, Width);
  Instruction& instruction = begin_access<Width, op>(*variable, variable->space, address, pc);
  const Mark mark(lane_bits_ | instruction.mark_bits);
  const Conflict conflict = instruction.shadow.access<Width, op>(address - variable->begin, mark, clock_);
  if (conflict.kind != Conflict::Kind::none) note_conflict(conflict, instruction, address);
  if (!log_.record(instruction, lane_ % kWarpSize, address)) record_new(instruction, address);
}

template <Op op>
void Worker::access_piece(std::uintptr_t address, std::size_t bytes, std::uintptr_t pc) {
  switch (bytes) {
    case 1:
      return access<1, op>(address, pc);
    case 2:
      return access<2, op>(address, pc);
    case 4:
      return access<4, op>(address, pc);
    case 8:
      return access<8, op>(address, pc);
    default:
      return access<16, op>(address, pc);
  }
}

// A struct copy moves in pieces of the struct's alignment on the GPU; what no struct explains, in words or
// bytes.
void Worker::access_range(std::uintptr_t address, std::size_t bytes, Op op, std::uintptr_t pc) {
  const auto& alignments = launch_->module->struct_alignments;
  const auto known = alignments.find(bytes);
  std::size_t piece = known == alignments.end() ? kBankBytes : std::min<std::size_t>(known->second, 16);
  while (address % piece != 0 || bytes % piece != 0) piece /= 2;
  for (std::size_t i = 0; i < bytes; i += piece) {
    if (op == Op::load) access_piece<Op::load>(address + i, piece, pc);
    if (op == Op::store) access_piece<Op::store>(address + i, piece, pc);
  }
  if (!stacks_.holds(address)) announce(op == Op::store, address, bytes);
}

template <unsigned Width>
void Worker::fetch_from(std::uintptr_t address, std::uintptr_t pc) {
  const Region* const region = launch_->arena->find(address, Width);
  if (region == nullptr) stop_out_of_bounds(Op::load, Width, address, pc);
  Instruction& instruction = begin_access<Width, Op::load>(*region, Space::texture, address, pc);
  access_with_others<Width, Op::load>(instruction, address, Mark(lane_bits_ | instruction.mark_bits));
}

void Worker::fetch(std::uint64_t texture, std::int64_t index, void* value, std::size_t bytes,
                   std::uintptr_t pc) {
  const Texture* const found = launch_->textures->find(texture);
  if (found == nullptr) stop(FaultKind::crash, "fetch from a texture object that does not exist", pc);
  if (found->element_bytes != bytes) {
    stop(FaultKind::crash,
         "fetch of " + bytes_text(bytes) + " from a texture whose elements have " +
             bytes_text(found->element_bytes),
         pc);
  }
  std::memset(value, 0, bytes);
  if (index < 0 || static_cast<std::size_t>(index) >= found->elements) return;
  const std::uintptr_t address = found->begin + static_cast<std::size_t>(index) * bytes;
  switch (bytes) {
    case 1:
      fetch_from<1>(address, pc);
      break;
    case 2:
      fetch_from<2>(address, pc);
      break;
    case 4:
      fetch_from<4>(address, pc);
      break;
    case 8:
      fetch_from<8>(address, pc);
      break;
    default:
      fetch_from<16>(address, pc);
  }
  std::memcpy(value, reinterpret_cast<const void*>(address), bytes);
}

#define SIMT_INSTANTIATE(width)                                                              \
  template void Worker::access_elsewhere<width, Op::load>(std::uintptr_t, std::uintptr_t);   \
  template void Worker::access_elsewhere<width, Op::store>(std::uintptr_t, std::uintptr_t);  \
  template void Worker::access_elsewhere<width, Op::atomic>(std::uintptr_t, std::uintptr_t); \
  template void Worker::access_first<width, Op::load>(std::uintptr_t, std::uintptr_t);       \
  template void Worker::access_first<width, Op::store>(std::uintptr_t, std::uintptr_t);      \
  template void Worker::access_first<width, Op::atomic>(std::uintptr_t, std::uintptr_t);

SIMT_INSTANTIATE(1)
SIMT_INSTANTIATE(2)
SIMT_INSTANTIATE(4)
SIMT_INSTANTIATE(8)
SIMT_INSTANTIATE(16)

}  // namespace simt
