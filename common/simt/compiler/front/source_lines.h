// Which line of the kernel's author an instruction belongs to.
//
// Optimisation loses lines: a load that is hoisted out of a loop, or merged with its neighbours, belongs to
// no line any more. So each instruction gets a note of its line (metadata) when all functions are inlined and
// nothing is optimised yet, and where that is lost too, the nearest instruction's line stands in.
#pragma once

#include <stdexcept>
#include <string>

#include "llvm.h"

namespace simtcc {

struct SourcePlace {
  std::string file;   // absolute path, or as the compiler was given it
  unsigned line = 0;  // 0: not known
  unsigned column = 0;
};

// The kernel file is refused: what the student reads.
class Refused : public std::runtime_error {
 public:
  Refused(SourcePlace where, const std::string& message)
      : std::runtime_error(message), place(std::move(where)) {}
  SourcePlace place;
};

// Whether a file is one of the machine's own headers: what they do for a kernel belongs to the line that
// calls them.
bool is_machine_header(llvm::StringRef file);

// Notes the line of every instruction of the function.
void note_lines(llvm::Function& function);
// Whether it was there then: what the compiler makes later is no access of the program.
bool has_noted_line(const llvm::Instruction& instruction);

// A location in a form that metadata may hold, and the place that such a note says.
llvm::MDNode* note_of_location(const llvm::DILocation& location);
SourcePlace place_in_note(const llvm::MDNode& note);

// Notes of each branch the line of a block behind it that does nothing but go on, such as that of a `return`: optimisation
// removes it. Runs before that.
void note_ways(llvm::Function& function);
// The line that note_ways() noted; line 0: none.
SourcePlace place_of_way(const llvm::Instruction& branch);

SourcePlace place_of(const llvm::Instruction& instruction);
SourcePlace place_of(const llvm::Function& function);
SourcePlace place_of(const llvm::GlobalVariable& variable);
// The first line that uses the value, itself or in a constant expression; line 0 where only variables do.
SourcePlace place_of_use(const llvm::Value& value);

}  // namespace simtcc
