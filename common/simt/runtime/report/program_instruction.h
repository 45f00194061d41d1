// Which instructions of the program an error in host code belongs to. The error itself may be in memcpy or in the runtime, whose
// lines say nothing to the program's author; or in a template of the C++ library, whose code is the program's and whose line is not.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace cudart {

// A call of the API is under way in this thread while this lives. where: the code address behind the call; null: the program's own
// code runs, such as a host function that a stream calls. One thread at a time makes calls.
class CallUnderWay {
 public:
  explicit CallUnderWay(const void* where);
  ~CallUnderWay();
  CallUnderWay(const CallUnderWay&) = delete;
  CallUnderWay& operator=(const CallUnderWay&) = delete;

 private:
  const void* outer_;
  std::uintptr_t outer_thread_;
};

// Instructions of the program, the innermost first; 0 behind the last. Each is there once: a std::regex may call itself 100,000 times.
using ProgramStack = std::array<std::uintptr_t, 64>;

// Returns the instruction of the program that was at fault, and those that called its function. Called from a signal handler, with
// its context.
ProgramStack program_stack(const void* context);

}  // namespace cudart
