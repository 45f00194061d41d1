// What to write in place of what clang has refused.
//
// In: an error of clang's, with the notes that belong to it and the line that it shows. Out: one sentence with the code to
// write, or nothing where the error may have several causes: a wrong remedy costs more than none.
#pragma once

#include <cstddef>
#include <string>

namespace simtcc {

struct Mistake {
  std::string message;     // the error's own words
  std::string notes;       // those of its notes, one a line
  std::string shown;       // the line of the source
  std::size_t column = 0;  // where the error is in it, counted from 1; 0: unknown
};

// Whether clang has looked for an operator: its candidates are not functions that the programmer has called.
bool is_about_operator(const Mistake& mistake);

// Empty where none is known.
std::string remedy_for(const Mistake& mistake);

}  // namespace simtcc
