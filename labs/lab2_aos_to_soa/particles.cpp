#include "particles.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "lab/drawn.h"
#include "lab/expectations.h"

namespace particles {
namespace {

constexpr int kAxes = 3;

int count(const Fields& fields) { return static_cast<int>(fields.size()) / FIELDS; }

}  // namespace

const char* field_name(int field) {
  static constexpr std::array<const char*, FIELDS> kNames{"x", "y", "z", "vx", "vy", "vz", "mass", "charge"};
  return kNames.at(static_cast<std::size_t>(field));
}

std::size_t index_of(int particle, int field) {
  return static_cast<std::size_t>(particle) * FIELDS + static_cast<std::size_t>(field);
}

int pitch_of(int n) { return (n + CHUNK - 1) / CHUNK * CHUNK; }

std::size_t place(Layout layout, int n, int particle, int field) {
  const auto i = static_cast<std::size_t>(particle);
  const auto f = static_cast<std::size_t>(field);
  if (layout == Layout::soa) return f * static_cast<std::size_t>(pitch_of(n)) + i;
  if (layout == Layout::aosoa) return (i / CHUNK * FIELDS + f) * CHUNK + i % CHUNK;
  return index_of(particle, field);
}

// SoA and AoSoA both hold n rounded up to 32 particles.
std::size_t floats_of(Layout layout, int n) {
  return static_cast<std::size_t>(layout == Layout::aos ? n : pitch_of(n)) * FIELDS;
}

std::vector<std::size_t> places_of_nobody(Layout layout, int n) {
  std::vector<std::size_t> places;
  if (layout == Layout::aos) return places;
  for (int field = 0; field < FIELDS; ++field) {
    for (int i = n; i < pitch_of(n); ++i) places.push_back(place(layout, n, i, field));
  }
  return places;
}

std::vector<float> laid_out(Layout layout, const Fields& fields) {
  const int n = count(fields);
  std::vector<float> array(floats_of(layout, n), -1.0F);
  for (int i = 0; i < n; ++i) {
    for (int field = 0; field < FIELDS; ++field) {
      // The value is copied as bits: a signalling NaN stays one.
      std::memcpy(&array[place(layout, n, i, field)], &fields[index_of(i, field)], sizeof(float));
    }
  }
  return array;
}

std::vector<Particle> as_particles(const Fields& fields) {
  std::vector<Particle> list(fields.size() / FIELDS);
  std::memcpy(list.data(), fields.data(), fields.size() * sizeof(float));
  return list;
}

std::vector<int> sizes() {
  std::vector<int> list{1, CHUNK - 1, CHUNK, CHUNK + 1, BLOCK - 1, BLOCK, BLOCK + 1, 1000};
  std::mt19937_64 random = lab::Session::current().random("sizes");
  std::uniform_int_distribution<int> size(2, 5 * BLOCK);
  for (int i = 0; i < 4; ++i) list.push_back(size(random));
  return list;
}

int long_number() { return lab::drawn("long number", kNumbersOf16Bits + 1, kNumbersOf16Bits + BLOCK); }

int whole_blocks() { return lab::drawn("whole blocks", 60 * BLOCK, 68 * BLOCK, BLOCK); }

int modelled_number() {
  constexpr int kBlocks = 2048;
  return lab::drawn("modelled particles", kBlocks * BLOCK, (kBlocks + 128) * BLOCK, BLOCK);
}

int ragged_number() { return lab::drawn("ragged number", 4901, 5101, 2); }

float Motion::moved(int particle, int field) const {
  const float before = fields[index_of(particle, field)];
  return field < kAxes ? before + fields[index_of(particle, field + kAxes)] * dt : before;
}

Motion random_motion(int n, const std::string& purpose, int first) {
  constexpr float kStep = 0.25F;
  constexpr float kTiny = 1.0F / (1 << 30);
  // The reciprocals of these dt are rounded so far that v / (1 / dt) is not v * dt for one velocity in ten at
  // least.
  constexpr std::array<int, 8> kTimesBy64{41, 51, 61, 83, 95, 105, 109, 117};
  std::mt19937_64 random = lab::Session::current().random(purpose);
  std::uniform_int_distribution<int> steps(1, 4096);
  const int dt_by_64 = kTimesBy64.at(random() % kTimesBy64.size());
  Motion motion{Fields(index_of(n, 0)), static_cast<float>(dt_by_64) / 64};
  float scale = 1;
  for (std::size_t i = index_of(first, 0); i < motion.fields.size(); ++i) {
    if (i % FIELDS == 0) scale = random() % 8 == 0 ? kTiny : 1;
    const int drawn = random() % 2 == 0 ? steps(random) : -steps(random);
    motion.fields[i] = scale * kStep * static_cast<float>(drawn);
  }
  return motion;
}

Fields distinct_fields_from(int first, int n, const std::string& purpose) {
  const Fields last = distinct_fields(n - first, purpose);
  Fields fields(index_of(first, 0));
  fields.insert(fields.end(), last.begin(), last.end());
  return fields;
}

int timed_particles() {
  constexpr std::size_t kMost = std::size_t{1} << 26;  // 2 GiB an array
  constexpr std::size_t kArrays = 3;                   // with the right answer
  const auto fitting = static_cast<int>(lab::that_fit(kMost, kArrays * sizeof(Particle)));
  return std::min(fitting, kMostParticles / BLOCK * BLOCK);
}

bool expect_no_faults(const lab::LaunchResult& run, int n,
                      const std::function<lab::LaunchResult()>& all_written) {
  if (!lab::has_read_unwritten(run)) return lab::expect_no_faults(run);
  const lab::LaunchResult written = all_written();
  const simt::Fault* const fault = lab::read_of_unwritten(run, written);
  if (fault == nullptr) return lab::expect_no_faults(run);
  lab::fail_at(run, fault->where,
               fault->message + ": it is padding, and the last particle is particle " +
                   std::to_string(n - 1) + "\n  at line " + std::to_string(fault->where.line) + ", thread (" +
                   std::to_string(fault->thread.x) + ", 0, 0) of block (" + std::to_string(fault->block.x) +
                   ", 0, 0); the first of " + std::to_string(fault->count));
  return false;
}

bool expect_nobody_written(const lab::LaunchResult& run, const lab::Array<float>& array, Layout layout, int n,
                           const std::string& reason) {
  for (const std::size_t at : places_of_nobody(layout, n)) {
    if (!array.is_written(at)) continue;
    lab::fail_at(
        run, lab::line_that_stores(run, array.name()),
        array.name() + "[" + std::to_string(at) + "] was written, which belongs to no particle" + reason);
    return false;
  }
  return true;
}

}  // namespace particles
