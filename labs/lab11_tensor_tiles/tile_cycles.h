// tile_loads and tile_matrices (tile_probe.h): loads of a tile that place() has arranged, timed on a GPU and
// counted on the SIMT machine, with the student's place() and with the given one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/accesses.h"
#include "lab/problem.h"
#include "places.h"
#include "tensor_tiles.h"

namespace tile_cycles {

struct Form {
  const char* kernel;
  lab::From from;

  // "tile_loads, your place()"
  std::string text() const;
};

constexpr Form kMine{"tile_loads", lab::From::student};
constexpr Form kPlain{"tile_loads", lab::From::given};
constexpr Form kMyMatrices{"tile_matrices", lab::From::student};
constexpr Form kPlainMatrices{"tile_matrices", lab::From::given};

class TileCycles : public lab::Problem {
 public:
  TileCycles(Form form, int rounds);

  lab::LaunchResult run();

  // Expects no fault, and that each thread's sum is that of the chunks that it had to load.
  bool expect_right(const lab::LaunchResult& run) const;
  // The sums alone: also on a GPU, which tells no faults.
  bool expect_sums() const;

  // The SM's cycles a load: the time of all loads by their number.
  double cycles_a_load() const;

 private:
  Form form_;
  int rounds_;
  lab::Output<unsigned> out_;
  lab::Output<long long> cycles_;
};

// Wavefronts of one load of the timed loop.
double wavefronts_a_load(const lab::LaunchResult& run);

// The probe made its own loads, of a tile in the order of these places: as many, in as many wavefronts.
bool expect_probe_loads(const lab::LaunchResult& run, const places::Places& table, int rounds);

// Samples on a GPU: cycles a load in each of 21 runs of every form, with verified sums. Records and prints
// each form's median. Returns nothing if a run was wrong: a failure was added.
std::optional<std::vector<std::vector<double>>> sampled(const std::vector<Form>& forms);

}  // namespace tile_cycles
