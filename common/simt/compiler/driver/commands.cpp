#include "driver/commands.h"

#include <cstdio>
#include <cstring>

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

int Commands::run(const std::vector<std::string>& words, std::string* errors) const {
  if (shows_) {
    std::string line = "#$ " + words.front();
    for (std::size_t i = 1; i < words.size(); ++i) line += " " + quoted(words[i]);
    std::fprintf(stderr, "%s\n", line.c_str());
  }
  if (!runs_) return 0;
  const Finished finished = simtcc::run(words, {}, errors == nullptr ? Catch::nothing : Catch::errors);
  if (errors != nullptr) *errors = finished.caught;
  if (finished.signal != 0) {
    std::fprintf(
        stderr,
        "simtcc: %s was ended by a signal: %s (without a limit on time or memory, this is an error of simtcc; please report it with the file)\n",
        words.front().c_str(), strsignal(finished.signal));
  }
  return finished.status;
}

}  // namespace simtcc
