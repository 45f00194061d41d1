// Asynchronous copies and barriers with phases in inline PTX. PTX ISA, "cp.async" and "mbarrier". Bulk copies
// (TMA), and what counts their bytes, are refused.
#include "ptx/builder.h"

namespace simtcc::ptx {
namespace {

// The flags of simt::abi::PhaseStep.
constexpr unsigned kArrive = 1;
constexpr unsigned kDrop = 2;
constexpr unsigned kBindCopies = 16;

constexpr const char* kNoBulkCopies = "bulk copies (TMA) do not exist here: copy by cp.async";

llvm::Value* arrive(Builder& builder, llvm::Value* barrier, llvm::Value* count, unsigned step) {
  llvm::IRBuilder<>& ir = builder.ir();
  return builder.call("simt_arrive_phase", ir.getInt32Ty(), {barrier, count, ir.getInt32(step)});
}

// The number of bytes that come from the source: all, as many as an operand says, or none if a predicate says
// so.
llvm::Value* source_bytes(Builder& builder, std::uint64_t width, std::size_t operands) {
  llvm::IRBuilder<>& ir = builder.ir();
  llvm::Value* const all = ir.getInt32(static_cast<std::uint32_t>(width));
  if (operands < 4) return all;
  const Operand& last = builder.operand(3);
  if (builder.width_of(last) == 1U) return ir.CreateSelect(builder.predicate(last), ir.getInt32(0), all);
  return builder.read_int(last, 32);
}

// cp.async.ca.shared.global{.L2::128B} [to], [from], width{, bytes | ignored}{, policy}
bool lower_copy(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  suffixes.expect("async");
  const std::string cached = suffixes.one_of({"ca", "cg"});
  if (cached.empty()) builder.refuse("it is cached as .ca or .cg");
  if (!suffixes.take("shared::cta")) suffixes.expect("shared");
  suffixes.expect("global");
  suffixes.drop({"L2::64B", "L2::128B", "L2::256B"});
  const bool has_policy = suffixes.take("L2::cache_hint");
  suffixes.finish();
  const std::size_t policies = has_policy ? 1 : 0;
  builder.expect_operands(3 + policies, 4 + policies);
  const std::uint64_t width = builder.constant(builder.operand(2));
  if ((width != 4 && width != 8 && width != 16) || (cached == "cg" && width != 16))
    builder.refuse(cached == "cg" ? "it copies 16 bytes" : "it copies 4, 8 or 16 bytes");
  llvm::IRBuilder<>& ir = builder.ir();
  llvm::Value* const to = builder.address(builder.operand(0), Space::shared);
  llvm::Value* const from = builder.address(builder.operand(1), Space::global);
  llvm::Value* const bytes = source_bytes(builder, width, instruction.operands.size() - policies);
  llvm::Value* const whole = ir.getInt32(static_cast<std::uint32_t>(width));
  builder.call("simt_copy_source", ir.getVoidTy(), {from, bytes, whole});
  builder.call("simt_copy_async", ir.getVoidTy(), {to, whole, ir.getInt32(cached == "cg" ? 1 : 0)});
  return true;
}

// cp.async.mbarrier.arrive{.noinc}{.shared}.b64 [barrier]
bool lower_copy_arrival(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  for (const char* const part : {"async", "mbarrier", "arrive"}) suffixes.expect(part);
  const bool arrives = suffixes.take("noinc");
  const Space space = suffixes.space();
  suffixes.expect("b64");
  suffixes.finish();
  builder.expect_operands(1);
  arrive(builder, builder.address(builder.operand(0), space), builder.ir().getInt32(arrives ? 1 : 0),
         arrives ? kArrive | kBindCopies : kBindCopies);
  return true;
}

bool lower_group(const Instruction& instruction, Builder& builder) {
  llvm::IRBuilder<>& ir = builder.ir();
  if (instruction.has("commit_group")) {
    builder.expect_operands(0);
    builder.call("simt_commit_async", ir.getVoidTy(), {});
    return true;
  }
  const bool all = instruction.has("wait_all");
  builder.expect_operands(all ? 0 : 1);
  const std::uint64_t groups = all ? UINT32_MAX : builder.constant(builder.operand(0));
  builder.call("simt_wait_async", ir.getVoidTy(), {ir.getInt32(static_cast<std::uint32_t>(groups))});
  return true;
}

Space space_of_barrier(Suffixes& suffixes) {
  suffixes.drop({"release", "acquire", "relaxed", "cta"});
  const Space space = suffixes.space();
  suffixes.expect("b64");
  suffixes.finish();
  return space;
}

// mbarrier.arrive.b64 state, [barrier]{, count}
bool lower_arrival(const Instruction& instruction, Suffixes& suffixes, unsigned step, Builder& builder) {
  const Space space = space_of_barrier(suffixes);
  builder.expect_operands(2, 3);
  llvm::IRBuilder<>& ir = builder.ir();
  llvm::Value* const barrier = builder.address(builder.operand(1), space);
  llvm::Value* const count =
      instruction.operands.size() > 2 ? builder.read_int(builder.operand(2), 32) : ir.getInt32(1);
  builder.write(builder.operand(0), ir.CreateZExt(arrive(builder, barrier, count, step), ir.getInt64Ty()));
  return true;
}

bool lower_wait(const Instruction& instruction, Suffixes& suffixes, Builder& builder) {
  const bool by_parity = suffixes.take("parity");
  const Space space = space_of_barrier(suffixes);
  builder.expect_operands(3, instruction.has("try_wait") ? 4 : 3);
  llvm::IRBuilder<>& ir = builder.ir();
  llvm::Value* const barrier = builder.address(builder.operand(1), space);
  llvm::Value* const parity = by_parity
                                  ? builder.read_int(builder.operand(2), 32)
                                  : ir.CreateTrunc(builder.read_int(builder.operand(2), 64), ir.getInt32Ty());
  llvm::Value* const is_over =
      builder.call("simt_wait_phase", ir.getInt32Ty(), {barrier, parity, ir.getInt32(1)});
  builder.write(builder.operand(0), ir.CreateICmpNE(is_over, ir.getInt32(0)));
  return true;
}

bool lower_phase_barrier(const Instruction& instruction, Builder& builder) {
  for (const char* const part : {"expect_tx", "complete_tx"})
    if (instruction.has(part)) builder.refuse(kNoBulkCopies);
  Suffixes suffixes(instruction, builder);
  llvm::IRBuilder<>& ir = builder.ir();
  const std::string what =
      suffixes.one_of({"init", "inval", "arrive", "arrive_drop", "test_wait", "try_wait"});
  if (what == "init") {
    const Space space = space_of_barrier(suffixes);
    builder.expect_operands(2);
    builder.call("simt_init_phases", ir.getVoidTy(),
                 {builder.address(builder.operand(0), space), builder.read_int(builder.operand(1), 32)});
    return true;
  }
  if (what == "inval") {
    const Space space = space_of_barrier(suffixes);
    builder.expect_operands(1);
    builder.store(builder.address(builder.operand(0), space), ir.getInt64(0), true);
    return true;
  }
  if (what == "arrive") return lower_arrival(instruction, suffixes, kArrive, builder);
  if (what == "arrive_drop") return lower_arrival(instruction, suffixes, kArrive | kDrop, builder);
  if (what.empty()) return false;
  return lower_wait(instruction, suffixes, builder);
}

}  // namespace

bool lower_async(const Instruction& instruction, Builder& builder) {
  const std::string& name = instruction.family();
  if (name == "mbarrier") return lower_phase_barrier(instruction, builder);
  if (name != "cp" || !instruction.has("async")) return false;
  if (instruction.has("bulk")) builder.refuse(kNoBulkCopies);
  if (instruction.has("commit_group") || instruction.has("wait_group") || instruction.has("wait_all"))
    return lower_group(instruction, builder);
  if (instruction.has("mbarrier")) return lower_copy_arrival(instruction, builder);
  return lower_copy(instruction, builder);
}

}  // namespace simtcc::ptx
