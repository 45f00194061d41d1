// One quantity of one case on both sides, and the differences that are known and explained.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace agreement {

enum class Verdict {
  equal,
  explained,     // differs, as a line of the exceptions file says
  not_compared,  // the hardware's counter was disturbed, or the GPU tool named no line
  differs,
};

struct Compared {
  std::string name;    // the name of the case
  std::string metric;  // global_load_sectors
  std::string hardware;
  std::string machine;
  Verdict verdict = Verdict::differs;
  std::string why;  // the reason for every verdict but `equal`
};

// A file of known differences, one a line: case, metric, hardware's value, machine's value, and why. If
// versions of LLVM make different code, the machine's values stand side by side: 16|12.
class Exceptions {
 public:
  Exceptions() = default;
  // Throws FileError; a line without an explanation is one.
  explicit Exceptions(const std::string& path);

  // Turns differences that a line explains, with these very values, into explained ones.
  void explain(std::vector<Compared>& compared);

  // A sentence for every line that holds no longer: its case and metric agree now, or have other values.
  std::vector<std::string> stale() const;

 private:
  struct Line {
    Compared known;
    std::string place;
    bool used = false;
  };
  std::vector<Line> lines_;
};

}  // namespace agreement
