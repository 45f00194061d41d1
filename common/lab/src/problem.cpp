#include "lab/problem.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "lab/session.h"

namespace lab {
namespace {

// Each problem of a batch begins at a multiple of so many bytes, as cudaMalloc's memory does.
constexpr std::size_t kAlignment = 256;
// At least so many: they take a tenth of a millisecond on an H200
constexpr std::size_t kElementsTimed = std::size_t{1} << 26;
constexpr std::uint64_t kSeedStep = 0x9E3779B97F4A7C15U;  // between two inputs

}  // namespace

namespace {

// A permutation of the numbers below 2^26, drawn from a random generator. Each round multiplies by an odd
// number and folds the upper half onto the lower one, and both can be undone.
class Permutation {
 public:
  static constexpr unsigned kBits = 26;
  static constexpr std::uint32_t kMask = (1U << kBits) - 1;

  explicit Permutation(std::mt19937_64& random) {
    for (Round& round : rounds_)
      round = {static_cast<std::uint32_t>(random()) | 1U, static_cast<std::uint32_t>(random())};
  }

  std::uint32_t operator()(std::uint32_t number) const {
    for (const Round& round : rounds_) {
      number = (number * round.factor + round.summand) & kMask;
      number ^= number >> (kBits / 2 + 1);
    }
    return number;
  }

 private:
  struct Round {
    std::uint32_t factor;
    std::uint32_t summand;
  };
  std::array<Round, 4> rounds_{};
};

// A float from a number below 2^26: 22 bits of the mantissa, whose last bit is always set, and one of 16
// exponents. Its sign follows from the same number by a drawn factor, so that no value is another's negative:
// lab/shared_passage.h changes signs.
float float_of(std::uint32_t number, std::uint32_t factor_of_sign) {
  constexpr std::uint32_t kSmallestExponent = 127 - 8;  // 2^-8
  const std::uint32_t mantissa = (number & 0x3FFFFFU) << 1U | 1U;
  const std::uint32_t exponent = kSmallestExponent + (number >> 22U & 0xFU);
  const std::uint32_t sign = number * factor_of_sign >> 31U;
  const std::uint32_t bits = sign << 31U | exponent << 23U | mantissa;
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace

std::vector<float> distinct_floats(std::size_t count, const std::string& purpose) {
  std::mt19937_64 random = Session::current().random(purpose);
  const Permutation permutation(random);
  const std::uint32_t factor_of_sign = static_cast<std::uint32_t>(random()) | 1U;
  std::vector<float> values(count);
  std::uint32_t number = 0;
  for (float& value : values) value = float_of(permutation(number++ & Permutation::kMask), factor_of_sign);
  return values;
}

std::vector<float> floats_of_any_bits(std::size_t count, const std::string& purpose) {
  constexpr std::array<std::uint32_t, 6> kSpecial{0x7F800001, 0xFFC00000, 0x7F800000,
                                                  0x00000001, 0x80000000, 0x807FFFFF};
  std::mt19937_64 random = Session::current().random(purpose);
  std::vector<float> values(count);
  for (float& value : values) {
    const std::uint64_t drawn = random();
    const auto any = static_cast<std::uint32_t>(drawn);
    const std::uint32_t bits = (drawn >> 32) % 8 == 0 ? kSpecial.at(any % kSpecial.size()) : any;
    std::memcpy(&value, &bits, sizeof value);
  }
  return values;
}

std::vector<int> awkward_lengths() {
  std::vector<int> list{1,   2,   3,   4,   5,   31,  32,   33,   63,   97,
                        127, 128, 129, 255, 256, 257, 1000, 1023, 1024, 1025};
  std::mt19937_64 random = Session::current().random("lengths");
  std::uniform_int_distribution<int> any(2, 5000);
  for (int i = 0; i < 4; ++i) list.push_back(any(random));
  return list;
}

std::vector<float> floats_of_mantissa(unsigned bits, std::size_t count, const std::string& purpose) {
  constexpr std::uint32_t kSmallestExponent = 127 - 3;  // 2^-3
  constexpr std::uint32_t kExponents = 7;
  constexpr unsigned kMantissaBits = 23;
  std::mt19937_64 random = Session::current().random(purpose);
  const unsigned unused = kMantissaBits - (bits - 1);
  const std::uint32_t mantissa_mask = (1U << (bits - 1)) - 1;
  std::vector<float> values(count);
  for (float& value : values) {
    const std::uint64_t drawn = random();
    const auto high = static_cast<std::uint32_t>(drawn >> 32U);
    const std::uint32_t mantissa = ((static_cast<std::uint32_t>(drawn) & mantissa_mask) | 1U) << unused;
    const std::uint32_t exponent = kSmallestExponent + (high & 0xFFFFU) % kExponents;
    const std::uint32_t word = (high & 0x80000000U) | exponent << kMantissaBits | mantissa;
    std::memcpy(&value, &word, sizeof value);
  }
  return values;
}

std::vector<float> floats_of_many_magnitudes(std::size_t count, const std::string& purpose) {
  std::mt19937_64 random = Session::current().random(purpose);
  std::uniform_real_distribution<float> mantissa(0.5F, 1.0F);
  std::uniform_int_distribution<int> exponent(-6, 6);
  std::vector<float> values(count);
  for (float& value : values) {
    const float size = std::ldexp(mantissa(random), exponent(random));
    value = (random() & 1U) != 0 ? size : -size;
  }
  return values;
}

AnyArray::AnyArray(Problem& problem, Role role, std::string name, std::size_t size, std::size_t element_bytes)
    : problem_(problem),
      role_(role),
      name_(std::move(name)),
      bytes_(size * element_bytes),
      element_bytes_(element_bytes) {
  problem.arrays_.push_back(this);
}

AnyArray::~AnyArray() = default;

bool AnyArray::is_timed() const { return problem_.is_timed(); }

const std::string& AnyArray::purpose() const { return problem_.use_.purpose; }

void AnyArray::allocate_checked(std::size_t first) {
  first_ = first;
  checked_.emplace(name_, bytes_, element_bytes_, first * element_bytes_);
}

std::size_t AnyArray::distance_in_batch() const {
  return (bytes_ + kAlignment - 1) / kAlignment * kAlignment;
}

void AnyArray::allocate_timed() {
  if (found_) return;
  const std::size_t bytes = problem_.batch_ * distance_in_batch();
  found_.emplace(Session::current().gpu(), name_, bytes);
  if (role_ != Role::input) right_.emplace(Session::current().gpu(), "expected " + name_, bytes);
}

void* AnyArray::address() const {
  if (checked_) return checked_->device();
  const bool right = problem_.makes_right_answer_ && role_ != Role::input;
  const GpuMemory& memory = right ? *right_ : *found_;
  return static_cast<unsigned char*>(memory.address()) + problem_.place_in_batch_ * distance_in_batch();
}

// Fills the array for a run. What an earlier run left must never pass for this one's output.
void AnyArray::draw(std::uint64_t seed, GpuMemory& memory) const {
  if (role_ == Role::output) {
    memory.set(ArrayMemory::kPoison);
  } else {
    draw_(memory.address(), memory.bytes(), seed);
  }
}

std::string AnyArray::differences() const {
  if (tolerance_ == 0) return lab::differences(name_, found_->address(), right_->address(), found_->bytes());
  return lab::differences(name_, static_cast<const float*>(found_->address()),
                          static_cast<const float*>(right_->address()), found_->bytes() / sizeof(float),
                          tolerance_);
}

Problem::Problem(Use use, std::string text, std::size_t batched_elements)
    : use_(std::move(use)), text_(std::move(text)) {
  if (!use_.is_timed || batched_elements == 0) return;
  batch_ = pieces(kElementsTimed, batched_elements);
  if (batch_ > 1) text_ += ", " + std::to_string(batch_) + " launches";
}

std::uint64_t Problem::bytes() const {
  std::uint64_t bytes = 0;
  for (const AnyArray* const array : arrays_)
    bytes += array->bytes() * (array->role_ == Role::in_out ? 2 : 1);
  return bytes;
}

LaunchResult Problem::run(const Call& call) {
  for (AnyArray* const array : arrays_) {
    if (!has_run_ || array->role_ != Role::output) continue;
    const std::size_t before = array->first_ * array->element_bytes_;
    array->checked_->take_back(before, array->bytes() - before);
  }
  has_run_ = true;
  return call.run(text_);
}

std::size_t Problem::gpu_bytes() const {
  std::size_t bytes = 0;
  for (const AnyArray* const array : arrays_)
    bytes += batch_ * array->distance_in_batch() * (array->role_ == Role::input ? 1 : 2);
  return bytes;
}

std::vector<Call> Problem::calls_for_batch(const MakeCall& make, bool right_answer) {
  std::vector<Call> calls;
  makes_right_answer_ = right_answer;
  for (place_in_batch_ = 0; place_in_batch_ < batch_; ++place_in_batch_) calls.push_back(make());
  place_in_batch_ = 0;
  makes_right_answer_ = false;
  return calls;
}

void Problem::prepare(std::uint64_t seed) {
  for (AnyArray* const array : arrays_) array->draw(seed += kSeedStep, *array->found_);
}

// Inputs are drawn again: the kernel may have written to them.
std::string Problem::wrong_answer(std::uint64_t seed, const std::vector<Call>& right) {
  for (AnyArray* const array : arrays_)
    array->draw(seed += kSeedStep, array->right_ ? *array->right_ : *array->found_);
  for (const Call& call : right) call.enqueue();
  for (const AnyArray* const array : arrays_) {
    if (!array->right_) continue;
    if (std::string wrong = array->differences(); !wrong.empty()) return wrong;
  }
  return "";
}

TimedKernel Problem::contender(const std::string& name, From from, const MakeCall& call,
                               const MakeCall& right, const std::string& defined_as) {
  // The calls are made with the first run. Before it, a contender may still leave the problem out.
  const auto calls = std::make_shared<std::vector<Call>>();
  const auto right_calls = std::make_shared<std::vector<Call>>();
  const auto prepare_run = [this, call, right, calls, right_calls](std::uint64_t seed) {
    for (AnyArray* const array : arrays_) array->allocate_timed();
    if (calls->empty()) {
      *calls = calls_for_batch(call, false);
      *right_calls = calls_for_batch(right, true);
    }
    prepare(seed);
  };
  const auto launch = [calls] {
    for (const Call& one : *calls) one.enqueue();
  };
  const auto verify = [this, right_calls](std::uint64_t seed) { return wrong_answer(seed, *right_calls); };
  return {name, from, static_cast<double>(bytes() * batch_), prepare_run, launch, verify, defined_as};
}

}  // namespace lab
