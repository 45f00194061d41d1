// Launches every kind of access with every lane pattern, for a profiler to count.
//
//   measure_patterns SPACE LAUNCHES.csv      SPACE: shared, global, texture or constant
//
// Writes one line a launch, in the order of the launches; measure_patterns.sh runs it under ncu. Exit status:
// 0 all launched, else not.
#include <fstream>
#include <iostream>

#include "access_kinds.h"

namespace patterns {

using u64 = unsigned long long;

// The order is the record's.
std::vector<AccessKind> access_kinds() {
  return {
      shared<AddThree<unsigned>, kUnused>("add"),
      shared<AddLane<unsigned>, kUsed>("add"),
      shared<AddLane<unsigned>, kUnused>("add"),
      shared<CompareAndSwap<unsigned>, kUsed>("cas"),
      shared<Exchange<unsigned>, kUsed>("exch"),
      shared<MinimumWithLane<int>, kUnused>("min"),
      shared<CompareAndSwap<u64>, kUsed>("cas"),
      global<AddThree<unsigned>, kUnused>("add"),
      global<AddLane<unsigned>, kUnused>("add"),
      global<AddLane<unsigned>, kUsed>("add"),
      global<CompareAndSwap<unsigned>, kUsed>("cas"),
      global<Exchange<unsigned>, kUsed>("exch"),
      global<AddLane<u64>, kUnused>("add"),
      global<AddLane<u64>, kUsed>("add"),
      global<AddLane<float>, kUnused>("add"),
      global<AddLane<double>, kUnused>("add"),
      texture<float>(),
      texture<float4>(),
      texture<unsigned char>(),
      texture<float2>(),
      texture<unsigned short>(),
      constant(Purpose::baseline),
      constant(Purpose::rule),
      shared<AddOne<unsigned>, kUnused>("inc"),
      shared<AddOne<unsigned>, kUsed>("inc"),
      shared<AddOne<int>, kUsed>("inc"),
      shared<AddOne<int>, kUnused>("inc", kFew),
      shared<SubtractOne<unsigned>, kUnused>("sub", kFew),
      shared<AddMinusOne<int>, kUnused>("add", kFew),
      shared<IncrementUpTo<unsigned>, kUnused>("inc", kFew),
      // Additions that shared memory has no instruction for.
      shared<AddLane<u64>, kUnused>("add", kFew, Purpose::form),
      shared<AddOne<u64>, kUnused>("inc", kFew, Purpose::form),
      shared<AddLane<float>, kUnused>("add", kFew, Purpose::form),
      shared<AddLane<double>, kUnused>("add", kFew, Purpose::form),
      // One address that the compiler knows of.
      shared<UniformAddOne<unsigned>, kUsed>("uniform_inc", kPair, Purpose::form),
      shared<UniformAddOne<unsigned>, kUnused>("uniform_inc", kPair, Purpose::form),
      shared<UniformAddIndex<unsigned>, kUnused>("uniform_add", kPair, Purpose::form),
      global<UniformAddOne<unsigned>, kUsed>("uniform_inc", kPair, Purpose::form),
      global<UniformAddOne<unsigned>, kUnused>("uniform_inc", kPair, Purpose::form),
      global<UniformAddIndex<unsigned>, kUnused>("uniform_add", kPair, Purpose::form),
      global<UniformAddIndex<float>, kUnused>("uniform_add", kPair, Purpose::form),
  };
}

namespace {

const char* name_of(Purpose purpose) {
  switch (purpose) {
    case Purpose::rule:
      return "rule";
    case Purpose::form:
      return "form";
    case Purpose::baseline:
      return "baseline";
  }
  return "";
}

std::vector<LanePattern> patterns_of(const AccessKind& kind) {
  if (kind.purpose == Purpose::baseline) return {pattern_of([](int) { return kInactive; })};
  std::vector<LanePattern> patterns = lane_patterns();
  patterns.resize(static_cast<std::size_t>(kind.patterns));
  return patterns;
}

void write_header(std::ostream& log) {
  log << "launch,purpose,kernel,space,op,type,result,width_bytes";
  for (int lane = 0; lane < kLanes; ++lane) log << ",lane" << lane;
  log << '\n';
}

void write_launch(std::ostream& log, int number, const AccessKind& kind, const LanePattern& pattern) {
  log << number << ',' << name_of(kind.purpose) << ',' << kind.kernel << ',' << kind.space << ',' << kind.op
      << ',' << kind.type << ',' << kind.result << ',' << kind.width;
  for (const int index : pattern) log << ',' << (index == kInactive ? kInactive : index * kind.width);
  log << '\n';
}

// Returns how many were launched. Numbers count the launches of every space, so that records can be merged.
int launch_all(const std::string& space, std::ostream& log) {
  DeviceMemory device;
  int number = 0;
  int launched = 0;
  for (const AccessKind& kind : access_kinds()) {
    for (const LanePattern& pattern : patterns_of(kind)) {
      ++number;
      if (kind.space != space) continue;
      device.index.fill_from(pattern.data());
      kind.launch(device);
      check_launch(kind.kernel.c_str());
      write_launch(log, number, kind, pattern);
      ++launched;
    }
  }
  return launched;
}

int run(const std::string& space, const std::string& path) {
  std::ofstream log(path);
  write_header(log);
  const int launched = launch_all(space, log);
  log.flush();
  if (!log) {
    std::cerr << "measure_patterns: cannot write " << path << '\n';
    return 2;
  }
  if (launched == 0) {
    std::cerr << "measure_patterns: no access is of the space `" << space
              << "`; there are shared, global, texture, constant\n";
    return 2;
  }
  std::cout << launched << " launches, " << space << " memory\n";
  return 0;
}

}  // namespace
}  // namespace patterns

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: measure_patterns SPACE LAUNCHES.csv\n";
    return 2;
  }
  return patterns::run(argv[1], argv[2]);
}
