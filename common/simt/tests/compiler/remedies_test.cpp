// A mistake that clang reports is followed by what to write instead, and no message shows a name of the machine's headers. Each
// file in remedies/ holds mistakes of one kind: a line that ends with "// says: WORDS" has a message with these words, and one
// that ends with "// silent" is refused without advice.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "scratch.h"
#include "simtcc_run.h"

#ifndef REMEDY_KERNELS
#error "compile with REMEDY_KERNELS, the folder of files"
#endif

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> remedy_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(REMEDY_KERNELS)) {
    if (entry.path().extension() == ".cu") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// The messages at one line of the file: "error: …" and "note: …", one a line.
std::string messages_at(const std::string& words, const std::string& place) {
  std::string found;
  for (const std::string& line : lines_of(words)) {
    const std::size_t message = line.find(": ", place.size());
    if (line.rfind(place + ":", 0) == 0 && message != std::string::npos) found += line.substr(message) + "\n";
  }
  return found;
}

// All messages, without the lines of the source that clang quotes.
std::string all_messages(const std::string& words) {
  std::string found;
  for (const std::string& line : lines_of(words)) {
    if (line.find("error: ") != std::string::npos || line.find("note: ") != std::string::npos)
      found += line + "\n";
  }
  return found;
}

class Remedies : public testing::TestWithParam<std::string> {};

}  // namespace

TEST_P(Remedies, AreGivenAtTheLine) {
  const std::string kernel = std::string(REMEDY_KERNELS) + "/" + GetParam() + ".cu";
  const simt_test::Ended ended = simt_test::compile(kernel, scratch::file(GetParam() + ".so"));
  EXPECT_EQ(ended.status, 1) << ended.words;
  const std::string says = "// says: ";
  unsigned number = 0;
  for (const std::string& line : lines_of(simt_test::text_of(kernel))) {
    const std::string messages = messages_at(ended.words, kernel + ":" + std::to_string(++number));
    const std::size_t expected = line.find(says);
    if (expected != std::string::npos) {
      EXPECT_NE(messages.find(line.substr(expected + says.size())), std::string::npos) << line << "\n"
                                                                                       << ended.words;
    }
    if (line.find("// silent") == std::string::npos) continue;
    EXPECT_NE(messages.find("error: "), std::string::npos) << line << "\n" << ended.words;
    EXPECT_EQ(messages.find("write"), std::string::npos) << line << "\n" << messages;
  }
  static const std::regex internal("simt_|Format<|put_x|Element<|include/cuda/|'Float");
  EXPECT_FALSE(std::regex_search(all_messages(ended.words), internal)) << ended.words;
}

INSTANTIATE_TEST_SUITE_P(Files, Remedies, testing::ValuesIn(remedy_files()),
                         [](const auto& tested) { return tested.param; });
