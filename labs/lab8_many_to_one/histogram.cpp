#include "histogram.h"

#include <numeric>

#include "filling.h"
#include "lab/drawn.h"
#include "lab/expectations.h"
#include "lab/values.h"
#include "simt/words.h"

namespace histogram {
namespace {

constexpr int kVector = 16;  // bytes
constexpr unsigned kBefore = 1000;
constexpr int kBanks = 32;

std::vector<unsigned char> bytes_of(const Form& form, const std::string& purpose) {
  std::mt19937_64 random = lab::Session::current().random(purpose);
  std::uniform_int_distribution<int> any(0, BINS - 1);
  const std::vector<int> some{any(random), any(random), any(random), any(random)};
  std::vector<unsigned char> values(static_cast<std::size_t>(form.n));
  for (unsigned char& value : values) {
    const int drawn = any(random);
    const int chosen = form.data == Data::any   ? drawn
                       : form.data == Data::few ? some[static_cast<std::size_t>(drawn) % some.size()]
                                                : some.front();
    value = static_cast<unsigned char>(chosen);
  }
  if (form.data == Data::nearly_one) {
    constexpr int kStrays = 5;
    const auto stray = static_cast<unsigned char>(some.front() + 1 + any(random) % (kBanks - 1));
    for (int i = 0; i < kStrays; ++i) values[random() % values.size()] = stray;
  }
  return values;
}

std::vector<unsigned> bins_before(const std::string& purpose) {
  std::mt19937_64 random = lab::Session::current().random(purpose + ", before");
  std::uniform_int_distribution<unsigned> any(1, kBefore);
  std::vector<unsigned> bins(BINS);
  for (unsigned& bin : bins) bin = any(random);
  return bins;
}

std::string text_of(const Form& form) {
  const char* const data = form.data == Data::any   ? ""
                           : form.data == Data::few ? ", four values"
                           : form.data == Data::one ? ", one value"
                                                    : ", one value and a few bytes of another";
  return "n = " + std::to_string(form.n) + data + ", " + simt::plural(form.blocks, "block");
}

// "1 byte is", "7 bytes are"
std::string bytes_are(unsigned count) {
  return simt::plural(count, "byte") + " " + simt::word_for(count, "is", "are");
}

}  // namespace

bool is_there(const Kernel& kernel) {
  return kernel.from != lab::From::student || lab::Session::current().defines(kernel.name);
}

std::vector<Form> forms() {
  constexpr int kNumbersOf16Bits = 1 << 16;
  std::mt19937_64 random = lab::Session::current().random("grids");
  std::uniform_int_distribution<unsigned> blocks(1, 5);
  std::vector<Form> list{{lab::drawn("first count", 300, 400) * kVector + 7, 2, Data::any}};  // tells most
  for (const int n : lab::awkward_lengths()) list.push_back({n, blocks(random), Data::any});
  for (const int n : {15, 16, 17, kVector * BLOCK - 1, kVector * BLOCK + 1})
    list.push_back({n, blocks(random), Data::few});
  list.push_back({lab::drawn("counted by many blocks", 40 * BLOCK, 60 * BLOCK), 67, Data::any});
  list.push_back({kNumbersOf16Bits + lab::drawn("long count", 1, 4 * BLOCK), 1, Data::one});
  return list;
}

Form cost_form(Data data) {
  const int n =
      lab::drawn("counted vectors", 20000, 28000) * kVector + lab::drawn("counted rest", 1, kVector - 1);
  return {n, static_cast<unsigned>(lab::drawn("counting blocks", 3, 7)), data};
}

Form timed_form(Data data) {
  constexpr std::size_t kMost = std::size_t{1} << 28;
  return {static_cast<int>(lab::that_fit(kMost, 1)), filling::blocks_that_fill(), data};
}

Histogram::Histogram(Form form, const lab::Use& use)
    : Problem(use, text_of(form)),
      form_(form),
      bytes_(*this, "bytes", static_cast<std::size_t>(form.n), [&] { return bytes_of(form, use.purpose); }),
      bins_(*this, "bins", BINS, [&] { return bins_before(use.purpose); }) {
  constexpr unsigned kAnyWord = 0xFFFFFFFF;
  bytes_.draw_with(form.data == Data::one ? lab::Draw(filling::one_byte) : lab::ints_below(kAnyWord));
  bins_.draw_with(lab::ints_below(kBefore));
}

lab::Call Histogram::call(const Kernel& kernel, unsigned first_block) const {
  const simt::LaunchShape launch{{form_.blocks, 1, 1}, {BLOCK, 1, 1}, 0, first_block};
  return lab::Kernel<decltype(histogram256)>(kernel.name, kernel.from)
      .call(launch, bytes_.device(), bins_.device(), form_.n);
}

lab::TimedKernel Histogram::timed(const Kernel& kernel) {
  return contender(
      kernel.name, kernel.from, [this, kernel] { return call(kernel); }, [this] { return call(kGlobal); });
}

std::vector<unsigned> Histogram::counts() const {
  std::vector<unsigned> counts(BINS);
  for (const unsigned char value : bytes_.values()) ++counts[value];
  return counts;
}

// Says what the bin contains instead of its count.
std::string Histogram::diagnosis(std::size_t bin, const std::vector<unsigned>& counts) const {
  const unsigned grew = bins_[bin] - bins_.values()[bin];
  const auto rest = static_cast<unsigned>(form_.n % kVector);
  unsigned long long all = 0;
  for (std::size_t i = 0; i < BINS; ++i) all += bins_[i] - bins_.values()[i];
  const auto n = static_cast<unsigned long long>(form_.n);
  if (all == 0) return "no bin has grown";
  if (bins_[bin] == counts[bin]) return "what the bin held before is lost: add to it";
  if (rest != 0 && all == n - rest)
    return "in all " + bytes_are(rest) + " missing, which is n % 16: who counts the last ones?";
  if (grew < counts[bin] && (counts[bin] - grew) % (1U << 16U) == 0)
    return "that is 65536 short: does a counter have 16 bits?";
  if (all < n) return "in all " + bytes_are(static_cast<unsigned>(n - all)) + " missing";
  if (all > n) return "the bins have grown by " + std::to_string(all) + " in all";
  return "the bytes are counted in other bins";
}

bool Histogram::expect_counts(const lab::LaunchResult& run) const {
  const std::vector<unsigned> expected = counts();
  const auto is_right = [&](std::size_t i) { return bins_[i] == bins_.values()[i] + expected[i]; };
  const auto described = [&](std::size_t i) {
    const std::string grew = std::to_string(static_cast<int>(bins_[i] - bins_.values()[i]));
    return "bins[" + std::to_string(i) + "], which grew by " + grew + ": " + bytes_are(expected[i]) + " " +
           std::to_string(i) + "\n  " + diagnosis(i, expected);
  };
  return lab::expect_values(run, {"bins", "bin", BINS, is_right, described});
}

bool Histogram::expect_right(const lab::LaunchResult& run) const {
  using simt::Op;
  return lab::expect_no_faults(run) && expect_counts(run) &&
         lab::expect_no_other_traffic(run, {{"bytes", Op::load}, {"bins", Op::load}, {"bins", Op::store}});
}

}  // namespace histogram
