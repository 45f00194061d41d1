#include "libraries/curand/pseudo.h"

#include <array>
#include <cstddef>
#include <random>

namespace curand {
namespace {

constexpr unsigned kWordBits = 32;

// A linear map of vectors of five words over GF(2), by its columns: what each bit becomes. Its powers skip parts of a sequence.
class XorshiftMap {
 public:
  using State = std::array<std::uint32_t, 5>;
  static constexpr std::size_t kBits = 5 * kWordBits;

  static State step(const State& v) {
    const std::uint32_t t = v[0] ^ (v[0] >> 2U);
    return {v[1], v[2], v[3], v[4], (v[4] ^ (v[4] << 4U)) ^ (t ^ (t << 1U))};
  }
  static XorshiftMap one_step() {
    XorshiftMap map;
    for (std::size_t bit = 0; bit < kBits; ++bit) {
      State unit{};
      unit[bit / kWordBits] = 1U << bit % kWordBits;
      map.columns_[bit] = step(unit);
    }
    return map;
  }
  State apply(const State& v) const {
    State sum{};
    for (std::size_t bit = 0; bit < kBits; ++bit) {
      if ((v[bit / kWordBits] >> bit % kWordBits & 1U) == 0) continue;
      for (std::size_t word = 0; word < sum.size(); ++word) sum[word] ^= columns_[bit][word];
    }
    return sum;
  }
  XorshiftMap squared() const {
    XorshiftMap map;
    for (std::size_t bit = 0; bit < kBits; ++bit) map.columns_[bit] = apply(columns_[bit]);
    return map;
  }

 private:
  std::array<State, kBits> columns_{};
};

class Xorwow : public Pseudo {
 public:
  explicit Xorwow(std::uint64_t seed) {
    SplitMix mixed(seed);
    for (std::uint32_t& word : state_)
      word = static_cast<std::uint32_t>(mixed.next()) | 1U;  // never all zero
    counter_ = static_cast<std::uint32_t>(mixed.next());
  }
  std::uint32_t next() override {
    state_ = XorshiftMap::step(state_);
    counter_ += kWeyl;
    return counter_ + state_[4];
  }
  void skip(std::uint64_t count) override {
    counter_ += kWeyl * static_cast<std::uint32_t>(count);
    for (XorshiftMap map = XorshiftMap::one_step(); count != 0; count >>= 1U) {
      if ((count & 1U) != 0) state_ = map.apply(state_);
      if (count > 1) map = map.squared();
    }
  }

 private:
  static constexpr std::uint32_t kWeyl = 362437;

  XorshiftMap::State state_{};
  std::uint32_t counter_ = 0;
};

// One of MRG32k3a's two recurrences: x(n) = a1 * x(n - 1) + a2 * x(n - 2) + a3 * x(n - 3) modulo m.
class Recurrence {
 public:
  using State = std::array<std::uint64_t, 3>;  // the oldest first
  using Map = std::array<State, 3>;            // rows

  Recurrence(std::uint64_t m, const State& factors, const State& state)
      : m_(m), step_{State{0, 1, 0}, State{0, 0, 1}, factors}, state_(state) {}

  std::uint64_t next() {
    state_ = applied(step_, state_);
    return state_[2];
  }
  void skip(std::uint64_t count) {
    for (Map map = step_; count != 0; count >>= 1U) {
      if ((count & 1U) != 0) state_ = applied(map, state_);
      map = squared(map);
    }
  }

 private:
  // Factors and numbers are below 2^32, so that the sum of each product's remainder fits.
  State applied(const Map& map, const State& v) const {
    State made{};
    for (std::size_t i = 0; i < 3; ++i)
      made[i] = (map[i][0] * v[0] % m_ + map[i][1] * v[1] % m_ + map[i][2] * v[2] % m_) % m_;
    return made;
  }
  Map squared(const Map& map) const {
    Map made{};
    for (std::size_t j = 0; j < 3; ++j) {
      const State column = applied(map, {map[0][j], map[1][j], map[2][j]});
      for (std::size_t i = 0; i < 3; ++i) made[i][j] = column[i];
    }
    return made;
  }

  std::uint64_t m_;
  Map step_;
  State state_;
};

class Mrg32k3a : public Pseudo {
 public:
  explicit Mrg32k3a(std::uint64_t seed) : Mrg32k3a(SplitMix(seed)) {}

  // The combined number is below m1, and is spread over all 32 bits.
  std::uint32_t next() override {
    const std::uint64_t x = first_.next();
    const std::uint64_t y = second_.next();
    const std::uint64_t z = x >= y ? x - y : x + kM1 - y;
    return static_cast<std::uint32_t>((z << kWordBits) / kM1);
  }
  void skip(std::uint64_t count) override {
    first_.skip(count);
    second_.skip(count);
  }

 private:
  static constexpr std::uint64_t kM1 = 4294967087;
  static constexpr std::uint64_t kM2 = 4294944443;

  explicit Mrg32k3a(SplitMix mixed)
      : first_(kM1, {kM1 - 810728, 1403580, 0}, state_below(kM1, mixed)),
        second_(kM2, {kM2 - 1370589, 0, 527612}, state_below(kM2, mixed)) {}
  static Recurrence::State state_below(std::uint64_t m, SplitMix& mixed) {
    Recurrence::State state{};
    for (std::uint64_t& x : state) x = 1 + mixed.next() % (m - 1);
    return state;
  }

  Recurrence first_;
  Recurrence second_;
};

class Philox : public Pseudo {
 public:
  explicit Philox(std::uint64_t seed) : key_{low(seed), high(seed)} {}

  std::uint32_t next() override {
    if (position_ % kBlock == 0 || !is_drawn_) drawn_ = block(position_ / kBlock);
    is_drawn_ = true;
    return drawn_[position_++ % kBlock];
  }
  void skip(std::uint64_t count) override {
    position_ += count;
    is_drawn_ = false;
  }

 private:
  using Block = std::array<std::uint32_t, 4>;
  static constexpr std::uint64_t kBlock = 4;
  static constexpr int kRounds = 10;
  static constexpr std::uint64_t kMultipliers[2]{0xD2511F53, 0xCD9E8D57};
  static constexpr std::uint32_t kWeyl[2]{0x9E3779B9, 0xBB67AE85};

  static std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
  static std::uint32_t high(std::uint64_t x) { return static_cast<std::uint32_t>(x >> kWordBits); }

  Block block(std::uint64_t number) const {
    Block x{low(number), high(number), 0, 0};
    std::array<std::uint32_t, 2> key = key_;
    for (int round = 0; round < kRounds; ++round) {
      const std::uint64_t one = kMultipliers[0] * x[0];
      const std::uint64_t other = kMultipliers[1] * x[2];
      x = {high(other) ^ x[1] ^ key[0], low(other), high(one) ^ x[3] ^ key[1], low(one)};
      for (std::size_t i = 0; i < key.size(); ++i) key[i] += kWeyl[i];
    }
    return x;
  }

  std::array<std::uint32_t, 2> key_;
  std::uint64_t position_ = 0;
  bool is_drawn_ = false;
  Block drawn_{};
};

class Mt19937 : public Pseudo {
 public:
  explicit Mt19937(std::uint64_t seed) {
    SplitMix mixed(seed);
    std::array<std::uint32_t, 8> words{};
    for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(mixed.next());
    std::seed_seq sequence(words.begin(), words.end());
    engine_.seed(sequence);
  }
  std::uint32_t next() override { return static_cast<std::uint32_t>(engine_()); }
  void skip(std::uint64_t count) override { engine_.discard(count); }

 private:
  std::mt19937 engine_;
};

}  // namespace

std::uint64_t SplitMix::next() {
  state_ += 0x9E3779B97F4A7C15;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EB;
  return z ^ (z >> 31U);
}

std::unique_ptr<Pseudo> make_pseudo(curandRngType_t type, std::uint64_t seed) {
  switch (type) {
    case CURAND_RNG_PSEUDO_DEFAULT:
    case CURAND_RNG_PSEUDO_XORWOW:
      return std::make_unique<Xorwow>(seed);
    case CURAND_RNG_PSEUDO_MRG32K3A:
      return std::make_unique<Mrg32k3a>(seed);
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
      return std::make_unique<Philox>(seed);
    case CURAND_RNG_PSEUDO_MTGP32:
    case CURAND_RNG_PSEUDO_MT19937:
      return std::make_unique<Mt19937>(seed);
    default:
      return nullptr;
  }
}

}  // namespace curand
