#include "front/library_text.h"

#include <fstream>
#include <iterator>
#include <optional>

namespace simtcc {
namespace {

constexpr const char* kHeader = "/cub/device/dispatch/tuning/tuning_transform.cuh";
constexpr const char* kMacro = "_CUB_HAS_TRANSFORM_UBLKCP";

std::optional<std::string> text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string{std::istreambuf_iterator<char>(file), {}};
}

// The folders that -I and -isystem name, with their names joined or in a word of their own.
std::vector<std::string> include_folders(const std::vector<std::string>& words) {
  std::vector<std::string> folders;
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (const std::string flag : {"-I", "-isystem"}) {
      if (words[i] == flag && i + 1 < words.size()) {
        folders.push_back(words[i + 1]);
      } else if (words[i].size() > flag.size() && words[i].rfind(flag, 0) == 0) {
        folders.push_back(words[i].substr(flag.size()));
      }
    }
  }
  return folders;
}

}  // namespace

std::vector<std::string> without_bulk_copies(const std::vector<std::string>& words, const std::string& copy) {
  for (const std::string& folder : include_folders(words)) {
    const std::string header = folder + kHeader;
    std::optional<std::string> text = text_of(header);
    if (!text.has_value()) continue;
    const std::size_t at = text->find(std::string("define ") + kMacro);
    if (at == std::string::npos || header.find(';') != std::string::npos)
      return {};  // clang's option separates two names by it
    // The line stays, so that messages name the lines of the header as it is.
    const std::size_t begin = text->rfind('\n', at) + 1;
    text->replace(begin, text->find('\n', at) - begin, "");
    std::ofstream(copy, std::ios::binary) << *text;
    std::string read_instead = header;
    read_instead.append(";").append(copy);
    return {"-Xclang", "-remap-file", "-Xclang", read_instead};
  }
  return {};
}

}  // namespace simtcc
