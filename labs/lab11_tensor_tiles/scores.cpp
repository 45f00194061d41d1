#include "scores.h"

#include "lab/drawn.h"
#include "lab/expectations.h"
#include "lab/values.h"

namespace score_tiles {
namespace {

// Products of two halves are exact in a float, and 64 of them are added up: in any order that rounds to less
// than 63 in 2^24 of the sum of the magnitudes. Tensor cores cut bits off where they add, and a sum has the
// double of that (README.md, "How it is graded"). A product or a sum in half is rounded to 1 in 2048.
constexpr double kRounding = 1e-5;
constexpr std::size_t kBlock = 8;  // rows and columns of a matrix, as ldmatrix loads it

std::size_t side(int tiles) { return static_cast<std::size_t>(tiles) * TILE; }
std::size_t halves(int tiles) { return static_cast<std::size_t>(tiles) * tiles::kTileHalves; }

std::vector<double> numbers(const std::vector<__half>& values) {
  std::vector<double> list;
  list.reserve(values.size());
  for (const __half value : values) list.push_back(__half2float(value));
  return list;
}

lab::Draw whole_numbers() {
  return [](void* values, std::size_t bytes, std::uint64_t seed) {
    const lab::Kernel<decltype(draw_halves)> draw("draw_halves", lab::From::given);
    constexpr unsigned kBlocks = 1024;
    constexpr unsigned kThreads = 256;
    draw.enqueue({{kBlocks, 1, 1}, {kThreads, 1, 1}, 0}, static_cast<__half*>(values), bytes / sizeof(__half),
                 seed);
  };
}

}  // namespace

std::vector<Shape> shapes() { return {{1, 1}, {1, 3}, {3, 1}, {2, lab::drawn("tiles of keys", 2, 5)}}; }

Shape weighed_shape() {
  return {lab::drawn("weighed tiles of queries", 2, 4), lab::drawn("weighed tiles of keys", 3, 5)};
}

Shape modelled_shape() {
  constexpr int kBoth = 50;
  const int queries = lab::drawn("modelled tiles of queries", 24, 26);
  return {queries, kBoth - queries};
}

std::vector<LongShape> long_shapes() {
  constexpr int kBeyond16Bits = (1 << 16) / TILE;
  constexpr int kPastFloat = lab::kPastFloat / TILE / TILE;  // 64 rows of scores
  return {{{1, kBeyond16Bits + lab::drawn("tiles beyond 16 bits", 2, 4)}, kBeyond16Bits},
          {{1, kPastFloat + lab::drawn("late tiles", 2, 4)}, kPastFloat}};
}

Scores::Scores(Shape shape, const lab::Use& use, int first_tile)
    : Problem(use, std::to_string(side(shape.queries)) + " queries, " + std::to_string(side(shape.keys)) +
                       " keys"),
      shape_(shape),
      first_key_(side(first_tile)),
      q_(*this, "Q", halves(shape.queries),
         [&] {
           return tiles::drawn_halves(halves(shape.queries), use.purpose + ", Q", tiles::Matrix::queries);
         }),
      k_(
          *this, "K", halves(shape.keys),
          [&] {
            return tiles::drawn_halves(halves(shape.keys - first_tile), use.purpose + ", K",
                                       tiles::Matrix::keys);
          },
          halves(first_tile)),
      s_(*this, "S", side(shape.queries) * side(shape.keys),
         first_tile == 0 ? 0 : side(shape.queries) * side(shape.keys)) {
  q_.draw_with(whole_numbers());
  k_.draw_with(whole_numbers());
  if (!use.is_timed) right_ = products(q_.values(), k_.values());
}

lab::Call Scores::call(const Kernel& kernel) const {
  const simt::LaunchShape launch{
      {static_cast<unsigned>(shape_.keys), static_cast<unsigned>(shape_.queries), 1},
      {static_cast<unsigned>(kernel.block), 1, 1},
      0,
      first_key_ / TILE};
  return lab::Kernel<decltype(scores)>(kernel.name, kernel.from)
      .call(launch, q_.device(), k_.device(), s_.device(), static_cast<int>(side(shape_.keys)));
}

std::vector<lab::RoundedSum> Scores::products(const std::vector<__half>& q,
                                              const std::vector<__half>& k) const {
  const std::vector<double> left = numbers(q);
  const std::vector<double> right = numbers(k);
  std::vector<lab::RoundedSum> result;
  result.reserve(left.size() / TILE * (right.size() / TILE));
  for (std::size_t row = 0; row < left.size(); row += TILE) {
    for (std::size_t column = 0; column < right.size(); column += TILE) {
      lab::RoundedSum sum;
      for (std::size_t d = 0; d < TILE; ++d) sum.add(left[row + d] * right[column + d]);
      result.push_back(sum);
    }
  }
  return result;
}

std::size_t Scores::place_of(std::size_t i) const {
  const std::size_t keys = side(shape_.keys);
  const std::size_t width = keys - first_key_;
  return i / width * keys + first_key_ + i % width;
}

std::string Scores::score_text(std::size_t i) const {
  const std::size_t keys = side(shape_.keys);
  return "S[" + std::to_string(place_of(i) / keys) + "][" + std::to_string(place_of(i) % keys) + "]";
}

Operands Scores::operands(const places::Places& table) const {
  Operands operands{numbers(q_.values()), numbers(k_.values()), {}};
  if (table.is_one_to_one()) operands.place = [&table](int row, int chunk) { return table.at(row, chunk); };
  return operands;
}

// The mistake that explains all wrong scores; empty where none does, or where some are missing.
std::string Scores::mistake(bool by_fragments) const {
  std::vector<WrongScore> wrong;
  for (std::size_t i = 0; i < right_.size(); ++i) {
    if (is_score(i, right_[i])) continue;
    if (!s_.is_written(place_of(i))) return "";
    const std::size_t keys = side(shape_.keys) - first_key_;
    wrong.push_back({static_cast<int>(i / keys), static_cast<int>(i % keys), s_[place_of(i)]});
  }
  places::Places table;
  const lab::LaunchResult run = table.run();
  if (!run.report.completed()) return "";
  return mistake_in(operands(table), wrong, {kRounding}, by_fragments);
}

// Whether the 8 x 8 scores that begin with the i-th hold those that begin with the `other`.
bool Scores::holds_block(std::size_t i, std::size_t other) const {
  const std::size_t keys = side(shape_.keys) - first_key_;
  for (std::size_t row = 0; row < kBlock; ++row) {
    for (std::size_t column = 0; column < kBlock; ++column) {
      const std::size_t step = row * keys + column;
      if (!is_in(place_of(i + step), right_[other + step])) return false;
    }
  }
  return true;
}

// Names the 8 x 8 scores that stand where those around the i-th belong. So many are alike for a reason only.
std::string Scores::other_block(std::size_t i) const {
  const std::size_t keys = side(shape_.keys) - first_key_;
  const std::size_t begin = i / keys / kBlock * kBlock * keys + i % keys / kBlock * kBlock;
  for (std::size_t row = 0; row < side(shape_.queries); row += kBlock) {
    for (std::size_t column = 0; column < keys; column += kBlock) {
      const std::size_t other = row * keys + column;
      if (other != begin && holds_block(begin, other)) {
        return "\n  the 8 x 8 scores from " + score_text(begin) + " on are those that belong to " +
               score_text(other) + " and on";
      }
    }
  }
  return "";
}

// Says what S contains instead of the i-th score, and why if the scores tell.
std::string Scores::found_in(std::size_t i, bool by_fragments) const {
  const std::size_t column = place_of(i) % side(shape_.keys);
  const std::string of_column = lab::where_type_ends(column, "a column");
  const std::string note = of_column.empty() ? lab::where_type_ends(place_of(i), "the index") : of_column;
  if (!s_.is_written(place_of(i))) return "was never written" + note;
  const lab::RoundedSum& right = right_[i];
  const std::string number = "is " + lab::digits(s_[place_of(i)]) + " and must be " +
                             lab::digits(right.value) + ", to within " + lab::digits(kRounding * right.size);
  const std::string known = mistake(by_fragments);
  if (!known.empty()) return number + "\n  " + known + note;
  const std::size_t row = place_of(i) / side(shape_.keys);
  const std::string products = "\n  it is the sum of Q[" + std::to_string(row) + "][d] * K[" +
                               std::to_string(column) + "][d] over 64 d";
  const std::string element = by_fragments
                                  ? "; where results of 16 x 8 stand side by side in S, it is " +
                                        fragment_element(static_cast<int>(row), static_cast<int>(column))
                                  : "";
  return number + other_block(i) + products + element + note;
}

bool Scores::is_in(std::size_t place, const lab::RoundedSum& expected) const {
  return s_.is_written(place) && expected.is_near(s_[place], kRounding);
}

bool Scores::is_score(std::size_t i, const lab::RoundedSum& expected) const {
  return is_in(place_of(i), expected);
}

bool Scores::expect_values(const lab::LaunchResult& run) const {
  const bool by_fragments = run.kernel == kMma.name;
  return lab::expect_values(
      run, {"S", "score", right_.size(), [this](std::size_t i) { return is_score(i, right_[i]); },
            [=](std::size_t i) { return score_text(i) + ", which " + found_in(i, by_fragments); }});
}

bool Scores::expect_right(const lab::LaunchResult& run) const {
  return lab::expect_no_faults(run) && expect_values(run) &&
         lab::expect_no_other_traffic(
             run,
             lab::with_tables(run, {{"Q", simt::Op::load}, {"K", simt::Op::load}, {"S", simt::Op::store}}));
}

bool Scores::expect_sectors(const lab::LaunchResult& run) const {
  const std::uint64_t bytes = shape_.tiles() * tiles::kTileBytes;
  const std::uint64_t a_matrix = bytes / simt::kSectorBytes;
  const std::uint64_t requests = lab::requests_of_whole_warps(bytes / sizeof(float));
  return lab::expect_sectors(run, {{"Q", simt::Op::load, a_matrix, requests},
                                   {"K", simt::Op::load, a_matrix, requests},
                                   {"S", simt::Op::store, s_.bytes() / simt::kSectorBytes,
                                    lab::requests_of_whole_warps(s_.size())}});
}

bool Scores::expect_coalesced(const Kernel& kernel) {
  const lab::LaunchResult launched = run(kernel);
  if (!expect_right(launched) || !expect_sectors(launched)) return false;
  const lab::MarkedInShared marks(k_.device(), k_.bytes());
  return expect_sectors(run(kernel));
}

bool Scores::expect_through_tiles(const Kernel& kernel, const lab::Weigh& weigh) {
  for (const lab::Input<__half>* const marked : {&q_, &k_}) {
    const lab::MarkedInShared marks(marked->device(), marked->bytes());
    const lab::LaunchResult launched = run(kernel);
    const std::vector<__half> changed =
        tiles::marked_halves(marked->values(), [&](float word) { return marks.of(word); });
    const bool is_q = marked == &q_;
    const std::vector<lab::RoundedSum> expected =
        products(is_q ? changed : q_.values(), is_q ? k_.values() : changed);
    lab::Passage passage{"S", "score", expected.size(), 0, "", lab::kReadBackWithReuse};
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (is_score(i, expected[i])) continue;
      if (passage.past++ == 0) passage.first = score_text(i) + ", for which " + marked->name() + " does not";
    }
    if (!lab::expect_passage(launched, passage) || !weigh(launched)) return false;
  }
  return true;
}

// The given kernel has no swizzle that could go wrong.
lab::TimedKernel Scores::timed(const Kernel& kernel, const std::string& name) {
  return contender(
      name, kernel.from, [this, kernel] { return call(kernel); }, [this] { return call(kWmma); },
      kernel.name);
}

}  // namespace score_tiles
