#include "front/library_text.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

namespace simtcc {
namespace {

// Each returns whether there was something to change.
bool remove_bulk_copies(std::string& text) {
  const std::size_t at = text.find("define _CUB_HAS_TRANSFORM_UBLKCP");
  if (at == std::string::npos) return false;
  const std::size_t begin = text.rfind('\n', at) + 1;
  text.erase(begin, text.find('\n', at) - begin);
  return true;
}

bool remove_destructor(std::string& text) {
  const std::string destructor = "~barrier()";
  const std::size_t at = text.find(destructor);
  if (at == std::string::npos) return false;
  text.replace(at, destructor.size(), "void simt_clear()");
  return true;
}

// That of 2.3 lacks a comma between two operands of an assembly statement, too, which nvcc does not miss.
bool remove_destructor_and_add_comma(std::string& text) {
  const std::string operand = "\"l\"(__token)";
  for (std::size_t at = text.find(operand); at != std::string::npos; at = text.find(operand, at)) {
    at += operand.size();
    const std::size_t next = text.find_first_not_of(" \n", at);
    if (next != std::string::npos && text[next] == '"') text.insert(at, ",");
  }
  return remove_destructor(text);
}

struct ChangedHeader {
  const char* path;
  bool (*change)(std::string& text);
};

constexpr ChangedHeader kChanged[] = {
    {"/cub/device/dispatch/tuning/tuning_transform.cuh", remove_bulk_copies},
    {"/cuda/__barrier/barrier_block_scope.h", remove_destructor},                           // since 2.8
    {"/cuda/std/__cuda/barrier.h", remove_destructor},                                      // 2.5
    {"/cuda/std/detail/libcxx/include/__cuda/barrier.h", remove_destructor_and_add_comma},  // 2.3
};

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

// The first of the folders that has the header counts.
std::optional<std::string> path_of(const ChangedHeader& header, const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) {
    std::string path = folder + header.path;
    if (std::filesystem::exists(path)) return path;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> with_changed_headers(const std::vector<std::string>& words,
                                              const std::string& copy) {
  std::vector<std::string> flags;
  const std::vector<std::string> folders = include_folders(words);
  unsigned number = 0;
  for (const ChangedHeader& header : kChanged) {
    const std::optional<std::string> path = path_of(header, folders);
    std::optional<std::string> text = path ? text_of(*path) : std::nullopt;
    if (!text || path->find(';') != std::string::npos) continue;  // clang's option separates two names by it
    if (!header.change(*text)) continue;
    const std::string changed = copy + std::to_string(++number) + ".h";
    std::ofstream(changed, std::ios::binary) << *text;
    for (const std::string& flag : {std::string("-remap-file"), *path + ";" + changed}) {
      flags.emplace_back("-Xclang");
      flags.push_back(flag);
    }
  }
  return flags;
}

}  // namespace simtcc
