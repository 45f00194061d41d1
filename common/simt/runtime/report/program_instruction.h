// Which instruction of the program an error in host code belongs to. The error itself may be in memcpy or in the runtime, whose
// lines say nothing to the program's author.
#pragma once

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

// Returns the address of the innermost instruction that is the program's own. Called from a signal handler, with its context.
std::uintptr_t program_instruction(const void* context);

}  // namespace cudart
