#include "copies.h"

#include <algorithm>

#include "lab/expectations.h"
#include "lab/values.h"

namespace wide {
namespace {

std::size_t size_of(int start, int n) {
  return static_cast<std::size_t>(start) + static_cast<std::size_t>(n);
}

std::string byte_text(int start) { return std::to_string(static_cast<std::size_t>(start) * sizeof(float)); }

std::string text_of(int n, const Starts& starts, bool is_timed) {
  const std::string length = "n = " + std::to_string(n);
  if (is_timed) return length + ", byte " + byte_text(starts.in) + " to byte " + byte_text(starts.out);
  return length + ", in starts at byte " + byte_text(starts.in) + ", out at byte " + byte_text(starts.out);
}

std::string element(const char* array, std::size_t i) {
  return std::string(array) + "[" + std::to_string(i) + "]";
}

// A block's floats, by their number alone: where a kernel begins elsewhere, neighbours may have some of them.
constexpr int kBlockFloats = BLOCK * WIDE_FLOATS;

unsigned first_block_for(int first) { return static_cast<unsigned>(std::max(first / kBlockFloats - 2, 0)); }

// The first element that exists of an array that starts at `start`: a block before the first that runs.
std::size_t first_of(int start, int first) {
  const unsigned block = first_block_for(first);
  return block == 0 ? 0 : static_cast<std::size_t>(start) + std::size_t{block - 1} * kBlockFloats;
}

}  // namespace

Copy::Copy(int n, Starts starts, const lab::Use& use, int first)
    : Problem(use, text_of(n, starts, use.is_timed)),
      n_(n),
      starts_(starts),
      first_block_(first_block_for(first)),
      in_(*this, "in", size_of(starts.in, n), {}, first_of(starts.in, first)),
      out_(*this, "out", size_of(starts.out, n), first_of(starts.out, first)) {
  if (use.is_timed) return;
  in_.take_back(0, static_cast<std::size_t>(starts.in));  // not the kernel's to read
}

int Copy::timed_length() {
  constexpr std::size_t kMost = std::size_t{1} << 28;
  constexpr std::size_t kArrays = 3;  // in, out and the right answer
  return static_cast<int>(lab::that_fit(kMost, kArrays * sizeof(float))) - 5;
}

lab::Call Copy::call(Copier copier) const {
  const float* const in = in_.device() + starts_.in;
  float* const out = out_.device() + starts_.out;
  if (copier == Copier::singly) {
    return lab::Kernel<decltype(copy_any)>("copy_floats", lab::From::given)
        .call(lab::blocks_of(BLOCK, n_), in, out, n_);
  }
  const simt::LaunchShape launch{{lab::pieces(n_, kBlockFloats) + 1, 1, 1}, {BLOCK, 1, 1}, 0, first_block_};
  return lab::Kernel<decltype(copy_any)>("copy_any").call(launch, in, out, n_);
}

// Says what out[i] contains instead.
std::string Copy::found_at(std::size_t i) const {
  const std::size_t place = i + static_cast<std::size_t>(starts_.out);
  if (!out_.is_written(place)) return "was never written";
  const std::vector<float>& values = in_.values();
  const auto found = std::find(values.begin() + starts_.in, values.end(), out_[place]);
  if (found == values.end()) return "holds a value that is nowhere in `in`";
  return "holds " + element("in", static_cast<std::size_t>(found - values.begin() - starts_.in));
}

bool Copy::expect_values(const lab::LaunchResult& run) const {
  const auto front = static_cast<std::size_t>(starts_.out);
  for (std::size_t i = 0; i < front; ++i) {
    if (!out_.is_written(i)) continue;
    lab::fail_at(run, lab::line_that_stores(run, "out"),
                 "writes out[-" + std::to_string(front - i) + "], which is before the start of the array");
    return false;
  }
  const auto described = [&](std::size_t i) {
    return element("out", i) + ", which " + found_at(i) + "\n  it must hold " + element("in", i) +
           lab::where_type_ends(i, "the index");
  };
  return lab::expect_values(run, {"out", "float", static_cast<std::size_t>(n_),
                                  [this](std::size_t i) { return is_right(i); }, described});
}

bool Copy::is_right(std::size_t i) const {
  return out_.holds(static_cast<std::size_t>(starts_.out) + i,
                    in_.value(static_cast<std::size_t>(starts_.in) + i));
}

bool Copy::is_right_from(int first) const {
  for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(n_); ++i) {
    if (!is_right(i)) return false;
  }
  return true;
}

bool Copy::expect_right(const lab::LaunchResult& run) const {
  return lab::expect_no_faults(run) && expect_values(run) &&
         lab::expect_no_other_traffic(run, {{"in", simt::Op::load}, {"out", simt::Op::store}});
}

Side Copy::side(const char* array, simt::Op op, int start) const {
  const Pieces pieces = pieces_from(static_cast<std::size_t>(start) * sizeof(float),
                                    static_cast<std::size_t>(n_), sizeof(float));
  return {array, op, pieces, "float", sizeof(float)};
}

bool Copy::expect_least_sectors(const lab::LaunchResult& run) const {
  constexpr std::uint64_t kSectorsOfWarp = 5;  // 32 floats that do not start on a sector
  for (Side side : {loads(), stores()}) {
    side.pieces.sectors = kSectorsOfWarp * (lab::pieces(n_, WARP) + 1);  // the ends may be a warp's
    if (!expect_sectors(run, side)) return false;
  }
  return true;
}

lab::Call Copy::memcpy_call() const {
  return lab::memcpy_call(out_.device() + starts_.out, in_.device() + starts_.in,
                          static_cast<std::size_t>(n_) * sizeof(float));
}

lab::TimedKernel Copy::timed(Copier copier) {
  const bool is_given = copier == Copier::singly;
  return contender(
      is_given ? "copy_floats" : "copy_any", is_given ? lab::From::given : lab::From::student,
      [this, copier] { return call(copier); }, [this] { return memcpy_call(); });
}

lab::TimedKernel Copy::memcpy() {
  const auto copy = [this] { return memcpy_call(); };
  return contender("cudaMemcpy", lab::From::kit, copy, copy);
}

}  // namespace wide
