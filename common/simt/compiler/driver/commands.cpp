#include "driver/commands.h"

#include <cstdio>

#include "system/process.h"

namespace simtcc {

std::string quoted(const std::string& word) {
  std::string text = "\"";
  for (const char c : word) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

void Commands::show_setting(const std::string& name, const std::string& value) {
  std::fprintf(stderr, "#$ %s=%s\n", name.c_str(), value.c_str());
}

bool Commands::run(const std::vector<std::string>& words) const {
  if (shows_) {
    std::string line = "#$ " + words.front();
    for (std::size_t i = 1; i < words.size(); ++i) line += " " + quoted(words[i]);
    std::fprintf(stderr, "%s\n", line.c_str());
  }
  return !runs_ || simtcc::run(words).status == 0;
}

}  // namespace simtcc
