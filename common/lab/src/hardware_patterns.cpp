#include "lab/hardware_patterns.h"

#include <algorithm>
#include <iterator>

namespace lab {

std::vector<fidelity::Pattern> hardware_patterns(simt::Space space, simt::Op op, int width) {
  static const std::vector<fidelity::Pattern> all = fidelity::read_patterns(H200_PATTERNS);
  std::vector<fidelity::Pattern> chosen;
  std::copy_if(all.begin(), all.end(), std::back_inserter(chosen), [&](const fidelity::Pattern& pattern) {
    return pattern.space == space && pattern.op == op && pattern.width == width;
  });
  return chosen;
}

}  // namespace lab
