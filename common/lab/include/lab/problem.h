// One problem, two machines: a lab describes its arrays, the calls of its kernels and the right answer once.
//
// A lab's class derives from Problem, declares arrays as members, and has a function that makes a Call on
// them (lab/kernel.h). The kit then uses the problem in two ways:
//
//   checked(purpose): arrays of one small problem, filled by the host, on either machine. `run(call)` returns
//   the launch's report, and the host reads the outputs. For checks and the profiler's launches.
//
//   timed(): arrays on the GPU alone. Before every timed run the kit fills the inputs there with fresh values
//   and poisons the outputs; afterwards a second, trusted call makes the right answer, and the two are
//   compared word by word. For measured checks (lab/measure.h) and surveys (lab/survey.h).
//
//   class Reversal : public lab::Problem {
//    public:
//     Reversal(int n, const lab::Use& use)
//         : Problem(use, "n = " + std::to_string(n)), n_(n), in(*this, "in", n), out(*this, "out", n) {}
//     lab::Call call(const char* kernel, lab::From from) {
//       return lab::Kernel<decltype(reverse)>(kernel, from).call(shape(n_), in.device(), out.device(), n_);
//     }
//     …
//   };
//
//   Reversal small(33, lab::checked("values"));
//   const lab::LaunchResult run = small.run(small.call("reverse", lab::From::student));
//
//   Reversal large(1 << 26, lab::timed());
//   const auto mine = [&] { return large.call("reverse", lab::From::student); };
//   const auto right = [&] { return large.call("reverse_naive", lab::From::given); };
//   large.contender("reverse", lab::From::student, mine, right);
//
// Sizes count elements, not bytes, unless a name says otherwise. Every error, such as too little memory or a
// missing kernel, is a simt::Error.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "lab/gpu_work.h"
#include "lab/kernel.h"
#include "lab/measure.h"
#include "lab/memory.h"

namespace lab {

// How a problem is used. With the session's seed, `purpose` selects a checked problem's random values.
struct Use {
  bool is_timed = false;
  std::string purpose;
};

inline Use checked(const std::string& purpose) { return {false, purpose}; }
inline Use timed() { return {true, ""}; }

enum class Role { input, output, in_out };

class Problem;

// A named array of a problem; see Input, Output and InOut.
class AnyArray {
 public:
  AnyArray(const AnyArray&) = delete;
  AnyArray& operator=(const AnyArray&) = delete;
  virtual ~AnyArray();

  const std::string& name() const { return name_; }
  std::size_t size() const { return bytes_ / element_bytes_; }
  std::size_t bytes() const { return bytes_; }

  // Checked: the first element that holds anything. The elements before it are unwritten, and take no memory.
  // A large array of which a check looks at the end alone costs no more than a small one.
  std::size_t first() const { return first_; }

  // Timed: fills the array in another way than with floats between -1 and 1.
  void draw_with(Draw draw) { draw_ = std::move(draw); }

  // Timed: the answer may differ from the right one by this times max(1, |right|). An array of floats alone.
  void allow(float tolerance) { tolerance_ = tolerance; }

 protected:
  AnyArray(Problem& problem, Role role, std::string name, std::size_t size, std::size_t element_bytes);

  void* address() const;
  void allocate_checked(std::size_t first);  // poisoned, and unwritten
  const ArrayMemory& checked() const { return *checked_; }
  ArrayMemory& checked() { return *checked_; }
  bool is_timed() const;
  const std::string& purpose() const;

 private:
  friend class Problem;

  std::size_t distance_in_batch() const;  // bytes
  void allocate_timed();
  void draw(std::uint64_t seed, GpuMemory& memory) const;
  std::string differences() const;

  Problem& problem_;
  Role role_;
  std::string name_;
  std::size_t bytes_ = 0;
  std::size_t element_bytes_ = 0;
  std::size_t first_ = 0;  // checked: the first element that holds anything
  std::optional<ArrayMemory> checked_;
  std::optional<GpuMemory> found_;  // timed: what the kernel finds and leaves, of the whole batch
  std::optional<GpuMemory> right_;  // timed: the right answer, of an array that kernels write
  Draw draw_ = draw_floats;
  float tolerance_ = 0;
};

template <class T>
class Array : public AnyArray {
  static_assert(std::is_trivially_copyable_v<T>, "its bytes are copied to the machine");

 public:
  using Values = std::function<std::vector<T>()>;

  // `values` fill a checked array that kernels read, from element `first` on; without them distinct floats
  // do. A lab that knows the role declares an Input, Output or InOut instead.
  Array(Problem& problem, Role role, const std::string& name, std::size_t size, const Values& values = {},
        std::size_t first = 0)
      : AnyArray(problem, role, name, size, sizeof(T)) {
    if (is_timed()) return;
    allocate_checked(first);
    if (role == Role::output) return;
    values_ = values ? values() : distinct_values(size - first, purpose());
    checked().upload(values_.data());
  }

  // The kernels' address of it: in a batch that of the problem whose call is being made.
  T* device() const { return static_cast<T*>(address()); }

  // Checked: what the host filled it with, from element first() on; empty for an output.
  const std::vector<T>& values() const { return values_; }

  // Checked: what the host filled element i with.
  const T& value(std::size_t i) const { return values_.at(i - first()); }

  // Checked: element i as it is now.
  T operator[](std::size_t i) const {
    T value;
    std::memcpy(&value, checked().host() + i * sizeof(T), sizeof(T));
    return value;
  }

  // Checked: whether a kernel stored element i, or `bytes` bytes of it from `offset` on (lab/memory.h says
  // how that is known).
  bool is_written(std::size_t i) const { return is_written(i, 0, sizeof(T)); }
  bool is_written(std::size_t i, std::size_t offset, std::size_t bytes) const {
    return checked().is_written(i * sizeof(T) + offset, bytes);
  }

  // Checked: whether a kernel stored element i, and just these bits.
  bool holds(std::size_t i, const T& expected) const {
    const T found = (*this)[i];
    return std::memcmp(&found, &expected, sizeof(T)) == 0 && is_written(i);
  }

  // Checked: the host takes elements back: a kernel that reads them reads what nothing wrote.
  void take_back(std::size_t first, std::size_t count) {
    checked().take_back(first * sizeof(T), count * sizeof(T));
  }

 private:
  // The contents of an input for which a lab chooses none.
  static std::vector<T> distinct_values(std::size_t count, const std::string& purpose);

  std::vector<T> values_;
};

// distinct_floats(), for labs that need several arrays of them: up to 2^26 values in random order, of
// which no two have the same magnitude, so that a wrong one tells where it came from. Each needs all 24 bits of a float, they have both
// signs, and their magnitudes range from 1/256 to 256: every shorter type and fixed point lose some of it.
std::vector<float> distinct_floats(std::size_t count, const std::string& purpose);

// These floats have any bits at all: NaNs, signalling and quiet, infinities, denormal numbers, -0. They are
// for kernels that may only move them.
std::vector<float> floats_of_any_bits(std::size_t count, const std::string& purpose);

// Random values of both signs that need so many bits of a mantissa, up to 24, with magnitudes from 1/8 to 16.
// A half holds those of 11 bits.
std::vector<float> floats_of_mantissa(unsigned bits, std::size_t count, const std::string& purpose);

// These values have many magnitudes and both signs, so that every rounding of a sum leaves its trace. None is
// zero.
std::vector<float> floats_of_many_magnitudes(std::size_t count, const std::string& purpose);

template <class T>
std::vector<T> Array<T>::distinct_values(std::size_t count, const std::string& purpose) {
  if constexpr (std::is_same_v<T, float>) {
    return distinct_floats(count, purpose);
  } else {
    throw simt::Error("an input of anything but floats needs its values");
  }
}

// Kernels read it and leave it alone. Checked: holds `values()`; without these, distinct floats.
template <class T>
class Input : public Array<T> {
 public:
  Input(Problem& problem, const std::string& name, std::size_t size,
        const typename Array<T>::Values& values = {}, std::size_t first = 0)
      : Array<T>(problem, Role::input, name, size, values, first) {}
};

// Kernels write it. It is poisoned, and unwritten, before every run.
template <class T>
class Output : public Array<T> {
 public:
  Output(Problem& problem, const std::string& name, std::size_t size, std::size_t first = 0)
      : Array<T>(problem, Role::output, name, size, {}, first) {}
};

// Kernels change it where it lies. Checked: keeps what a run left.
template <class T>
class InOut : public Array<T> {
 public:
  InOut(Problem& problem, const std::string& name, std::size_t size,
        const typename Array<T>::Values& values = {}, std::size_t first = 0)
      : Array<T>(problem, Role::in_out, name, size, values, first) {}
};

// Numbers of elements around every multiple of a warp and of a block of 256, and some drawn from the
// session's seed.
std::vector<int> awkward_lengths();

class Problem {
 public:
  using MakeCall = std::function<Call()>;

  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;
  virtual ~Problem() = default;

  // Describes the problem in messages and records: "33 x 65"; timed in a batch "1024 x 1024, 64 launches".
  const std::string& text() const { return text_; }

  // Returns the bytes that must be read plus those that must be written, each once: here every array, twice
  // if it is in_out.
  virtual std::uint64_t bytes() const;

  // Checked: the launch to its end. Outputs are poisoned first.
  LaunchResult run(const Call& call);

  // Timed: `call` under this name beside others on the same arrays. `right` makes the right answer: the
  // device() of outputs and in_outs is then that of a second array. Both are made once for each problem of
  // the batch. `name` is the kernel's own, or what a message calls it; `defined_as` the kernel's where `name`
  // says more than that.
  TimedKernel contender(const std::string& name, From from, const MakeCall& call, const MakeCall& right,
                        const std::string& defined_as = "");

  // Timed: what its arrays and right answers take of the GPU's memory, and whether that fits.
  std::size_t gpu_bytes() const;
  bool fits() const { return lab::fits(gpu_bytes()); }

 protected:
  // `batched_elements`: where not 0, problems of so many elements are timed several at a time, one behind
  // another in the arrays: of a single one, the launch and its first and last blocks would be most of what is
  // timed.
  Problem(Use use, std::string text, std::size_t batched_elements = 0);

  bool is_timed() const { return use_.is_timed; }

 private:
  friend class AnyArray;

  void prepare(std::uint64_t seed);
  std::string wrong_answer(std::uint64_t seed, const std::vector<Call>& right);
  std::vector<Call> calls_for_batch(const MakeCall& make, bool right_answer);

  Use use_;
  std::string text_;
  std::size_t batch_ = 1;
  std::vector<AnyArray*> arrays_;
  bool has_run_ = false;
  // Timed, while calls are made: the problem of the batch, and whether they make the right answer.
  std::size_t place_in_batch_ = 0;
  bool makes_right_answer_ = false;
};

}  // namespace lab
