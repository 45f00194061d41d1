// Notes on loads that say which of their bytes nobody need have written: the padding of a structure that is copied, and the bits
// beside a bit-field that is stored to. The machine reports no read of them.
//
// A note is a type tag, as clang puts one on each access for alias analysis by type, which is off here. LLVM's passes know these tags:
// they copy a load's tag to the loads that they make of it, and give a load that they make of two the nearest type that is an ancestor
// of both. The types form a tree:
//
//   plain ─▶ any byte ─▶ one type for each padding and width
//
// So a load made of two copies with different padding may read any byte of padding, and one made of a copy and of a learner's own
// read is that read, whose bytes must all have been written.
#pragma once

#include <set>
#include <tuple>

#include "llvm.h"

namespace simtcc {

// Each byte of a load may be padding.
inline constexpr std::uint16_t kAnyByte = 0xFFFF;

// Gives each load and store the plain tag in place of clang's. A store to a bit-field, and its load of the bits beside it, get the
// one of any byte. clang's notes on copies stay until make_copies_whole() has seen them.
void note_plain_accesses(llvm::Module& module);

// Notes the padding of a load, of the store of its value, or of a copy that becomes loads later: bit i is set if byte i is no member.
void note_padding(llvm::Instruction& access, std::uint16_t padding);

// Returns it when the load has been optimised. A load that has another width now may read any byte, if there was padding.
std::uint16_t padding_of(const llvm::Instruction& access);

// Where in the source padding may be read. A few transformations of LLVM drop a load's tag, such as the one that turns a load through
// `c ? a : b` into two; the place in the source stays.
class PaddedLines {
 public:
  // Wants a module that has not been optimised.
  explicit PaddedLines(const llvm::Module& module);
  bool contain(const llvm::Instruction& access) const;

 private:
  std::set<std::tuple<const llvm::DISubprogram*, unsigned, unsigned>> places_;  // with line and column
};

// Notes any byte on a load or copy that has lost its tag, if it is where padding may be read. Runs when nothing but neighbours is
// merged any more.
struct NoteLostPaddingPass : llvm::PassInfoMixin<NoteLostPaddingPass> {
  explicit NoteLostPaddingPass(const PaddedLines& padded_lines) : padded(padded_lines) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  const PaddedLines& padded;
};

}  // namespace simtcc
