#include "lab/session.h"

#include <utility>

namespace lab {
namespace {

Session* current_session = nullptr;

// Of processor time, for one launch. The largest launch of a check takes a twentieth of a second.
constexpr double kTimeLimitSeconds = 3;

}  // namespace

Session::Session(SessionOptions options)
    : options_(std::move(options)),
      student_(options_.module),
      machine_(simt::MachineOptions{0, 0, kTimeLimitSeconds}) {
  if (!options_.given.empty()) given_.emplace(options_.given);
  current_session = this;
}

Session& Session::current() { return *current_session; }

std::mt19937_64 Session::random(const std::string& purpose) const {
  std::seed_seq sequence(purpose.begin(), purpose.end());
  std::mt19937_64 of_purpose(sequence);
  return std::mt19937_64(options_.seed ^ of_purpose());
}

}  // namespace lab
