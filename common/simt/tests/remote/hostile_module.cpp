// Kernels that simtcc would refuse to compile: what they do, they do to the process that runs them.
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <iterator>

#include "../machine/hand_written.h"

namespace {

using hand_written::access;
using hand_written::argument;
using hand_written::Code;
using hand_written::Context;
using hand_written::kPointer;
using hand_written::PlaceKind;

constexpr hand_written::Place kPlaces[] = {access(1, PlaceKind::load, 4), access(2, PlaceKind::store, 4),
                                           hand_written::point(3, PlaceKind::intrinsic)};

// out[i] = in[i]
void copy(Context* context, const void* const* arguments) {
  Code lane(context);
  const auto* const in = argument<const int*>(arguments, 0);
  lane.store(1, argument<int*>(arguments, 1) + lane.thread(), lane.load(0, in + lane.thread()));
}

// out[block] = in[block], and then what another block has made of its own, plus 1.
void wait_for_all(Context* context, const void* const* arguments) {
  Code lane(context);
  const auto* const in = argument<const int*>(arguments, 0);
  auto* const out = argument<int*>(arguments, 1);
  lane.store(1, out + lane.block(), lane.load(0, in + lane.block()));
  lane.sync_grid(2);
  const int other = lane.load(0, out + (lane.block() + 1) % 4);
  lane.sync_grid(2);
  lane.store(1, out + lane.block(), other + 1);
}

// out[0] = what the operating system says to call number in[0] with the arguments in[1] to in[3].
void call_system(Context* context, const void* const* arguments) {
  Code lane(context);
  const auto* const in = argument<const int*>(arguments, 0);
  const long result = syscall(in[0], in[1], in[2], in[3], -1, 0);
  lane.store(1, argument<int*>(arguments, 1), result == -1 ? errno : 0);
}

// out[0] = what opening a file gives.
void open_file(Context* context, const void* const* arguments) {
  Code lane(context);
  const long result = syscall(SYS_openat, -100, "/etc/passwd", 0);
  lane.store(1, argument<int*>(arguments, 1), result == -1 ? errno : 0);
}

void leave(Context* /*context*/, const void* const* arguments) { _exit(*argument<const int*>(arguments, 0)); }

void abort_now(Context* /*context*/, const void* const* /*arguments*/) { std::abort(); }

// Answers in the machine's stead, with what is no report.
void answer(Context* /*context*/, const void* const* /*arguments*/) {
  constexpr char kAnswer[] = "\x0e\0\0\0{\"report\": []}";
  if (write(3, kAnswer, sizeof kAnswer - 1) < 0) std::abort();
}

constexpr hand_written::Parameter kPointers[] = {kPointer, kPointer};
constexpr hand_written::Kernel kKernels[] = {
    hand_written::kernel<copy>("copy", kPointers),
    hand_written::kernel<wait_for_all>("wait_for_all", kPointers),
    hand_written::kernel<call_system>("call_system", kPointers),
    hand_written::kernel<open_file>("open_file", kPointers),
    hand_written::kernel<leave>("leave", kPointers),
    hand_written::kernel<abort_now>("abort_now", kPointers),
    hand_written::kernel<answer>("answer", kPointers),
};
constexpr simt::abi::SharedArray kArrays[] = {{"tile", 0, 128, 4}};

}  // namespace

extern "C" __attribute__((visibility("default"))) const simt::abi::Module simt_module =
    hand_written::module(kPlaces, kKernels, kArrays, 256);
