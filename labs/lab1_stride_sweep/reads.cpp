#include "reads.h"

#include "lab/drawn.h"
#include "lab/expectations.h"
#include "lab/values.h"

namespace sweep {
namespace {

// The element of `in` that result i is.
std::size_t source_of(std::size_t i, const Form& form) {
  return i * static_cast<std::size_t>(form.stride) + static_cast<std::size_t>(form.offset);
}

std::size_t input_size(const Form& form) { return source_of(static_cast<std::size_t>(form.n - 1), form) + 1; }

std::string text_of(Kernel kernel, const Form& form, bool is_timed) {
  std::string n = "n = " + std::to_string(form.n);
  if (is_timed) return n;
  if (kernel == Kernel::strided_read) return n + ", stride " + std::to_string(form.stride);
  if (kernel == Kernel::offset_read) return n + ", offset " + std::to_string(form.offset);
  return n;
}

// The first element of `in` that exists where results before `first` are not looked at. A kernel may read its
// warp's sectors from their start.
std::size_t first_read(int first, const Form& form) {
  constexpr std::size_t kBefore = 64;
  return first == 0 ? 0 : source_of(static_cast<std::size_t>(first), form) - kBefore;
}

// Returns how many results fit if each takes its own place and `read` floats of input.
int results_that_fit(std::size_t most, int read) {
  constexpr int kResults = 2;  // found and right
  return static_cast<int>(lab::that_fit(most, static_cast<std::size_t>(read + kResults) * sizeof(float)));
}

}  // namespace

std::string name_of(Kernel kernel) {
  constexpr const char* kNames[] = {"strided_read", "offset_read", "fast_copy", "copy_floats"};
  return kNames[static_cast<int>(kernel)];
}

std::string name_at(int stride) { return "strided_read at stride " + std::to_string(stride); }

int cost_length() { return lab::drawn("elements", 3072, 5120, BLOCK); }

std::vector<int> copy_lengths() {
  const int whole = lab::drawn("floats of a copy", 61440, 69632, BLOCK * FLOATS_PER_THREAD);
  const int less = lab::drawn("floats left out of a copy", 1, FLOATS_PER_THREAD - 1);
  const int more = lab::drawn("floats behind the vectors", 1, FLOATS_PER_THREAD - 1);
  return {whole, whole - less, lab::drawn("floats of a short copy", 4000, 4400, FLOATS_PER_THREAD) + more};
}

int late_length() { return lab::drawn("late length", lab::kPastFloat + 300, lab::kPastFloat + 2000); }

int modelled_length() {
  constexpr int kMiB = 1 << 20;
  return lab::drawn("floats whose copy is modelled", 4 * kMiB, 5 * kMiB, BLOCK * FLOATS_PER_THREAD);
}

Reads::Reads(Kernel kernel, const Form& form, const lab::Use& use, int first)
    : Problem(use, text_of(kernel, form, use.is_timed)),
      kernel_(kernel),
      form_(form),
      in_(*this, "in", input_size(form), {}, first_read(first, form)),
      out_(*this, "out", static_cast<std::size_t>(form.n), static_cast<std::size_t>(first)) {}

Reads::Reads(Kernel kernel, const Form& form, const std::string& purpose)
    : Reads(kernel, form, lab::checked(purpose)) {}

Reads Reads::at_strides_up_to(int largest) {
  const int most = kMostElements / largest / BLOCK * BLOCK;
  return {Kernel::strided_read,
          {results_that_fit(static_cast<std::size_t>(most), largest), largest, 0},
          lab::timed()};
}

Reads Reads::at_offsets_up_to(int largest) {
  return {Kernel::offset_read, {results_that_fit(std::size_t{1} << 28, 1), 1, largest}, lab::timed()};
}

simt::LaunchShape Reads::launch_of(int results_a_block, const Form& form) const {
  simt::LaunchShape launch = lab::blocks_of(BLOCK, lab::pieces(form.n, results_a_block / BLOCK));
  launch.first_block = out_.first() / static_cast<std::size_t>(results_a_block);
  return launch;
}

lab::Call Reads::call(Kernel kernel, const Form& form) const {
  const int n = form.n;
  const simt::LaunchShape a_thread_each = launch_of(BLOCK, form);
  switch (kernel) {
    case Kernel::strided_read:
      return lab::Kernel<decltype(::strided_read)>("strided_read")
          .call(a_thread_each, in_.device(), out_.device(), n, form.stride);
    case Kernel::offset_read:
      return lab::Kernel<decltype(::offset_read)>("offset_read")
          .call(a_thread_each, in_.device(), out_.device(), n, form.offset);
    case Kernel::fast_copy:
      return lab::Kernel<decltype(::fast_copy)>("fast_copy")
          .call(launch_of(BLOCK * FLOATS_PER_THREAD, form), in_.device(), out_.device(), n);
    case Kernel::copy_floats:
      break;
  }
  return lab::Kernel<decltype(::fast_copy)>("copy_floats", lab::From::given)
      .call(a_thread_each, in_.device(), out_.device(), n);
}

bool Reads::expect_values(const lab::LaunchResult& run) const {
  const auto element = [](const char* array) {
    return [array](std::size_t i) { return std::string(array) + "[" + std::to_string(i) + "]"; };
  };
  const auto source = [this](std::size_t i) { return source_of(i, form_); };
  const auto note = [](std::size_t i) { return lab::where_type_ends(i, "the index"); };
  return lab::expect_copies(
      run, out_, in_,
      {source, element("in"), element("out"),
       std::string(", as if there were no ") + (form_.offset == 0 ? "stride" : "offset"), note});
}

bool Reads::is_right_from(int first) const {
  for (auto i = static_cast<std::size_t>(first); i < out_.size(); ++i) {
    if (!out_.holds(i, in_.value(source_of(i, form_)))) return false;
  }
  return true;
}

bool Reads::expect_right(const lab::LaunchResult& run) const {
  return lab::expect_no_faults(run) && expect_values(run) &&
         lab::expect_no_other_traffic(run, {{in_.name(), simt::Op::load}, {out_.name(), simt::Op::store}});
}

lab::TimedKernel Reads::timed(const std::string& name, Kernel kernel, Form form) {
  const auto right = [this, form] {
    return lab::strided_copy_call(out_.device(), in_.device() + form.offset, out_.size(),
                                  static_cast<std::size_t>(form.stride));
  };
  const lab::From from = kernel == Kernel::copy_floats ? lab::From::given : lab::From::student;
  return contender(
      name, from, [this, kernel, form] { return call(kernel, form); }, right, name_of(kernel));
}

lab::TimedKernel Reads::strided_read(int stride) {
  return timed(name_at(stride), Kernel::strided_read, {form_.n, stride, 0});
}

lab::TimedKernel Reads::offset_read(int offset) {
  return timed("offset_read at offset " + std::to_string(offset), Kernel::offset_read, {form_.n, 1, offset});
}

lab::TimedKernel Reads::copy(Kernel kernel) { return timed(name_of(kernel), kernel, {form_.n, 1, 0}); }

lab::TimedKernel Reads::memcpy() {
  const auto copy = [this] { return lab::memcpy_call(out_.device(), in_.device(), out_.bytes()); };
  return contender("cudaMemcpy", lab::From::kit, copy, copy);
}

}  // namespace sweep
