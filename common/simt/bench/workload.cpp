#include "workload.h"

#include "simt/devices.h"
#include "simt/report.h"

#include <algorithm>
#include <cstdint>
#include <functional>

#include "shapes.h"

namespace bench {
namespace {

constexpr double kTimeLimitSeconds = 60;

unsigned as_unsigned(int value) { return static_cast<unsigned>(value); }

simt::LaunchShape tiles(int side) {
  const unsigned across = as_unsigned(side / kTile);
  return {{across, across, 1}, {kTile, kTileRows, 1}, 0};
}

simt::LaunchShape bins(int side) { return {{as_unsigned(histogram_blocks(side)), 1, 1}, {kBins, 1, 1}, 0}; }

simt::LaunchShape volume(int side) {
  const unsigned rows = as_unsigned(side / kPlanes);
  return {{as_unsigned(side / kTile), rows / kTileRows, kPlanes}, {kTile, kTileRows, 1}, 0};
}

simt::LaunchShape lines(int side) {
  return {{as_unsigned(side * side / kLine), 1, 1}, {as_unsigned(kLine), 1, 1}, 0};
}

simt::LaunchShape plates(int side) {
  const unsigned across = as_unsigned(side / kPlate);
  return {{across, across, 1}, {as_unsigned(kPlate), as_unsigned(kPlate), 1}, 0};
}

std::size_t as_many_as_inputs(int side) { return std::size_t{as_unsigned(side)} * as_unsigned(side); }
std::size_t one_a_bin(int /*side*/) { return kBins; }

std::vector<int> copied(const std::vector<int>& in, int /*side*/) { return in; }

std::vector<int> transposed(const std::vector<int>& in, int side) {
  const std::size_t n = as_unsigned(side);
  std::vector<int> out(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) out[i % n * n + i / n] = in[i];
  return out;
}

std::vector<int> counted(const std::vector<int>& in, int /*side*/) {
  std::vector<int> out(kBins);
  for (const int value : in) ++out[as_unsigned(value) % kBins];
  return out;
}

std::vector<int> sharpened(const std::vector<int>& in, int side) {
  const int rows = side / kPlanes;
  const auto at = [&](int x, int y, int z) {
    const int row = std::clamp(z, 0, kPlanes - 1) * rows + std::clamp(y, 0, rows - 1);
    return in[as_unsigned(row * side + std::clamp(x, 0, side - 1))];
  };
  std::vector<int> out;
  out.reserve(in.size());
  for (int z = 0; z < kPlanes; ++z) {
    for (int y = 0; y < rows; ++y) {
      for (int x = 0; x < side; ++x) {
        out.push_back(at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) + at(x, y + 1, z) +
                      at(x, y, z - 1) + at(x, y, z + 1) - 6 * at(x, y, z));
      }
    }
  }
  return out;
}

std::vector<int> scanned(const std::vector<int>& in, int /*side*/) {
  std::vector<int> out = in;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (i % as_unsigned(kLine) != 0) out[i] += out[i - 1];
  }
  return out;
}

// After so many steps an element is the least of those that are not further away, and as much more.
std::vector<int> relaxed(const std::vector<int>& in, int /*side*/) {
  std::vector<int> out;
  out.reserve(in.size());
  for (int i = 0; i < static_cast<int>(in.size()); ++i) {
    const int begin = i / kLine * kLine;
    const auto first = in.begin() + std::max(i - kSteps, begin);
    const auto last = in.begin() + std::min(i + kSteps, begin + kLine - 1);
    out.push_back(*std::min_element(first, last + 1) + kSteps);
  }
  return out;
}

// The lower half of each line is its sums by halves; behind it stands what was there when it was added.
std::vector<int> reduced(const std::vector<int>& in, int /*side*/) {
  std::vector<int> out = in;
  for (auto line = out.begin(); line != out.end(); line += kLine) {
    for (int half = kLine / 2; half > 0; half /= 2)
      std::transform(line, line + half, line + half, line, std::plus<>());
  }
  return out;
}

// The ends of a line keep what they had when they took no part any more.
std::vector<int> passed_through(const std::vector<int>& in, int /*side*/) {
  std::vector<int> out = in;
  for (std::size_t begin = 0; begin < in.size(); begin += as_unsigned(kLine)) {
    for (std::size_t step = 1; step <= as_unsigned(kSteps); ++step) {
      const std::vector<int> before(out.begin() + static_cast<std::ptrdiff_t>(begin),
                                    out.begin() + static_cast<std::ptrdiff_t>(begin) + kLine);
      for (std::size_t x = step; x < before.size() - step; ++x)
        out[begin + x] = *std::min_element(&before[x - 1], &before[x + 2]) + in[begin + x];
    }
  }
  return out;
}

std::vector<int> heated(const std::vector<int>& in, int side) {
  std::vector<int> out = in;
  const auto at = [side](int x, int y) { return as_unsigned(y * side + x); };
  const auto is_inside = [](int i, int step) { return i % kPlate >= step && i % kPlate < kPlate - step; };
  for (int step = 1; step <= kPlateSteps; ++step) {
    const std::vector<int> before = out;
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) {
        if (!is_inside(x, step) || !is_inside(y, step)) continue;
        const int around =
            before[at(x, y - 1)] + before[at(x, y + 1)] + before[at(x - 1, y)] + before[at(x + 1, y)];
        out[at(x, y)] += (around - 4 * before[at(x, y)]) / 8;
      }
    }
  }
  return out;
}

simt::MachineOptions options_for(unsigned workers, MachineRun::Says says) {
  using Says = MachineRun::Says;
  simt::MachineOptions options{workers, 0, kTimeLimitSeconds};
  options.notes_traffic = says == Says::times;
  options.counts = says >= Says::costs;
  options.looks_for_races = says >= Says::faults;
  return options;
}

const simt::Kernel* kernel_of(const simt::Module& module, const char* name) {
  const simt::Kernel* const kernel = module.find(name);
  if (kernel == nullptr) throw simt::Error(module.path() + " has no kernel " + name);
  return kernel;
}

}  // namespace

const std::vector<Workload>& workloads() {
  static const std::vector<Workload> all = {
      {"copy_rows", tiles, as_many_as_inputs, &PlainLoops::copy_rows, copied},
      {"transpose_tiled", tiles, as_many_as_inputs, &PlainLoops::transpose_tiled, transposed},
      {"transpose_padded", tiles, as_many_as_inputs, &PlainLoops::transpose_padded, transposed},
      {"histogram_shared", bins, one_a_bin, &PlainLoops::histogram_shared, counted},
      {"histogram_global", bins, one_a_bin, &PlainLoops::histogram_global, counted},
      {"stencil_plain", volume, as_many_as_inputs, &PlainLoops::stencil_plain, sharpened},
      {"stencil_tiled", volume, as_many_as_inputs, &PlainLoops::stencil_tiled, sharpened},
      {"scan_lines", lines, as_many_as_inputs, &PlainLoops::scan_lines, scanned},
      {"relax_lines", lines, as_many_as_inputs, &PlainLoops::relax_lines, relaxed},
      {"reduce_lines", lines, as_many_as_inputs, &PlainLoops::reduce_lines, reduced},
      {"path_lines", lines, as_many_as_inputs, &PlainLoops::path_lines, passed_through},
      {"heat_plates", plates, as_many_as_inputs, &PlainLoops::heat_plates, heated},
  };
  return all;
}

std::vector<int> input_of(int side) {
  std::vector<int> values(as_many_as_inputs(side));
  std::uint32_t state = 1;
  for (int& value : values) {
    state = state * 1664525U + 1013904223U;  // Numerical Recipes, "An Even Quicker Generator"
    value = static_cast<int>(state >> 16U);
  }
  return values;
}

std::string first_difference(const int* out, const std::vector<int>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (out[i] != expected[i]) {
      return "out[" + std::to_string(i) + "] is " + std::to_string(out[i]) + ", expected " +
             std::to_string(expected[i]);
    }
  }
  return "";
}

MachineRun::MachineRun(const Workload& workload, const std::string& module, int side, unsigned workers,
                       Says says)
    : workload_(&workload),
      side_(side),
      says_(says),
      machine_(options_for(workers, says)),
      module_(module),
      kernel_(kernel_of(module_, workload.kernel)),
      input_(input_of(side)),
      outputs_(workload.outputs(side)),
      in_(buffer("in", input_.size())),
      out_(buffer("out", outputs_)) {
  std::copy(input_.begin(), input_.end(), in_);
  machine_.protect(in_);  // labs and traces do so with what a kernel gets as a pointer to const
}

int* MachineRun::buffer(const char* name, std::size_t elements) {
  auto* const memory = static_cast<int*>(machine_.allocate(elements * sizeof(int), name, sizeof(int)));
  machine_.mark_written(memory, elements * sizeof(int));
  return memory;
}

simt::LaunchReport MachineRun::launch() {
  std::fill_n(out_, outputs_, 0);
  const void* const arguments[] = {&in_, &out_, &side_};
  simt::LaunchReport report = machine_.launch(module_, *kernel_, workload_->shape(side_), arguments);
  if (says_ == Says::times) report.predicted = simt::predict_time(report, simt::devices().front());
  return report;
}

std::string MachineRun::mistake_in(const simt::LaunchReport& report) const {
  if (!report.faults.empty())
    return simt::name_of(report.faults.front().kind) + (": " + report.faults.front().message);
  return first_difference(out_, workload_->expected(input_, side_));
}

}  // namespace bench
