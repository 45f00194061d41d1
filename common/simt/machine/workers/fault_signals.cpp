#include "workers/fault_signals.h"

#include <link.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <mutex>

#include "workers/worker.h"

namespace simt {
namespace {

constexpr int kTimeSignal = SIGVTALRM;

constexpr int kLooksInALimit = 4;
constexpr int kMostLimits = 3;  // for a launch whose blocks get on

// The processors the machine knows, by their registers.
#if defined(__x86_64__)
std::uintptr_t program_counter(const ucontext_t& context) {
  return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
}
void go_to(ucontext_t& context, void (*function)(), std::uintptr_t stack_top) {
  // At a function's first instruction the stack is 8 bytes off a multiple of 16 (System V ABI, 3.2.2).
  context.uc_mcontext.gregs[REG_RSP] = static_cast<greg_t>(stack_top / 16 * 16 - 8);
  context.uc_mcontext.gregs[REG_RIP] = reinterpret_cast<greg_t>(function);
}
#elif defined(__aarch64__)
std::uintptr_t program_counter(const ucontext_t& context) { return context.uc_mcontext.pc; }
void go_to(ucontext_t& context, void (*function)(), std::uintptr_t stack_top) {
  context.uc_mcontext.sp = stack_top / 16 * 16;
  context.uc_mcontext.pc = reinterpret_cast<std::uintptr_t>(function);
}
#else
#error "the SIMT machine knows the registers of x86-64 and aarch64 only"
#endif

// What the handler found, for the code that runs once the handler has returned.
struct Caught {
  int signal = 0;
  bool in_guard = false;
};
thread_local Caught caught;

// The handlers that were installed before the machine's. They get every signal that no kernel caused.
std::array<struct sigaction, NSIG> before;

// Runs on the lane's own stack, from its top, once the handler has returned: the lane's frames are lost
// anyway.
[[noreturn]] void land() {
  Worker& worker = *Worker::current();
  const std::uint32_t place = worker.lane.last_place();
  if (caught.in_guard) {
    worker.lane.stop(FaultKind::stack_overflow,
                     "the thread's calls need more than its stack of " +
                         std::to_string(FiberStacks::kBytes / 1024) + " KiB",
                     place);
  }
  switch (caught.signal) {
    case SIGFPE:
      worker.lane.stop(FaultKind::crash, "integer division by zero", place);
    case SIGILL:
    case SIGTRAP:  // ARM64's form of the same instruction
      worker.lane.stop(FaultKind::crash, "the compiler found undefined behaviour here and made it a trap",
                       place);
    default:
      worker.lane.stop(FaultKind::crash, "segmentation fault", place);
  }
}

// The code that the machine is linked into: a program's, or a shared library's. Kernels are not in it.
struct Code {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};
Code own_code;

bool in_this_program(std::uintptr_t pc) { return pc >= own_code.begin && pc < own_code.end; }

void handle(int signal, siginfo_t* info, void* raw_context) {
  auto& context = *static_cast<ucontext_t*>(raw_context);
  Worker* const worker = Worker::current();
  if (signal == kTimeSignal) {
    if (worker != nullptr) worker->look_at_time();
    return;
  }
  const bool in_lane = worker != nullptr && worker->lanes().is_running();
  const bool in_guard =
      in_lane && worker->lanes().stacks().in_guard(reinterpret_cast<std::uintptr_t>(info->si_addr));
  if (!in_lane || (in_this_program(program_counter(context)) && !in_guard)) {
    sigaction(signal, &before[static_cast<std::size_t>(signal)], nullptr);  // let it happen again, for real
    return;
  }
  caught = {signal, in_guard};
  worker->lanes().forget_running_stack();
  go_to(context, &land, worker->lanes().running_stack_top());
}

int note_own_code(dl_phdr_info* info, std::size_t, void*) {
  const auto here = reinterpret_cast<std::uintptr_t>(&handle);
  for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    const Code code{info->dlpi_addr + segment.p_vaddr, info->dlpi_addr + segment.p_vaddr + segment.p_memsz};
    if (segment.p_type != PT_LOAD || here < code.begin || here >= code.end) continue;
    own_code = code;
    return 1;
  }
  return 0;
}

}  // namespace

void install_fault_signals() {
  static std::once_flag once;
  std::call_once(once, [] {
    dl_iterate_phdr(note_own_code, nullptr);
    struct sigaction action = {};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, kTimeSignal})
      sigaction(signal, &action, &before[static_cast<std::size_t>(signal)]);
  });
}

SignalStack::SignalStack() : memory_(std::size_t{64} * 1024) {
  stack_t stack = {};
  stack.ss_sp = memory_.data();
  stack.ss_size = memory_.size();
  sigaltstack(&stack, &before_);
}

SignalStack::~SignalStack() { sigaltstack(&before_, nullptr); }

CpuTimeLimit::CpuTimeLimit(double seconds) {
  sigevent event = {};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = kTimeSignal;
  event._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));  // glibc 2.36 has no public name for it
  timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer_);
  const double between_looks = seconds / kLooksInALimit;
  itimerspec times = {};
  times.it_interval.tv_sec = static_cast<time_t>(between_looks);
  times.it_interval.tv_nsec = static_cast<long>(std::fmod(between_looks, 1.0) * 1e9);
  times.it_value = times.it_interval;
  timer_settime(timer_, 0, &times, nullptr);
}

bool CpuTimeLimit::is_over() {
  idle_looks_ = has_progress_ != 0 ? 0 : idle_looks_ + 1;
  has_progress_ = 0;
  ++looks_;
  return idle_looks_ >= kLooksInALimit || looks_ >= kMostLimits * kLooksInALimit;
}

CpuTimeLimit::~CpuTimeLimit() { timer_delete(timer_); }

}  // namespace simt
