#include "report/program_instruction.h"

#include <dlfcn.h>
#include <pthread.h>
#include <ucontext.h>
#include <unwind.h>

#include <array>
#include <cstring>

namespace cudart {
namespace {

// Read by signal handlers.
std::atomic<const void*> call_at{nullptr};
std::atomic<std::uintptr_t> calling_thread{0};

std::uintptr_t this_thread() { return static_cast<std::uintptr_t>(pthread_self()); }

std::uintptr_t program_counter(const void* context) {
  const mcontext_t& registers = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(registers.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return registers.pc;
#endif
}

// The C and C++ libraries, the dynamic linker and others that came with the system. A library that the program's author built is the
// program's.
bool is_of_the_system(std::uintptr_t instruction) {
  constexpr std::array kBegins{"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", "linux-vdso"};
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(instruction), &info) == 0 || info.dli_fname == nullptr)
    return false;
  for (const char* begin : kBegins) {
    if (std::strncmp(info.dli_fname, begin, std::strlen(begin)) == 0) return true;
  }
  return false;
}

struct Search {
  std::uintptr_t stopped_at;
  bool has_begun = false;  // the frames of the signal handler are passed
  std::uintptr_t found = 0;
};

_Unwind_Reason_Code visit(_Unwind_Context* frame, void* data) {
  Search& search = *static_cast<Search*>(data);
  int is_instruction = 0;  // else the address is the one behind a call
  const std::uintptr_t address = _Unwind_GetIPInfo(frame, &is_instruction);
  search.has_begun |= address == search.stopped_at;
  const std::uintptr_t instruction = is_instruction != 0 ? address : address - 1;
  if (!search.has_begun || is_of_the_system(instruction)) return _URC_NO_REASON;
  search.found = instruction;
  return _URC_END_OF_STACK;
}

}  // namespace

CallUnderWay::CallUnderWay(const void* where) : outer_(call_at), outer_thread_(calling_thread) {
  calling_thread = this_thread();
  call_at = where;
}

CallUnderWay::~CallUnderWay() {
  call_at = outer_;
  calling_thread = outer_thread_;
}

std::uintptr_t program_instruction(const void* context) {
  const std::uintptr_t stopped_at = program_counter(context);
  const void* const call = call_at;
  if (call != nullptr && calling_thread == this_thread()) return reinterpret_cast<std::uintptr_t>(call) - 1;
  // The program may have overwritten its stack: an error while it is read comes back to here.
  static std::atomic<std::uintptr_t> reading_for{0};
  if (reading_for != 0) return reading_for;
  if (!is_of_the_system(stopped_at)) return stopped_at;
  reading_for = stopped_at;
  Search search{stopped_at};
  _Unwind_Backtrace(visit, &search);
  reading_for = 0;
  return search.found == 0 ? stopped_at : search.found;
}

}  // namespace cudart
