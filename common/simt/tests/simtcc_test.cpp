// simtcc's words on a terminal, which `script` provides: the compiler's colours, and its explanations all the
// same.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Ended {
  int status = 0;
  std::string words;
};

Ended run(const std::string& command) {
  FILE* const pipe = popen(command.c_str(), "r");  // NOLINT(cert-env33-c): our own driver
  if (pipe == nullptr) return {-1, "cannot run " + command};
  Ended ended;
  std::array<char, 4096> part{};
  while (const std::size_t bytes = std::fread(part.data(), 1, part.size(), pipe))
    ended.words.append(part.data(), bytes);
  ended.status = WEXITSTATUS(pclose(pipe));
  return ended;
}

class SimtccOnATerminal : public testing::TestWithParam<std::string> {
 protected:
  static std::string compile(const std::string& file) {
    return "\"" SIMTCC "\" --compiler " + GetParam() + " \"" UNSUPPORTED_KERNELS "/" + file +
           "\" -o \"" SCRATCH "/coloured.so\"";
  }
  static Ended on_terminal(const std::string& environment, const std::string& command) {
    return run("env " + environment + " script --quiet --return --command '" + command + "' /dev/null 2>&1");
  }
  static bool is_coloured(const Ended& ended) { return ended.words.find("\033[") != std::string::npos; }
};

std::vector<std::string> compilers() {
  std::vector<std::string> names;
  std::istringstream all(TEST_COMPILERS);
  for (std::string name; std::getline(all, name, ',');) names.push_back(name);
  return names;
}

}  // namespace

TEST_P(SimtccOnATerminal, KeepsTheCompilersColours) {
  const Ended seen = on_terminal("-u NO_COLOR TERM=xterm", compile("texture_2d.cu"));
  EXPECT_EQ(seen.status, 1);
  EXPECT_TRUE(is_coloured(seen)) << seen.words;
}

TEST_P(SimtccOnATerminal, IsPlainWhereNobodyWantsColours) {
  for (const auto& ended : {on_terminal("NO_COLOR=1 TERM=xterm", compile("texture_2d.cu")),
                            on_terminal("-u NO_COLOR TERM=dumb", compile("texture_2d.cu")),
                            run("env -u NO_COLOR TERM=xterm " + compile("texture_2d.cu") + " 2>&1")}) {
    EXPECT_EQ(ended.status, 1);
    EXPECT_FALSE(is_coloured(ended)) << ended.words;
    EXPECT_NE(ended.words.find("SIMT machine: tex2D is not supported"), std::string::npos) << ended.words;
  }
}

TEST_P(SimtccOnATerminal, ExplainsLaunchesAllTheSame) {
  const Ended seen = on_terminal("-u NO_COLOR TERM=xterm", compile("launch.cu"));
  EXPECT_TRUE(is_coloured(seen)) << seen.words;
  EXPECT_NE(seen.words.find("error: SIMT machine: a launch <<<...>>> is not supported"), std::string::npos)
      << seen.words;
}

INSTANTIATE_TEST_SUITE_P(Compilers, SimtccOnATerminal, testing::ValuesIn(compilers()),
                         [](const auto& tested) {
                           std::string label = tested.param;
                           for (char& c : label) c = c == '+' ? 'x' : c == '-' || c == '.' ? '_' : c;
                           return label;
                         });
