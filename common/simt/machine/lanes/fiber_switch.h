// Going from one stack to another: all that a fiber is, besides its stack.
//
// Only what a function must leave as it found it is kept: the registers that the calling convention names,
// not the modes of floating-point arithmetic, which nothing here changes and which take longer than all the
// rest.
#pragma once

#include <cstdint>

namespace simt {

// Where a suspended fiber resumes: the top of its stack, on which its registers are saved.
using FiberContext = void*;

}  // namespace simt

extern "C" {

// Goes on with `to`; comes back when somebody switches to what `from` has been set to. The two differ in how
// they go, since a processor foresees where a `ret` goes by the calls before it: the first by `ret`, for a
// switch from and to the same function; the second by a jump, for all others.
void simt_switch_fiber(simt::FiberContext* from, simt::FiberContext to);
void simt_jump_to_fiber(simt::FiberContext* from, simt::FiberContext to);

// Switches to a new fiber, which calls body(argument) on an idle stack. `body` must never return.
void simt_begin_fiber(simt::FiberContext* from, std::uintptr_t stack_top, void (*body)(void*),
                      void* argument);
}
