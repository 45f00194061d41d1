#include "libraries/curand/sobol.h"

#include <algorithm>

#include "libraries/curand/pseudo.h"

namespace curand {
namespace {

constexpr std::uint64_t kDirectionSeed = 659;
constexpr std::uint64_t kScrambleSeed = 1998;

// A polynomial over GF(2): bit i is the factor of x^i.
using Polynomial = std::uint32_t;

// a * b modulo p, whose degree is given.
Polynomial product(Polynomial a, Polynomial b, Polynomial p, unsigned degree) {
  Polynomial sum = 0;
  for (; b != 0; b >>= 1U) {
    if ((b & 1U) != 0) sum ^= a;
    a <<= 1U;
    if ((a >> degree & 1U) != 0) a ^= p;
  }
  return sum;
}

Polynomial power_of_x(std::uint32_t exponent, Polynomial p, unsigned degree) {
  Polynomial result = 1;
  Polynomial base = degree == 1 ? 1 : 2;  // x itself, which is 1 modulo x + 1
  for (; exponent != 0; exponent >>= 1U) {
    if ((exponent & 1U) != 0) result = product(result, base, p, degree);
    base = product(base, base, p, degree);
  }
  return result;
}

std::vector<std::uint32_t> prime_factors(std::uint32_t n) {
  std::vector<std::uint32_t> factors;
  for (std::uint32_t f = 2; f * f <= n; ++f) {
    if (n % f != 0) continue;
    factors.push_back(f);
    while (n % f == 0) n /= f;
  }
  if (n > 1) factors.push_back(n);
  return factors;
}

// Whether x generates every polynomial but 0 modulo p: its order is 2^degree - 1 and no divisor of that.
bool is_primitive(Polynomial p, unsigned degree, const std::vector<std::uint32_t>& factors) {
  const std::uint32_t order = (1U << degree) - 1;
  return power_of_x(order, p, degree) == 1 &&
         std::none_of(factors.begin(), factors.end(),
                      [&](std::uint32_t factor) { return power_of_x(order / factor, p, degree) == 1; });
}

struct Primitive {
  Polynomial polynomial;
  unsigned degree;
};

std::vector<Primitive> primitive_polynomials(std::size_t count) {
  std::vector<Primitive> found;
  for (unsigned degree = 1; found.size() < count; ++degree) {
    const std::vector<std::uint32_t> factors = prime_factors((1U << degree) - 1);
    for (Polynomial p = (1U << degree) + 1; p < 2U << degree && found.size() < count; p += 2) {
      if (is_primitive(p, degree, factors)) found.push_back({p, degree});
    }
  }
  return found;
}

// Number k of a dimension is an odd number below 2^(k + 1), and its direction has that number behind the point.
template <class Word>
Directions<Word> directions_of(const Primitive& primitive, SplitMix& drawn) {
  Directions<Word> v{};
  const unsigned degree = primitive.degree;
  for (unsigned k = 0; k < kBits<Word>; ++k) {
    if (k < degree) {
      const std::uint64_t odd = drawn.next() % (std::uint64_t{1} << (k + 1)) | 1U;
      v[k] = static_cast<Word>(odd) << (kBits<Word> - 1 - k);
      continue;
    }
    v[k] = v[k - degree] ^ (v[k - degree] >> degree);
    for (unsigned i = 1; i < degree; ++i) {
      if ((primitive.polynomial >> (degree - i) & 1U) != 0) v[k] ^= v[k - i];
    }
  }
  return v;
}

// Multiplies by a lower triangular matrix with ones in its diagonal: each bit of a point becomes itself and some of those above it.
template <class Word>
Directions<Word> scrambled(const Directions<Word>& v, SplitMix& drawn) {
  Directions<Word> rows{};
  for (unsigned bit = 0; bit < kBits<Word>; ++bit) {
    const Word own = Word{1} << bit;
    const Word above = bit + 1 == kBits<Word> ? Word{0} : static_cast<Word>(~Word{0} << (bit + 1));
    rows[bit] = own | (static_cast<Word>(drawn.next()) & above);
  }
  Directions<Word> made{};
  for (unsigned k = 0; k < kBits<Word>; ++k) {
    for (unsigned bit = 0; bit < kBits<Word>; ++bit) {
      const Word parity = static_cast<Word>(__builtin_parityll(rows[bit] & v[k]));
      made[k] |= parity << bit;
    }
  }
  return made;
}

template <class Word>
Sobol<Word> made(bool is_scrambled) {
  Sobol<Word> all;
  SplitMix drawn(kDirectionSeed);
  SplitMix scrambles(kScrambleSeed);
  Directions<Word> first{};
  for (unsigned k = 0; k < kBits<Word>; ++k) first[k] = Word{1} << (kBits<Word> - 1 - k);
  all.directions.push_back(first);
  for (const Primitive& primitive : primitive_polynomials(kMostDimensions - 1))
    all.directions.push_back(directions_of<Word>(primitive, drawn));
  all.shifts.resize(all.directions.size());
  for (std::size_t i = 0; is_scrambled && i < all.directions.size(); ++i) {
    all.directions[i] = scrambled(all.directions[i], scrambles);
    all.shifts[i] = static_cast<Word>(scrambles.next());
  }
  return all;
}

}  // namespace

template <class Word>
const Sobol<Word>& sobol(bool is_scrambled) {
  static const Sobol<Word> plain = made<Word>(false);
  if (!is_scrambled) return plain;
  static const Sobol<Word> mixed = made<Word>(true);
  return mixed;
}

template const Sobol<std::uint32_t>& sobol<std::uint32_t>(bool is_scrambled);
template const Sobol<std::uint64_t>& sobol<std::uint64_t>(bool is_scrambled);

}  // namespace curand
