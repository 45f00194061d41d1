// A kernel file's text before any compiler reads it: what can be wrong with it, and what clang must not see or
// must see otherwise. Lines keep their numbers.
#pragma once

#include <string>
#include <vector>

namespace simtcc {

// The file's bytes. Throws as check_source_text does.
std::string source_text(const std::string& path);

// Refuses an encoding that is not UTF-8, characters that look like spaces, an unfinished merge. Throws Refused,
// or std::invalid_argument where the file cannot be read.
void check_source_text(const std::string& path);

// Keeps a kernel file from giving its lines another file's name.
//
// #line and the preprocessor's own line markers (# 12 "name.cu") make every message, and every recorded
// access, name the file and line that they say: with them a submission could blame a header, the lab or
// another student's file. They do nothing else, so they are blanked out before clang reads the file, and
// places are always the file's real ones.
struct OwnLines {
  std::string text;                  // the source's length and lines
  std::vector<unsigned> directives;  // the lines on which one was blanked out, from 1
};

OwnLines without_line_directives(const std::string& source);

// Rewrites what nvcc reads and clang does not: launches with blanks in the brackets, `kernel << <grid, block >> > (n)`,
// as some editors format it, and with shapes in braces, `kernel<<<{4, 4}, {32, 8}>>>(n)`; registers in assembly
// behind one `%`, `asm("mov.u32 %0, %laneid;" : …)`. Columns stay as they are too, except behind a brace or such a name.
std::string readable_to_clang(std::string text);

}  // namespace simtcc
