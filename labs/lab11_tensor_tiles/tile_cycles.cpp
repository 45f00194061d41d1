#include "tile_cycles.h"

#include "lab/expectations.h"
#include "lab/measure.h"
#include "lab/values.h"
#include "places.h"

namespace tile_cycles {
namespace {

constexpr int kTimedRounds = 64;

// Returns the sum of what thread `thread` loads in one round. Word w of chunk n is 4 n + w, so that a load of
// 16 bytes a lane gives the lane 16 n + 6; ldmatrix gives it word lane % 4 of four chunks, each of another
// matrix.
unsigned sum_of_round(unsigned thread, bool matrices) {
  const unsigned lane = thread % WARP;
  const unsigned warp = thread / WARP;
  unsigned sum = 0;
  for (unsigned i = 0; i < PROBE_LOADS; ++i) {
    const unsigned first_row = i / CHUNKS * WARP;
    const unsigned chunk = (i + warp) % CHUNKS;
    const auto number = [&](unsigned row) { return (first_row + row) * CHUNKS + chunk; };
    if (!matrices) {
      sum += 16 * number(lane) + 6;
      continue;
    }
    for (unsigned matrix = 0; matrix < 4; ++matrix) sum += 4 * number(8 * matrix + lane / 4) + lane % 4;
  }
  return sum;
}

}  // namespace

std::string Form::text() const {
  return std::string(from == lab::From::student ? "your place()" : "chunks left where they are");
}

TileCycles::TileCycles(Form form, int rounds)
    : Problem(lab::checked("tile cycles"), form.text()),
      form_(form),
      rounds_(rounds),
      out_(*this, "out", PROBE_BLOCK),
      cycles_(*this, "cycles", 1) {}

lab::LaunchResult TileCycles::run() {
  return Problem::run(
      lab::Kernel<decltype(tile_loads)>(form_.kernel, form_.from)
          .call(lab::blocks_of(PROBE_BLOCK, PROBE_BLOCK), out_.device(), cycles_.device(), rounds_));
}

bool TileCycles::expect_right(const lab::LaunchResult& run) const {
  return lab::expect_no_faults(run) && expect_sums();
}

bool TileCycles::expect_sums() const {
  const bool matrices = std::string(form_.kernel) == kMyMatrices.kernel;
  const auto sum = [&](std::size_t thread) {
    return static_cast<unsigned>(rounds_) * sum_of_round(static_cast<unsigned>(thread), matrices);
  };
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < out_.size(); ++i) {
    if (!out_.holds(i, sum(i))) ++wrong;
  }
  if (wrong == 0 && cycles_.is_written(0)) return true;
  places::fail_at_place(std::to_string(wrong) + " of " + std::to_string(out_.size()) + " threads of " +
                        form_.kernel +
                        " found other chunks than place() says\n  it must give the same place whenever it is "
                        "asked for the same row and chunk");
  return false;
}

double TileCycles::cycles_a_load() const {
  constexpr int kWarps = PROBE_BLOCK / WARP;
  return static_cast<double>(cycles_[0]) / (static_cast<double>(kWarps) * PROBE_LOADS * rounds_);
}

namespace {

lab::AccessSum loads_of(const lab::LaunchResult& run) {
  return lab::sum_of(run.report, [](const simt::AccessCost& access) {
    return lab::is_shared(access) && access.op == simt::Op::load;
  });
}

std::string loads_text(std::uint64_t requests, std::uint64_t wavefronts) {
  return std::to_string(requests) + " loads of " + std::to_string(wavefronts) + " wavefronts";
}

}  // namespace

double wavefronts_a_load(const lab::LaunchResult& run) {
  const lab::AccessSum loads = loads_of(run);
  return loads.per_request(loads.wavefronts);
}

bool expect_probe_loads(const lab::LaunchResult& run, const places::Places& table, int rounds) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  constexpr int kWarps = PROBE_BLOCK / WARP;
  const auto times = static_cast<std::uint64_t>(rounds);
  const std::uint64_t requests = std::uint64_t{kWarps} * PROBE_LOADS * times;
  const std::uint64_t wavefronts = static_cast<std::uint64_t>(table.wavefronts_of_probe()) * times;
  const lab::AccessSum loads = loads_of(run);
  if (loads.requests == requests && loads.wavefronts == wavefronts) return true;
  places::fail_at_place(
      "tile_loads makes " + loads_text(loads.requests, loads.wavefronts) +
      " from shared memory, and the places that list_places stores give " + loads_text(requests, wavefronts) +
      "\n  both are kernels of tile_probe.h: include it as it is, and let place() say the same "
      "to either");
  return false;
}

std::optional<std::vector<std::vector<double>>> sampled(const std::vector<Form>& forms) {
  auto cycles = lab::samples_in_turns(forms.size(), [&](std::size_t i) -> std::optional<double> {
    TileCycles problem(forms[i], kTimedRounds);
    const lab::LaunchResult run = problem.run();
    if (!run.report.completed() || !problem.expect_sums()) return std::nullopt;
    return problem.cycles_a_load();
  });
  for (std::size_t i = 0; cycles && i < forms.size(); ++i)
    lab::note_samples({forms[i].text(), forms[i].kernel, "cycles a load", cycles->at(i)});
  return cycles;
}

}  // namespace tile_cycles
