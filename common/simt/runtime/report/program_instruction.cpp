#include "report/program_instruction.h"

#include <dlfcn.h>
#include <pthread.h>
#include <ucontext.h>
#include <unwind.h>

#include <algorithm>
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
  std::uintptr_t stopped_at = 0;
  bool has_begun = false;  // the frames of the signal handler are passed
  ProgramStack found{};
  std::size_t count = 0;

  bool has(std::uintptr_t instruction) const {
    return std::find(found.begin(), found.begin() + count, instruction) != found.begin() + count;
  }
};

_Unwind_Reason_Code visit(_Unwind_Context* frame, void* data) {
  Search& search = *static_cast<Search*>(data);
  int is_instruction = 0;  // else the address is the one behind a call
  const std::uintptr_t address = _Unwind_GetIPInfo(frame, &is_instruction);
  search.has_begun |= address == search.stopped_at;
  const std::uintptr_t instruction = is_instruction != 0 ? address : address - 1;
  if (!search.has_begun || search.has(instruction) || is_of_the_system(instruction)) return _URC_NO_REASON;
  search.found[search.count++] = instruction;
  return search.count == search.found.size() ? _URC_END_OF_STACK : _URC_NO_REASON;
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

ProgramStack program_stack(const void* context) {
  const void* const call = call_at;
  if (call != nullptr && calling_thread == this_thread()) return {reinterpret_cast<std::uintptr_t>(call) - 1};
  // The program may have overwritten its stack: an error while it is read comes back to here.
  static Search search;
  static std::atomic<bool> is_read{false};
  if (is_read.exchange(true)) return search.found;
  search = Search{};
  search.stopped_at = program_counter(context);
  search.found.front() = search.stopped_at;
  _Unwind_Backtrace(visit, &search);
  is_read = false;
  return search.found;
}

}  // namespace cudart
