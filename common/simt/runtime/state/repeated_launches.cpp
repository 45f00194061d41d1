#include "state/repeated_launches.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "contract/module_abi.h"

namespace cudart {
namespace {

// The most kernels, shapes and arguments that are remembered at a time, and the most outcomes of each of them: a loop that
// launches a kernel on two arrays in turn has two.
constexpr std::size_t kMostRemembered = 512;
constexpr std::size_t kMostOutcomes = 4;
// Contents that are kept take at most a GiB, or this part of the computer's memory.
constexpr std::size_t kMostKept = std::size_t{1} << 30U;
constexpr std::size_t kShareKept = 8;
// Arrays of so many bytes are kept the first time, up to so many bytes in all.
constexpr std::size_t kSmall = 4096;
constexpr std::size_t kMostOfSmall = std::size_t{64} << 10U;
// After 2, 4, 8, … misses in a row so many launches are compared, the others are not.
constexpr unsigned kCompared = 6;

// Calls that begin so change nothing that a launch depends on, or only arrays and variables whose version they change; calls that
// ask for something have "Get" in their names.
constexpr std::array<std::string_view, 22> kHarmless{
    "cublas",       "curand",        "cudaDeviceCan", "cudaDeviceSynchronize",
    "cudaEvent",    "cudaFree",      "cudaGraph",     "cudaLaunch",
    "cudaMalloc",   "cudaMem",       "cudaOcc",       "cudaPeek",
    "cudaProfiler", "cudaSetDevice", "cudaStream",    "cudaThread",
    "cuCtxSync",    "cuEvent",       "cuLaunch",      "cuMem",
    "cuProfiler",   "cuStream"};

template <class T>
void append(std::string& key, const T& value) {
  key.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::size_t most_kept() {
  const auto pages = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES));
  return std::min(kMostKept, pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) / kShareKept);
}

bool is_compared(unsigned misses) {
  unsigned power = 1;
  while (power <= misses / 2) power *= 2;
  return misses < power + kCompared;
}

bool can_repeat(const simt::LaunchReport& report) {
  return report.completed() && report.printed.empty() && !report.has_read_clock;
}

// A launch that finds what it left does the same once more, unless it loads what it stores.
bool loads_what_it_stores(const simt::TouchedArray& array) { return array.is_loaded && array.is_stored; }

}  // namespace

// The device's arrays, and the variables of the program's modules.
class RepeatedLaunches::Memory {
 public:
  Memory(DeviceMemory& memory, const Modules& modules, std::map<std::uintptr_t, std::uint64_t>& variables)
      : memory_(memory), modules_(modules), variables_(variables) {}

  Place place_of(std::uintptr_t begin) {
    const auto* const address = reinterpret_cast<const void*>(begin);
    if (memory_.is_device_address(address)) {
      Allocation* const found = memory_.find(address);
      if (found == nullptr || found->begin != begin) return {};
      return {&found->version, memory_.host_view(address), found->bytes, memory_.written_map(*found),
              found->is_for_host()};
    }
    const simt::Variable variable = modules_.variable_at(address);
    auto* const bytes = static_cast<unsigned char*>(variable.address);
    return {&variables_[begin], bytes, bytes == nullptr ? 0 : variable.bytes, nullptr, false};
  }
  std::uint64_t next_version() { return memory_.next_version(); }

 private:
  DeviceMemory& memory_;
  const Modules& modules_;
  std::map<std::uintptr_t, std::uint64_t>& variables_;
};

RepeatedLaunches::RepeatedLaunches() : most_kept_(most_kept()) {
  const char* const run = std::getenv("SIMT_RUN_REPEATS");
  is_enabled_ = run == nullptr || std::string_view(run) != "1";
}

std::string RepeatedLaunches::key_of(const simt::Kernel& kernel, const simt::LaunchShape& shape,
                                     const void* const* arguments) {
  std::string key;
  append(key, reinterpret_cast<std::uintptr_t>(&kernel));
  append(key, shape.grid);
  append(key, shape.block);
  append(key, shape.dynamic_shared_bytes);
  append(key, shape.is_cooperative);
  for (std::uint32_t i = 0; i < kernel.code->parameter_count; ++i)
    key.append(static_cast<const char*>(arguments[i]), kernel.code->parameters[i].bytes);
  return key;
}

std::size_t RepeatedLaunches::Touched::kept_bytes() const {
  const auto bytes_of = [](const std::optional<Contents>& contents) {
    return contents ? contents->bytes.size() + contents->written.size() : 0;
  };
  return bytes_of(before) + bytes_of(after);
}

bool RepeatedLaunches::is_same_version(const Touched& touched, const Place& place) {
  return !loads_what_it_stores(touched.array) && !place.is_for_host && *place.version == touched.version;
}

bool RepeatedLaunches::has_contents(const Place& place, const Contents& contents) {
  if (!place.is_for_host && *place.version == contents.version) return true;
  return contents.bytes.size() == place.size &&
         std::memcmp(contents.bytes.data(), place.bytes, place.size) == 0 &&
         (place.written == nullptr ||
          std::memcmp(contents.written.data(), place.written, contents.written.size()) == 0);
}

RepeatedLaunches::Contents RepeatedLaunches::contents_of(const Place& place) {
  Contents contents{*place.version, {place.bytes, place.bytes + place.size}, {}};
  if (place.written != nullptr)
    contents.written.assign(place.written, place.written + DeviceMemory::written_bytes(place.size));
  return contents;
}

bool RepeatedLaunches::is_same(const Outcome& outcome, bool compares, Memory& memory) {
  const auto is_ready = [&](const Touched& touched) {
    const Place place = memory.place_of(touched.array.begin);
    if (place.version == nullptr) return false;
    const bool can_be_left = touched.before && (touched.after || !touched.array.is_stored);
    return is_same_version(touched, place) || (compares && can_be_left);
  };
  const auto holds_the_same = [&](const Touched& touched) {
    const Place place = memory.place_of(touched.array.begin);
    return is_same_version(touched, place) || has_contents(place, *touched.before);
  };
  const std::vector<Touched>& all = outcome.touched;
  return std::all_of(all.begin(), all.end(), is_ready) && std::all_of(all.begin(), all.end(), holds_the_same);
}

void RepeatedLaunches::leave(const Outcome& outcome, Memory& memory) {
  for (const Touched& touched : outcome.touched) {
    const Place place = memory.place_of(touched.array.begin);
    if (is_same_version(touched, place)) continue;
    if (touched.after) {
      std::copy(touched.after->bytes.begin(), touched.after->bytes.end(), place.bytes);
      std::copy(touched.after->written.begin(), touched.after->written.end(), place.written);
    }
    *place.version = touched.version;
  }
}

const simt::LaunchReport* RepeatedLaunches::repeat(const std::string& key, DeviceMemory& device,
                                                   const Modules& modules) {
  ++launches_;
  const auto known = launched_.find(key);
  if (known == launched_.end()) return nullptr;
  Memory memory(device, modules, variable_versions_);
  std::vector<Outcome>& outcomes = known->second.outcomes;
  const bool compares = is_compared(known->second.misses);
  const auto same = std::find_if(outcomes.rbegin(), outcomes.rend(),
                                 [&](const Outcome& outcome) { return is_same(outcome, compares, memory); });
  if (same == outcomes.rend()) return nullptr;
  known->second.misses = 0;
  same->used = launches_;
  leave(*same, memory);
  return &same->report;
}

// The first time that a launch comes only small arrays are kept, such as the one of a sum: whether it comes again, nobody knows.
void RepeatedLaunches::keep_small(DeviceMemory& device, Memory& memory) {
  if (!make_room(2 * kMostOfSmall)) return;
  std::size_t left = kMostOfSmall;
  for (const auto& [begin, allocation] : device.allocations()) {
    if (allocation.bytes > std::min(kSmall, left)) continue;
    before_.emplace(begin, contents_of(memory.place_of(begin)));
    left -= allocation.bytes;
  }
}

void RepeatedLaunches::begin(const std::string& key, DeviceMemory& device, const Modules& modules) {
  before_.clear();
  if (!is_enabled_) return;
  Memory memory(device, modules, variable_versions_);
  const auto known = launched_.find(key);
  if (known == launched_.end()) return keep_small(device, memory);
  if (!is_compared(known->second.misses)) return;
  std::size_t asked = 0;
  for (const Touched& touched : known->second.outcomes.back().touched) {
    const Place place = memory.place_of(touched.array.begin);
    const bool is_unchanged = !touched.array.is_stored && is_same_version(touched, place);
    if (place.bytes == nullptr || is_unchanged) continue;
    const std::size_t bytes = place.size + DeviceMemory::written_bytes(place.size);
    asked += touched.array.is_stored ? 2 * bytes : bytes;
    if (!make_room(asked)) return before_.clear();
    before_.emplace(touched.array.begin, contents_of(place));
  }
}

void RepeatedLaunches::note_stores(const simt::LaunchReport& report, DeviceMemory& device,
                                   const Modules& modules) {
  Memory memory(device, modules, variable_versions_);
  for (const simt::TouchedArray& array : report.touched) {
    const Place place = memory.place_of(array.begin);
    if (array.is_stored && place.version != nullptr) *place.version = memory.next_version();
  }
}

void RepeatedLaunches::end(const std::string& key, const simt::LaunchReport& report, DeviceMemory& device,
                           const Modules& modules) {
  note_stores(report, device, modules);  // calls of cudaMemset() ask for versions, too
  if (!is_enabled_ || !can_repeat(report)) return;
  if (launched_.size() >= kMostRemembered && launched_.count(key) == 0) forget();
  Memory memory(device, modules, variable_versions_);
  Outcome outcome{report, {}, launches_};
  for (const simt::TouchedArray& array : report.touched) {
    const Place place = memory.place_of(array.begin);
    if (place.version == nullptr) return;
    Touched touched{array, *place.version};
    if (const auto before = before_.find(array.begin); before != before_.end()) {
      if (array.is_stored) touched.after = contents_of(place);
      touched.before = std::move(before->second);
    }
    outcome.touched.push_back(std::move(touched));
  }
  before_.clear();
  for (const Touched& touched : outcome.touched) kept_bytes_ += touched.kept_bytes();
  Launched& launched = launched_[key];
  ++launched.misses;
  if (launched.outcomes.size() == kMostOutcomes) {
    drop(launched.outcomes.front());
    launched.outcomes.erase(launched.outcomes.begin());
  }
  launched.outcomes.push_back(std::move(outcome));
}

bool RepeatedLaunches::make_room(std::size_t bytes) {
  if (bytes > most_kept_) return false;
  while (kept_bytes_ + bytes > most_kept_) {
    Outcome* oldest = nullptr;
    for (auto& [key, launched] : launched_) {
      for (Outcome& outcome : launched.outcomes) {
        const auto keeps = [](const Touched& touched) { return touched.kept_bytes() != 0; };
        const bool has_kept = std::any_of(outcome.touched.begin(), outcome.touched.end(), keeps);
        if (has_kept && (oldest == nullptr || outcome.used < oldest->used)) oldest = &outcome;
      }
    }
    if (oldest == nullptr) return false;
    drop(*oldest);
  }
  return true;
}

void RepeatedLaunches::drop(Outcome& outcome) {
  for (Touched& touched : outcome.touched) {
    kept_bytes_ -= touched.kept_bytes();
    touched.before.reset();
    touched.after.reset();
  }
}

void RepeatedLaunches::forget() {
  launched_.clear();
  kept_bytes_ = 0;
}

void RepeatedLaunches::variables_changed(DeviceMemory& memory) {
  for (auto& [begin, version] : variable_versions_) version = memory.next_version();
}

void RepeatedLaunches::called(const char* function) {
  if (launched_.empty()) return;
  const std::string_view name = function;
  const auto begins = [name](std::string_view harmless) {
    return name.substr(0, harmless.size()) == harmless;
  };
  const bool is_harmless =
      name.find("Get") != std::string_view::npos || std::any_of(kHarmless.begin(), kHarmless.end(), begins);
  if (!is_harmless) forget();
}

}  // namespace cudart
