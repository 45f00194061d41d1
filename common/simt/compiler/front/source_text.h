// What can be wrong with a kernel file before any compiler reads it: an encoding that is not UTF-8,
// characters that look like spaces, an unfinished merge.
#pragma once

#include <string>

namespace simtcc {

// The file's bytes. Throws as check_source_text does.
std::string source_text(const std::string& path);

// Throws Refused, or std::invalid_argument where the file cannot be read.
void check_source_text(const std::string& path);

}  // namespace simtcc
