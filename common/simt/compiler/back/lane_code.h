// A kernel's code for one lane, which can stop without keeping a stack: what the lane will need goes to its frame, the function returns,
// and called again it goes on from there. The code for several lanes (vector_code.h) is made from it.
//
// Made after the verifier has passed the module, before its primitives get their code, and the same way for every module.
#pragma once

#include <cstdint>
#include <vector>

#include "back/kernel_code.h"
#include "back/masked_sides.h"
#include "contract/module_abi.h"
#include "llvm.h"

namespace simtcc {

using simt::abi::kVectorLanes;

// Where the lane's code can go on when it is called. At a barrier and where the log is full it stops. At the others it does not: there
// only the code for several lanes ends, and lets each go on by itself.
struct ResumePoint {
  enum class Kind : std::uint8_t { barrier, ask, branch, call };
  Kind kind = Kind::barrier;
  std::uint32_t place = 0;            // of a barrier or a question
  llvm::BasicBlock* begin = nullptr;  // the block that the lane goes on with
  // The block that reads the frame and goes to `begin`
  llvm::BasicBlock* resume = nullptr;
  // In `begin`, or before the lane stops: a call whose operands are the values that go to the frame
  llvm::CallInst* kept = nullptr;
};

// A value's place in the frames of abi::kVectorLanes lanes, which lie side by side: of lane l at offset + l * bytes.
struct FrameSlot {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

struct LaneCode {
  llvm::Function* function = nullptr;  // abi::Kernel::entry
  // Numbered from 1 on. Those where lanes stop come first.
  std::vector<ResumePoint> points;
  std::uint32_t stops = 0;
  bool has_all_points = false;    // also those at which only the code for several lanes ends
  std::uint64_t frame_bytes = 0;  // of abi::kVectorLanes lanes, abi::Frame included
  // What the blocks `resume` read from the frame, and which value that is
  struct Kept {
    llvm::Value* value = nullptr;
    FrameSlot slot;
  };
  llvm::DenseMap<const llvm::Instruction*, Kept> reads;
  MaskedBranches masked;
  std::vector<std::vector<FrameSlot>> kept_in;  // by point: where the operands of `kept` go
};

// An atomic operation that lanes do one after another, but come to together: nobody wants its answer, and their order makes no difference.
bool is_atomic_of_several(const llvm::CallInst& call);

// Makes the kernel's code. `several`: also the points at which only the code for several lanes ends. The kernel itself is no more.
LaneCode make_lane_code(llvm::Function& kernel, bool several, CodeAllowance& allowance);
// Removes what only the code for several lanes is made from.
void finish(LaneCode& code);

// The values that differ between the lanes of a warp, as far as can be told: those that come from a thread's index, or from memory at
// an address that differs, and what is computed from these or chosen by a branch that is gone through under a mask (masked_sides.h). Where
// lanes that ran together took another branch is left out: they did so together.
class VaryingValues {
 public:
  // `code`: its function, reads and masked branches.
  explicit VaryingValues(const LaneCode& code);
  bool has(const llvm::Value* value) const { return varying_.count(value) != 0; }

 private:
  llvm::DenseSet<const llvm::Value*> varying_;
};

// Which component of the thread's index is loaded here: 0, 1, 2; -1: something else is.
int thread_index_of(const llvm::LoadInst& load);

// What lane code returns: abi::stop().
llvm::ConstantInt* stop_value(llvm::LLVMContext& context, simt::abi::StopKind kind, std::uint32_t place,
                              std::size_t point);

// Functions that lane code calls until it is finished: whether the log has come to its limit, i1 (); and ResumePoint::kept.
inline constexpr const char* kLogIsFull = "simt.is_full";
inline constexpr const char* kKept = "simt.kept";

}  // namespace simtcc
