// What a check wants plotted on the scorecard, beside its verdict.
#pragma once

#include <string>
#include <vector>

namespace lab {

// line: x is a scale, its marks evenly apart (strides that double, say). bars: x are names.
enum class ChartKind { line, bars };

// Where the values of a series come from; the scorecard colours and names it.
enum class SeriesRole {
  student,   // the checked kernels, in this run
  given,     // kernels that the lab gives, in this run
  limit,     // what traffic, or a rule, allows
  hardware,  // recorded on a GPU; the chart's source says where
};

struct Series {
  std::string name;
  SeriesRole role = SeriesRole::student;
  std::vector<double> values;  // one for each x; a NaN leaves a gap
};

struct Chart {
  std::string id;  // unique within the lab, kebab-case
  std::string title;
  ChartKind kind = ChartKind::line;
  std::string x_label;
  std::vector<std::string> x;
  std::string y_label;  // with its unit
  std::vector<Series> series;
  std::string source;  // of what was not found in this run; empty when all was
};

}  // namespace lab
