#include "conversion.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "lab/expectations.h"
#include "lab/shared_passage.h"
#include "lab/values.h"

namespace particles {
namespace {

int particle_of(std::size_t index) { return static_cast<int>(index) / FIELDS; }
int field_of(std::size_t index) { return static_cast<int>(index) % FIELDS; }

bool same_bits(float a, float b) { return std::memcmp(&a, &b, sizeof a) == 0; }

// Equal as numbers, or both no numbers at all: only arithmetic makes one of the other.
bool differ_in_bits_alone(float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); }

std::string field_text(std::size_t index) {
  return std::string(field_name(field_of(index))) + " of particle " + std::to_string(particle_of(index));
}

std::string diagnosis(const Fields& fields, std::size_t index, float value) {
  if (differ_in_bits_alone(fields[index], value)) {
    return "holds other bits of the same number, or of another NaN: it went through arithmetic";
  }
  const auto source =
      std::find_if(fields.begin(), fields.end(), [&](const float& other) { return same_bits(other, value); });
  if (source == fields.end()) return "holds a value that no field of any particle has";
  return "holds " + field_text(static_cast<std::size_t>(source - fields.begin()));
}

}  // namespace

lab::Call Conversion::call(Move move, std::uint64_t first_block) const {
  const simt::LaunchShape launch = launch_for(n_, first_block);
  const int pitch = pitch_of(n_);
  switch (move) {
    case Move::to_soa:
      return lab::Kernel<decltype(aos_to_soa)>("aos_to_soa")
          .call(launch, reinterpret_cast<const Particle*>(in()), out(), n_, pitch);
    case Move::to_aos:
      return lab::Kernel<decltype(soa_to_aos)>("soa_to_aos")
          .call(launch, in(), reinterpret_cast<Particle*>(out()), n_, pitch);
    case Move::copy:
      break;
  }
  return lab::Kernel<void(const float*, float*, int)>("copy_particles", lab::From::given)
      .call(launch, in(), out(), n_);
}

lab::Call Conversion::right(Move move) const {
  const auto n = static_cast<std::size_t>(n_);
  if (move == Move::to_soa) return lab::transpose_call(out(), n, in(), FIELDS, n, FIELDS);
  if (move == Move::to_aos) return lab::transpose_call(out(), FIELDS, in(), n, FIELDS, n);
  return lab::memcpy_call(out(), in(), n * sizeof(Particle));
}

lab::TimedKernel Conversion::timed(Move move, const std::string& name) {
  const lab::From from = move == Move::copy ? lab::From::given : lab::From::student;
  return contender(
      name, from, [this, move] { return call(move); }, [this, move] { return right(move); });
}

const float* Conversion::in() const {
  return move_ == Move::to_aos ? soa_.device() : reinterpret_cast<const float*>(aos_.device());
}

float* Conversion::out() const {
  return move_ == Move::to_aos ? reinterpret_cast<float*>(aos_.device()) : soa_.device();
}

Conversion::Conversion(Move move, int n, const Fields& fields, const lab::Use& use)
    : Problem(use, size_text(n)),
      move_(move),
      n_(n),
      fields_(fields),
      aos_(*this, move == Move::to_aos ? lab::Role::output : lab::Role::input, "aos",
           static_cast<std::size_t>(n), [&] { return as_particles(fields); }),
      soa_(*this, move == Move::to_aos ? lab::Role::input : lab::Role::output, "soa",
           floats_of(Layout::soa, n), [&] { return laid_out(Layout::soa, fields); }) {}

Conversion::Conversion(int n) : Conversion(Move::to_soa, n, {}, lab::timed()) {}

Conversion::Conversion(Move move, const Fields& fields, bool all_written)
    : Conversion(move, static_cast<int>(fields.size()) / FIELDS, fields, lab::checked("conversion")) {
  if (move != Move::to_aos || all_written) return;
  for (const std::size_t at : places_of_nobody(Layout::soa, n_)) soa_.take_back(at, 1);
}

std::size_t Conversion::place_of(std::size_t index) const {
  const Layout layout = move_ == Move::to_soa ? Layout::soa : Layout::aos;
  return place(layout, n_, particle_of(index), field_of(index));
}

std::string Conversion::name_of(std::size_t index) const {
  if (move_ != Move::to_aos) return "soa[" + std::to_string(place_of(index)) + "]";
  return "aos[" + std::to_string(particle_of(index)) + "]." + field_name(field_of(index));
}

bool Conversion::is_written(std::size_t index) const {
  if (move_ != Move::to_aos) return soa_.is_written(place_of(index));
  const std::size_t offset = index % FIELDS * sizeof(float);
  return aos_.is_written(index / FIELDS, offset, sizeof(float));
}

// The value is copied as bits: a signalling NaN stays one.
float Conversion::value_of(std::size_t index) const {
  float result = 0;
  if (move_ == Move::to_aos) {
    const Particle particle = aos_[index / FIELDS];
    std::memcpy(&result, reinterpret_cast<const float*>(&particle) + index % FIELDS, sizeof result);
  } else {
    const float value = soa_[place_of(index)];
    std::memcpy(&result, &value, sizeof value);
  }
  return result;
}

Fields Conversion::result() const {
  Fields result(fields_.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    const float value = value_of(i);
    std::memcpy(&result[i], &value, sizeof value);
  }
  return result;
}

std::string Conversion::described(std::size_t wrong, float value) const {
  return name_of(wrong) + ", which " +
         (is_written(wrong) ? diagnosis(fields_, wrong, value) : "was never written") + "\n  it must hold " +
         field_text(wrong) + ", bit for bit" +
         lab::where_type_ends(static_cast<std::size_t>(particle_of(wrong)), "a particle's number");
}

bool Conversion::expect_converted(const lab::LaunchResult& run) const {
  const Fields left = result();
  const auto is_right = [&](std::size_t i) { return same_bits(left[i], fields_[i]) && is_written(i); };
  const auto described_one = [&](std::size_t i) { return described(i, left[i]); };
  if (!lab::expect_values(run, {output(), "field", fields_.size(), is_right, described_one})) return false;
  return move_ != Move::to_soa || expect_nobody_written(run, soa_, Layout::soa, n_,
                                                        "\n  each row has " + std::to_string(pitch_of(n_)) +
                                                            " elements (pitch), of which the first " +
                                                            std::to_string(n_) + " (n) are particles");
}

bool Conversion::expect_many_converted(Move move, const std::string& purpose) {
  const int n = long_number();
  Conversion last(move, distinct_fields_from(kNumbersOf16Bits, n, purpose));
  const lab::LaunchResult end = last.Problem::run(last.call(move, kBlockPast16Bits));
  bool right = end.report.faults.empty();
  for (std::size_t i = index_of(kNumbersOf16Bits, 0); i < last.fields_.size() && right; ++i)
    right = same_bits(last.value_of(i), last.fields_[i]) && last.is_written(i);
  if (right) return true;
  Conversion all(move, distinct_fields(n, purpose));
  return lab::expect_values_and_no_faults(all.run(),
                                          [&](const auto& run) { return all.expect_converted(run); });
}

bool Conversion::expect_right(const lab::LaunchResult& run) const {
  const std::string& input = move_ == Move::to_aos ? soa_.name() : aos_.name();
  return expect_safe(run) && expect_converted(run) &&
         lab::expect_no_other_traffic(run, {{input, simt::Op::load}, {output(), simt::Op::store}});
}

bool Conversion::expect_through_tile() {
  const lab::MarkedInShared marks(in(), fields_.size() * sizeof(float));
  const lab::LaunchResult marked = run();
  const Fields left = result();
  lab::Passage passage{output(), "field", left.size(), 0, ""};
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (is_written(i) && same_bits(left[i], marks.of(fields_[i]))) continue;
    if (passage.past++ == 0) passage.first = name_of(i);
  }
  return lab::expect_passage(marked, passage) && lab::expect_no_bank_conflicts(marked);
}

bool Conversion::expect_safe(const lab::LaunchResult& run) const {
  return expect_no_faults(run, n_, [this] { return Conversion(move_, fields_, true).run(); });
}

}  // namespace particles
