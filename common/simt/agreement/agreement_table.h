// What the comparison found, for people: a page's tables, and a summary that says what to fix.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "case_file.h"
#include "comparison.h"

namespace agreement {

// One table a group of cases, one line a case; then what is explained, and what was not compared and why.
void print_markdown(std::ostream& out, const std::vector<Case>& cases, const std::vector<Compared>& compared,
                    const std::vector<std::string>& remarks);

// The differences, the stale exceptions and the counts of each verdict. Whether both sides agree.
bool print_summary(std::ostream& out, const std::vector<Compared>& compared,
                   const std::vector<std::string>& stale);

}  // namespace agreement
