// Keeps a kernel file from giving its lines another file's name.
//
// #line and the preprocessor's own line markers (# 12 "name.cu") make every message, and every recorded
// access, name the file and line that they say: with them a submission could blame a header, the lab or
// another student's file. They do nothing else, so they are blanked out before clang reads the file, and
// places are always the file's real ones.
#pragma once

#include <string>
#include <vector>

namespace simtcc {

struct OwnLines {
  std::string text;                  // the source's length and lines
  std::vector<unsigned> directives;  // the lines on which one was blanked out, from 1
};

OwnLines without_line_directives(const std::string& source);

}  // namespace simtcc
