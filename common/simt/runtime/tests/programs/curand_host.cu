// cuRAND's host interface: for each generator the range, mean, variance and evenness of its numbers, that they repeat by seed and offset,
// and that they do not depend on how many are drawn at once; the order of quasirandom dimensions; statuses of wrong calls. The sequences
// are not NVIDIA's, so that nothing here compares single numbers. With an argument, one mistake that the report must name.
#include <curand.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace {

constexpr std::size_t kCount = 1 << 16;

struct Kind {
  const char* name;
  curandRngType_t type;
  bool is_quasi = false;
  bool has_64_bits = false;
};
constexpr Kind kKinds[]{
    {"XORWOW", CURAND_RNG_PSEUDO_XORWOW},
    {"MRG32K3A", CURAND_RNG_PSEUDO_MRG32K3A},
    {"MTGP32", CURAND_RNG_PSEUDO_MTGP32},
    {"MT19937", CURAND_RNG_PSEUDO_MT19937},
    {"PHILOX4_32_10", CURAND_RNG_PSEUDO_PHILOX4_32_10},
    {"SOBOL32", CURAND_RNG_QUASI_SOBOL32, true},
    {"SCRAMBLED_SOBOL32", CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, true},
    {"SOBOL64", CURAND_RNG_QUASI_SOBOL64, true, true},
    {"SCRAMBLED_SOBOL64", CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, true, true},
};

void check(curandStatus_t status) {
  if (status == CURAND_STATUS_SUCCESS) return;
  std::printf("cuRAND: %d\n", status);
  std::exit(1);
}

class Generator {
 public:
  explicit Generator(const Kind& kind, unsigned long long seed = 1234, unsigned long long offset = 0) {
    check(curandCreateGenerator(&generator_, kind.type));
    if (!kind.is_quasi) check(curandSetPseudoRandomGeneratorSeed(generator_, seed));
    if (offset != 0) check(curandSetGeneratorOffset(generator_, offset));
  }
  ~Generator() { curandDestroyGenerator(generator_); }
  Generator(const Generator&) = delete;
  Generator& operator=(const Generator&) = delete;
  operator curandGenerator_t() const { return generator_; }

 private:
  curandGenerator_t generator_ = nullptr;
};

// n numbers that a call writes to the device.
template <class T>
std::vector<T> drawn(std::size_t n, const std::function<curandStatus_t(T*)>& draw) {
  T* memory = nullptr;
  cudaMalloc(&memory, n * sizeof(T));
  check(draw(memory));
  std::vector<T> numbers(n);
  cudaMemcpy(numbers.data(), memory, n * sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(memory);
  return numbers;
}

// Says what is wrong; nothing else is printed of a check that holds.
int wrong = 0;
void expect(bool holds, const Kind& kind, const char* what, double found = 0) {
  if (holds) return;
  ++wrong;
  std::printf("%s: %s (%g)\n", kind.name, what, found);
}

struct Moments {
  double mean = 0;
  double variance = 0;
  double least = 0;
  double most = 0;
};
template <class T>
Moments moments_of(const std::vector<T>& numbers) {
  double sum = 0;
  double squares = 0;
  for (const T x : numbers) sum += static_cast<double>(x);
  const double mean = sum / static_cast<double>(numbers.size());
  for (const T x : numbers) squares += (static_cast<double>(x) - mean) * (static_cast<double>(x) - mean);
  const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
  return {mean, squares / static_cast<double>(numbers.size()), static_cast<double>(*least),
          static_cast<double>(*most)};
}

// Six standard errors of a mean of so many numbers: fixed seeds, which either hold or do not.
double tolerance(double deviation) { return 6 * deviation / std::sqrt(static_cast<double>(kCount)); }

// Numbers in (0, 1], evenly spread over 64 cells.
template <class T>
void uniform(const Kind& kind, const std::vector<T>& numbers) {
  const Moments found = moments_of(numbers);
  expect(found.least > 0 && found.most <= 1, kind, "uniform numbers lie in (0, 1]", found.least);
  expect(std::abs(found.mean - 0.5) < tolerance(0.2887), kind, "the mean of uniform numbers", found.mean);
  expect(std::abs(found.variance - 1.0 / 12) < tolerance(0.0745), kind, "the variance of uniform numbers",
         found.variance);
  constexpr int kCells = 64;
  std::vector<double> counts(kCells);
  for (const T x : numbers) ++counts[std::min(kCells - 1, static_cast<int>(x * kCells))];
  double chi_squared = 0;
  constexpr double kEach = static_cast<double>(kCount) / kCells;
  for (const double count : counts) chi_squared += (count - kEach) * (count - kEach) / kEach;
  expect(chi_squared < 130, kind, "uniform numbers fill all cells", chi_squared);
  // Neighbours of a sequence of pseudorandom numbers have nothing to do with each other.
  double product = 0;
  for (std::size_t i = 0; i + 1 < numbers.size(); ++i) product += (numbers[i] - 0.5) * (numbers[i + 1] - 0.5);
  if (!kind.is_quasi)
    expect(std::abs(product / kCount) < tolerance(1.0 / 12), kind, "neighbours are independent",
           product / kCount);
}

template <class T>
void normal(const Kind& kind, const std::vector<T>& numbers, double mean, double deviation) {
  const Moments found = moments_of(numbers);
  expect(std::abs(found.mean - mean) < tolerance(deviation), kind, "the mean of normal numbers", found.mean);
  expect(std::abs(found.variance / (deviation * deviation) - 1) < tolerance(1.4143), kind,
         "the variance of normal numbers", found.variance);
  double within = 0;
  for (const T x : numbers) within += std::abs(static_cast<double>(x) - mean) <= deviation ? 1 : 0;
  expect(std::abs(within / kCount - 0.682689) < tolerance(0.4654), kind, "normal numbers within a deviation",
         within / kCount);
}

void distributions(const Kind& kind) {
  uniform(kind, drawn<float>(kCount,
                             [&](float* to) { return curandGenerateUniform(Generator(kind), to, kCount); }));
  uniform(kind, drawn<double>(kCount, [&](double* to) {
            return curandGenerateUniformDouble(Generator(kind), to, kCount);
          }));
  normal(
      kind,
      drawn<float>(kCount,
                   [&](float* to) { return curandGenerateNormal(Generator(kind), to, kCount, 3.0F, 2.0F); }),
      3, 2);
  normal(kind,
         drawn<double>(
             kCount,
             [&](double* to) { return curandGenerateNormalDouble(Generator(kind), to, kCount, -1.0, 0.5); }),
         -1, 0.5);
  auto lognormal = drawn<double>(kCount, [&](double* to) {
    return curandGenerateLogNormalDouble(Generator(kind), to, kCount, 1.0, 0.25);
  });
  for (double& x : lognormal) x = std::log(x);
  normal(kind, lognormal, 1, 0.25);
  auto single = drawn<float>(
      kCount, [&](float* to) { return curandGenerateLogNormal(Generator(kind), to, kCount, 0.0F, 1.0F); });
  for (float& x : single) x = std::log(x);
  normal(kind, single, 0, 1);
  for (const double lambda : {0.5, 40.0, 5000.0}) {
    const Moments found = moments_of(drawn<unsigned>(
        kCount, [&](unsigned* to) { return curandGeneratePoisson(Generator(kind), to, kCount, lambda); }));
    expect(std::abs(found.mean - lambda) < tolerance(std::sqrt(lambda)), kind,
           "the mean of Poisson's numbers", found.mean);
    expect(std::abs(found.variance / lambda - 1) < tolerance(std::sqrt(2 + 1 / lambda)), kind,
           "their variance", found.variance);
  }
}

std::vector<unsigned> bits(const Kind& kind, std::size_t n, unsigned long long seed,
                           unsigned long long offset = 0) {
  return drawn<unsigned>(n,
                         [&](unsigned* to) { return curandGenerate(Generator(kind, seed, offset), to, n); });
}

// Every bit is set in half of the numbers; the same seed gives the same numbers, another seed others, and an offset a later part.
void sequences(const Kind& kind) {
  const std::vector<unsigned> numbers = bits(kind, kCount, 1);
  for (unsigned bit = 0; bit < 32; ++bit) {
    double set = 0;
    for (const unsigned x : numbers) set += x >> bit & 1U;
    const bool is_below_the_points =
        kind.type == CURAND_RNG_QUASI_SOBOL32 && bit < 16;  // 2^16 points of the first dimension
    expect(is_below_the_points ? set == 0 : std::abs(set / kCount - 0.5) < tolerance(0.5), kind,
           "a bit's share", set / kCount);
  }
  expect(numbers == bits(kind, kCount, 1), kind, "a seed repeats its numbers");
  const std::vector<unsigned> later = bits(kind, 1000, 1, 12345);
  expect(std::equal(later.begin(), later.end(), numbers.begin() + 12345), kind, "an offset begins later");
  const Generator pieces(kind, 1);
  std::vector<unsigned> joined;
  for (const std::size_t n : {7UL, 1UL, 92UL}) {
    const std::vector<unsigned> piece =
        drawn<unsigned>(n, [&](unsigned* to) { return curandGenerate(pieces, to, n); });
    joined.insert(joined.end(), piece.begin(), piece.end());
  }
  expect(std::equal(joined.begin(), joined.end(), numbers.begin()), kind, "pieces continue each other");
  if (kind.is_quasi) return;
  const std::vector<unsigned> others = bits(kind, kCount, 2);
  std::size_t equal = 0;
  for (std::size_t i = 0; i < kCount; ++i) equal += numbers[i] == others[i] ? 1 : 0;
  expect(equal < 3, kind, "another seed draws others", static_cast<double>(equal));
  // Far into a sequence: two ways to the same place.
  const std::vector<unsigned> far = bits(kind, 10, 1, 3'000'005);
  const std::vector<unsigned> near = bits(kind, 15, 1, 3'000'000);
  expect(std::equal(far.begin(), far.end(), near.begin() + 5), kind, "offsets far into the sequence");
}

// 2^12 points of 40 dimensions: each interval of a dimension has as many, and so has each square of a plane's 8 x 8 on average.
void dimensions(const Kind& kind) {
  constexpr unsigned kDimensions = 40;
  constexpr std::size_t kPoints = 1 << 12;
  const Generator generator(kind);
  check(curandSetQuasiRandomGeneratorDimensions(generator, kDimensions));
  const auto x = drawn<double>(kDimensions * kPoints, [&](double* to) {
    return curandGenerateUniformDouble(generator, to, kDimensions * kPoints);
  });
  for (std::size_t d = 0; d < kDimensions; ++d) {
    std::vector<int> counts(256);
    for (std::size_t i = 0; i < kPoints; ++i) ++counts[static_cast<std::size_t>(x[d * kPoints + i] * 256)];
    for (const int count : counts)
      expect(count == kPoints / 256, kind, "each interval has as many points", count);
    if (d == 0) continue;
    double product = 0;
    for (std::size_t i = 0; i < kPoints; ++i) product += (x[i] - 0.5) * (x[d * kPoints + i] - 0.5);
    expect(std::abs(product / kPoints) < 0.005, kind, "dimensions do not follow each other",
           product / kPoints);
  }
  std::printf("%s: an odd number of results: %d\n", kind.name, curandGenerateUniform(generator, nullptr, 41));
}

void statuses() {
  const Generator pseudo(kKinds[0]);
  const Generator quasi(kKinds[5]);
  const Generator wide(kKinds[7]);
  curandGenerator_t none = nullptr;
  unsigned long long words[2];
  int version = 0;
  std::printf("no such type: %d\n", curandCreateGenerator(&none, static_cast<curandRngType_t>(7)));
  std::printf("no generator: %d\n", curandGenerateUniform(nullptr, nullptr, 2));
  std::printf("seed of quasirandom numbers: %d\n", curandSetPseudoRandomGeneratorSeed(quasi, 1));
  std::printf("dimensions of pseudorandom ones: %d\n", curandSetQuasiRandomGeneratorDimensions(pseudo, 2));
  std::printf("20,001 dimensions: %d\n", curandSetQuasiRandomGeneratorDimensions(quasi, 20001));
  std::printf("another kind's order: %d\n", curandSetGeneratorOrdering(quasi, CURAND_ORDERING_PSEUDO_BEST));
  std::printf("its own order: %d\n", curandSetGeneratorOrdering(quasi, CURAND_ORDERING_QUASI_DEFAULT));
  std::printf("half of a pair: %d\n", curandGenerateNormal(pseudo, nullptr, 3, 0, 1));
  std::printf("64 bits of 32: %d\n", curandGenerateLongLong(quasi, words, 2));
  std::printf("32 bits of 64: %d\n", curandGenerate(wide, nullptr, 2));
  std::printf("lambda 0: %d\n", curandGeneratePoisson(pseudo, nullptr, 2, 0));
  std::printf("version: %d", curandGetVersion(&version));
  std::printf(", %d\n", version);
}

// A generator for the host draws the same numbers, and vectors for kernels are those that the host's points are made of.
void on_the_host() {
  curandGenerator_t generator = nullptr;
  check(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10));
  check(curandSetPseudoRandomGeneratorSeed(generator, 1));
  std::vector<unsigned> numbers(100);
  check(curandGenerate(generator, numbers.data(), numbers.size()));
  check(curandDestroyGenerator(generator));
  std::printf("the same on the host: %d\n", numbers == bits(kKinds[4], 100, 1));
  curandDirectionVectors32_t* vectors = nullptr;
  check(curandGetDirectionVectors32(&vectors, CURAND_DIRECTION_VECTORS_32_JOEKUO6));
  const std::vector<unsigned> points = bits(kKinds[5], 3, 0);
  std::printf("vectors are the points': %d\n",
              points[1] == vectors[0][0] && points[2] == (vectors[0][0] ^ vectors[0][1]));
  const auto wide = drawn<unsigned long long>(
      2, [](unsigned long long* to) { return curandGenerateLongLong(Generator(kKinds[7]), to, 2); });
  std::printf("64 bits: %llx %llx\n", wide[0], wide[1]);
}

int make_mistake(const char* which) {
  float* memory = nullptr;
  float host[4];
  cudaMalloc(&memory, 4 * sizeof(float));
  const Generator generator(kKinds[0]);
  curandGenerator_t of_host = nullptr;
  check(curandCreateGeneratorHost(&of_host, CURAND_RNG_PSEUDO_DEFAULT));
  int status = 0;
  if (std::strcmp(which, "past_the_end") == 0) status = curandGenerateUniform(generator, memory, 5);
  if (std::strcmp(which, "host_pointer") == 0) status = curandGenerateUniform(generator, host, 4);
  if (std::strcmp(which, "device_pointer") == 0) status = curandGenerateUniform(of_host, memory, 4);
  std::printf("%s: %d\n", which, status);
  check(curandDestroyGenerator(of_host));
  cudaFree(memory);
  return 0;
}

}  // namespace

int main(int count, char** words) {
  if (count > 1) return make_mistake(words[1]);
  for (const Kind& kind : kKinds) {
    const int before = wrong;
    distributions(kind);
    if (!kind.has_64_bits) sequences(kind);
    if (kind.is_quasi) dimensions(kind);
    std::printf("%s: %s\n", kind.name, wrong == before ? "right" : "wrong");
  }
  statuses();
  on_the_host();
}
