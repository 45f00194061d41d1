// What the lanes of a warp, and the threads of a block, do together. PTX ISA, "shfl.sync", "vote.sync",
// "match.sync", "redux.sync", "elect.sync", "bar".
#include <array>

#include "contract/module_abi.h"
#include "ptx/builder.h"

namespace simtcc::ptx {
namespace {

using llvm::Value;
using simt::abi::Reduce;
using simt::abi::Shuffle;

[[noreturn]] void refuse_without_sync(Builder& builder) {
  builder.refuse("it has not existed since sm_70; write .sync, and a mask as the last operand");
}

Value* lane_of(Builder& builder) { return special_register("%laneid", 32, builder); }

bool lower_shuffle(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  if (!suffixes.take("sync")) refuse_without_sync(builder);
  const std::string how = suffixes.one_of({"idx", "up", "down", "bfly"});
  suffixes.expect("b32");
  suffixes.finish();
  builder.expect_operands(5);
  llvm::IRBuilder<>& ir = builder.ir();
  const unsigned mode = how == "idx" ? 0 : how == "up" ? 1 : how == "down" ? 2 : 3;
  // The source lane, and at bit 8 whether it is in range.
  Value* const source = builder.call("simt_ptx_shuffle_source", ir.getInt32Ty(),
                                     {ir.getInt32(mode), builder.read_int(builder.operand(2), 32),
                                      builder.read_int(builder.operand(3), 32)});
  Value* const value = ir.CreateZExt(builder.read_int(builder.operand(1), 32), ir.getInt64Ty());
  Value* const index = ir.CreateAnd(source, ir.getInt32(simt::abi::kLanes - 1));
  Value* const moved = builder.call(
      "simt_shuffle", ir.getInt64Ty(),
      {builder.read_int(builder.operand(4), 32), value, ir.getInt32(static_cast<unsigned>(Shuffle::index)),
       index, ir.getInt32(simt::abi::kLanes)});
  const Operand& to = builder.operand(0);
  builder.write(to.is_pair() ? to.parts[0] : to, ir.CreateTrunc(moved, ir.getInt32Ty()));
  if (to.is_pair()) builder.write(to.parts[1], ir.CreateICmpUGE(source, ir.getInt32(256)));
  return true;
}

bool lower_vote(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  if (!suffixes.take("sync")) refuse_without_sync(builder);
  const std::string how = suffixes.one_of({"all", "any", "uni", "ballot"});
  suffixes.expect(how == "ballot" ? "b32" : "pred");
  suffixes.finish();
  builder.expect_operands(3);
  llvm::IRBuilder<>& ir = builder.ir();
  Value* const mask = builder.read_int(builder.operand(2), 32);
  Value* const predicate = ir.CreateZExt(builder.predicate(builder.operand(1)), ir.getInt32Ty());
  Value* const lanes = builder.call("simt_ballot", ir.getInt32Ty(), {mask, predicate});
  Value* const all = ir.CreateICmpEQ(lanes, mask);
  Value* const none = ir.CreateICmpEQ(lanes, ir.getInt32(0));
  builder.write(builder.operand(0), how == "ballot" ? lanes
                                    : how == "all"  ? all
                                    : how == "any"  ? ir.CreateNot(none)
                                                    : ir.CreateOr(all, none));
  return true;
}

bool lower_match(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  suffixes.expect("sync");
  const bool is_all = suffixes.one_of({"any", "all"}) == "all";
  const Type type = suffixes.type();
  suffixes.finish();
  builder.expect_operands(3);
  llvm::IRBuilder<>& ir = builder.ir();
  Value* const mask = builder.read_int(builder.operand(2), 32);
  Value* const value = ir.CreateZExt(builder.read(builder.operand(1), type), ir.getInt64Ty());
  Value* const lanes = builder.call("simt_match", ir.getInt32Ty(), {mask, value});
  const Operand& to = builder.operand(0);
  if (!is_all) {
    builder.write(to, lanes);
    return true;
  }
  Value* const same = ir.CreateICmpEQ(lanes, mask);
  builder.write(to.is_pair() ? to.parts[0] : to, ir.CreateSelect(same, mask, ir.getInt32(0)));
  if (to.is_pair()) builder.write(to.parts[1], same);
  return true;
}

bool lower_reduction(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  suffixes.expect("sync");
  const std::string what = suffixes.one_of({"add", "min", "max", "and", "or", "xor"});
  const Type type = suffixes.type();
  suffixes.finish();
  builder.expect_operands(3);
  if (what.empty() || type.bits != 32 || type.is_float()) builder.refuse("it reduces integers of 32 bits");
  const Reduce how = what == "add"   ? Reduce::add
                     : what == "min" ? (type.is_signed() ? Reduce::minimum_signed : Reduce::minimum)
                     : what == "max" ? (type.is_signed() ? Reduce::maximum_signed : Reduce::maximum)
                     : what == "and" ? Reduce::bit_and
                     : what == "or"  ? Reduce::bit_or
                                     : Reduce::bit_xor;
  llvm::IRBuilder<>& ir = builder.ir();
  builder.write(builder.operand(0), builder.call("simt_reduce", ir.getInt32Ty(),
                                                 {builder.read_int(builder.operand(2), 32),
                                                  builder.read(builder.operand(1), type),
                                                  ir.getInt32(static_cast<unsigned>(how))}));
  return true;
}

// The lowest lane of the mask leads.
bool lower_election(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  suffixes.expect("sync");
  suffixes.finish();
  builder.expect_operands(2);
  const Operand& to = builder.operand(0);
  if (!to.is_pair()) builder.refuse("its results are of the form d|p");
  llvm::IRBuilder<>& ir = builder.ir();
  Value* const mask = builder.read_int(builder.operand(1), 32);
  Value* const lanes = builder.call("simt_ballot", ir.getInt32Ty(), {mask, ir.getInt32(1)});
  Value* const leader = ir.CreateIntrinsic(llvm::Intrinsic::cttz, {ir.getInt32Ty()}, {lanes, ir.getFalse()});
  builder.write(to.parts[0], leader);
  builder.write(to.parts[1], ir.CreateICmpEQ(leader, lane_of(builder)));
  return true;
}

void check_barrier(const Operand& number, Builder& builder) {
  constexpr std::uint64_t kBarriers = 16;
  if (number.kind == Operand::Kind::integer && number.bits >= kBarriers)
    builder.refuse("a block has barriers 0 to 15");
}

// bar.red.popc.u32 d, barrier, threads, p; the number of threads may be left out.
bool lower_counting_barrier(const Instruction& instruction, Suffixes& suffixes, Builder& builder) {
  const std::string how = suffixes.one_of({"popc", "and", "or"});
  suffixes.drop({"aligned", "u32", "pred"});
  suffixes.finish();
  builder.expect_operands(3, 4);
  check_barrier(builder.operand(1), builder);
  llvm::IRBuilder<>& ir = builder.ir();
  const bool names_threads = instruction.operands.size() == 4;
  Value* const predicate = builder.predicate(builder.operand(names_threads ? 3 : 2));
  Value* const counted = ir.CreateZExt(how == "and" ? ir.CreateNot(predicate) : predicate, ir.getInt32Ty());
  Value* const count = names_threads ? builder.call("simt_ptx_barrier_count", ir.getInt32Ty(),
                                                    {builder.read_int(builder.operand(2), 32), counted})
                                     : builder.call("simt_barrier_count", ir.getInt32Ty(), {counted});
  Value* const none = ir.CreateICmpEQ(count, ir.getInt32(0));
  builder.write(builder.operand(0), how == "popc" ? count : how == "and" ? none : ir.CreateNot(none));
  return true;
}

// Without a number of threads, barrier 0 is __syncthreads(). Any other is one of the block's sixteen, which a part of its threads may
// come to, and pass without waiting.
void call_barrier(const Instruction& instruction, bool waits, Builder& builder) {
  llvm::IRBuilder<>& ir = builder.ir();
  const Operand& number = builder.operand(0);
  check_barrier(number, builder);
  const bool names_threads = instruction.operands.size() == 2;
  if (!names_threads && number.kind == Operand::Kind::integer && number.bits == 0) {
    builder.call("simt_barrier", ir.getVoidTy(), {});
    return;
  }
  Value* const threads = names_threads ? builder.read_int(builder.operand(1), 32)
                                       : builder.call("simt_ptx_block_threads", ir.getInt32Ty(), {});
  builder.call("simt_named_barrier", ir.getVoidTy(),
               {builder.read_int(number, 32), threads, ir.getInt32(waits ? 1 : 0)});
}

bool lower_barrier(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  if (instruction.has("cluster")) builder.refuse("clusters are not modelled");
  suffixes.take("cta");
  llvm::IRBuilder<>& ir = builder.ir();
  if (suffixes.take("warp")) {
    suffixes.expect("sync");
    suffixes.finish();
    builder.expect_operands(1);
    builder.call("simt_sync_warp", ir.getVoidTy(), {builder.read_int(builder.operand(0), 32)});
    return true;
  }
  if (suffixes.take("red")) return lower_counting_barrier(instruction, suffixes, builder);
  const bool waits = !suffixes.take("arrive");
  if (waits) suffixes.expect("sync");
  suffixes.take("aligned");
  suffixes.finish();
  if (waits) {
    builder.expect_operands(1, 2);
  } else {
    builder.expect_operands(2);
  }
  call_barrier(instruction, waits, builder);
  return true;
}

}  // namespace

bool lower_warps(const Instruction& instruction, Builder& builder) {
  const std::string& name = instruction.family();
  if (name == "shfl") return lower_shuffle(instruction, builder);
  if (name == "vote") return lower_vote(instruction, builder);
  if (name == "match") return lower_match(instruction, builder);
  if (name == "redux") return lower_reduction(instruction, builder);
  if (name == "elect") return lower_election(instruction, builder);
  if (name == "bar" || name == "barrier") return lower_barrier(instruction, builder);
  if (name != "activemask") return false;
  builder.write(builder.operand(0), builder.call("simt_active_mask", builder.ir().getInt32Ty(), {}));
  return true;
}

}  // namespace simtcc::ptx
