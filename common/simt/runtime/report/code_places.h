// Where in the source an address of the program's code lies, by its debug information.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "simt/report.h"

namespace cudart {

struct CodePlace {
  std::string function;     // demangled; empty: not known
  simt::SourceLine source;  // line 0: not known
};

// Returns the places of calls; `after` are the addresses behind them. Asks addr2line, or LLVM's, once for all
// addresses of a file. If neither is installed, only functions are known. A program looks an address up only
// once. Code that was inlined from a library's header has the line that called it.
std::map<const void*, CodePlace> places_of(const std::vector<const void*>& after);

// Returns the first of several calls, the innermost first, whose line is in no library's header; if there is none, the innermost.
const void* authors_call(const std::vector<const void*>& after);

// Returns the place of one instruction.
CodePlace place_of(std::uintptr_t instruction);

}  // namespace cudart
