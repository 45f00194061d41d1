// Atomic operations that a kernel calls, declared for it in include/cuda/simt_atomics.h. The access is
// checked and counted first; then it is done by the host's own atomic operations, since blocks of other
// workers may do the same.
#include <algorithm>
#include <cstdint>

#include "cuda/simt_atomics.h"
#include "worker.h"

namespace {

template <class T>
T wrapping_add(T a, T b) {
  return a + b;
}
template <>
int wrapping_add(int a, int b) {
  return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
}
template <>
long long wrapping_add(long long a, long long b) {
  return static_cast<long long>(static_cast<unsigned long long>(a) + static_cast<unsigned long long>(b));
}

// What is there afterwards; compare-and-swap is no function of these two, and done elsewhere.
template <class T>
T result(SimtAtomic what, T old, T value) {
  switch (what) {
    case simt_atomic_add:
      return wrapping_add(old, value);
    case simt_atomic_min:
      return std::min(old, value);
    case simt_atomic_max:
      return std::max(old, value);
    case simt_atomic_increment:
      return old >= value ? T{0} : static_cast<T>(old + 1);
    case simt_atomic_decrement:
      return old == 0 || old > value ? value : static_cast<T>(old - 1);
    default:
      return value;
  }
}

template <class T>
T bitwise(SimtAtomic what, T old, T value) {
  switch (what) {
    case simt_atomic_and:
      return old & value;
    case simt_atomic_or:
      return old | value;
    case simt_atomic_xor:
      return old ^ value;
    default:
      return result(what, old, value);
  }
}

template <class T>
void announce(T* at, bool compare_and_swap, const void* pc) {
  simt::Worker::current()->access_atomically<sizeof(T)>(
      reinterpret_cast<std::uintptr_t>(at), compare_and_swap, reinterpret_cast<std::uintptr_t>(pc));
}

// Replaces by what `next` makes of the old value; returns the old value.
template <class T, class Next>
T replace(T* at, Next next) {
  T old;
  __atomic_load(at, &old, __ATOMIC_SEQ_CST);
  T wanted = next(old);
  while (!__atomic_compare_exchange(at, &old, &wanted, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    wanted = next(old);
  return old;
}

template <class T>
T integer_operation(SimtAtomic what, T* at, T value, T compare, const void* pc) {
  announce(at, what == simt_atomic_compare_and_swap, pc);
  if (what == simt_atomic_compare_and_swap) {
    __atomic_compare_exchange(at, &compare, &value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return compare;
  }
  return replace(at, [&](T old) { return bitwise(what, old, value); });
}

// In shared memory the hardware has no such operation and makes a loop of compare-and-swaps (seen in the SASS
// for sm_90).
template <class T>
T floating_operation(SimtAtomic what, T* at, T value, const void* pc) {
  announce(at, what == simt_atomic_add, pc);
  return replace(at, [&](T old) { return result(what, old, value); });
}

}  // namespace

extern "C" {

int simt_atomic_i32(SimtAtomic what, int* at, int value, int compare) {
  return integer_operation(what, at, value, compare, __builtin_return_address(0));
}
unsigned simt_atomic_u32(SimtAtomic what, unsigned* at, unsigned value, unsigned compare) {
  return integer_operation(what, at, value, compare, __builtin_return_address(0));
}
unsigned short simt_atomic_u16(SimtAtomic what, unsigned short* at, unsigned short value,
                               unsigned short compare) {
  return integer_operation(what, at, value, compare, __builtin_return_address(0));
}
long long simt_atomic_i64(SimtAtomic what, long long* at, long long value, long long compare) {
  return integer_operation(what, at, value, compare, __builtin_return_address(0));
}
unsigned long long simt_atomic_u64(SimtAtomic what, unsigned long long* at, unsigned long long value,
                                   unsigned long long compare) {
  return integer_operation(what, at, value, compare, __builtin_return_address(0));
}
float simt_atomic_f32(SimtAtomic what, float* at, float value) {
  return floating_operation(what, at, value, __builtin_return_address(0));
}
double simt_atomic_f64(SimtAtomic what, double* at, double value) {
  return floating_operation(what, at, value, __builtin_return_address(0));
}

}  // extern "C"
