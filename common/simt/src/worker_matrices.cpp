// The worker's part for tensor-core instructions: ldmatrix, stmatrix, mma.sync. They are exchanges of all 32
// lanes of a warp. A row that is moved is an access of the lane that gives its address: checked before,
// logged as a load or store of 16 bytes.
#include "contract/matrix_abi.h"
#include "region_text.h"
#include "simt/request.h"
#include "worker.h"

namespace simt {

// Lanes that give no address have an entry without one: so the logs of the warp's lanes stay side by side.
void Worker::begin_matrices(std::uint32_t place, MatrixOperands& operands, std::uint64_t base) {
  const abi::Place& at = launch_->place(place);
  const auto instruction = static_cast<Instruction>(at.instruction);
  if (instruction == Instruction::plain)
    stop(FaultKind::crash, "the module's table does not tell of these matrices", place);
  const unsigned lane = lanes_.running_thread() % kWarpSize;
  if (lane >= lanes_with_rows(instruction)) {
    operands.address = 0;
    return log_entry(place, 0);
  }
  const std::uint64_t address = operands.address;
  const abi::Window& window = windows[place];
  const std::uint64_t distance = address - window.begin;
  if (distance % kMatrixRowBytes != 0 || distance / kMatrixRowBytes >= window.count)
    check(place, address, base);
  if (!memory_.shared().holds(address)) stop_row_elsewhere(place, address);
  log_entry(place, address);
}

// The message is built before the lane is dropped: nothing on its stack may still own memory then.
void Worker::stop_row_elsewhere(std::uint32_t place, std::uint64_t address) {
  const auto message = [&] {
    const abi::Place& at = launch_->place(place);
    const Op op = at.kind == abi::PlaceKind::store ? Op::store : Op::load;
    const Region* const region = memory_.find(address);
    const std::string where = region == nullptr
                                  ? "is elsewhere"
                                  : std::string("is in ") + name_of(region->space) + " memory, " +
                                        place_in(*region, address, kMatrixRowBytes);
    return name_of(static_cast<Instruction>(at.instruction), op) +
           std::string(" moves rows of shared memory, and this address ") + where;
  };
  stop(FaultKind::out_of_bounds, message(), place,
       "copy the tile to shared memory first, and pass the address of the row there");
}

void Worker::exchange_matrices(std::uint32_t place, ExchangeKind kind, std::uint32_t what,
                               MatrixOperands& operands) {
  Exchange& mine = lanes_.lane(lanes_.running_thread()).exchange;
  mine = {};
  mine.kind = kind;
  mine.how = static_cast<std::uint8_t>(
      lanes_with_rows(static_cast<Instruction>(launch_->place(place).instruction)) / kRowsAMatrix);
  mine.mask = ~0U;
  mine.operand = static_cast<std::int32_t>(what);
  mine.value = reinterpret_cast<std::uint64_t>(&operands);
  lanes_.stop(LaneState::at_exchange, place);
}

abi::Pair Worker::load_matrices(std::uint32_t place, bool is_transposed, std::uint64_t address,
                                std::uint64_t base) {
  MatrixOperands operands;
  operands.address = address;
  begin_matrices(place, operands, base);
  exchange_matrices(place, ExchangeKind::load_matrices, is_transposed ? 1 : 0, operands);
  return operands.result;
}

void Worker::store_matrices(std::uint32_t place, bool is_transposed, std::uint64_t address,
                            std::uint64_t base, const abi::Pair& value) {
  MatrixOperands operands;
  operands.address = address;
  operands.a = value;
  begin_matrices(place, operands, base);
  exchange_matrices(place, ExchangeKind::store_matrices, is_transposed ? 1 : 0, operands);
}

abi::Pair Worker::multiply_matrices(std::uint32_t place, std::uint32_t what, MatrixOperands& operands) {
  if (!abi::is_known(abi::multiplication_of(what)))
    stop(FaultKind::crash, "a tensor-core multiplication of a shape or type that does not exist", place);
  exchange_matrices(place, ExchangeKind::multiply_matrices, what, operands);
  return operands.result;
}

// PTX ISA, ldmatrix, stmatrix, mma: all threads of the warp must execute the same instruction, and none may
// have exited.
bool Worker::stop_incomplete_warp(Warp& warp, unsigned lane) {
  if (!is_of_matrices(lanes_.lane(warp.first_thread + lane).exchange.kind) || warp.live() == ~0U)
    return false;
  const std::uint32_t missing = ~warp.live();
  const auto absent = static_cast<unsigned>(__builtin_ctz(missing));
  const bool has_returned = (warp.lanes >> absent & 1U) != 0;
  stop_exchange(
      warp, lane,
      has_returned ? "it needs all 32 lanes of the warp, and lane " + std::to_string(absent) + " has returned"
                   : "it needs all 32 lanes of the warp, and this warp of the block has only " +
                         std::to_string(absent),
      std::nullopt);
  return true;
}

}  // namespace simt
