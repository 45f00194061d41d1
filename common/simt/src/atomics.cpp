// Atomic operations that a kernel calls, declared for it in include/cuda/simt_atomics.h. The access is
// checked and counted first; then it is done by the host's own atomic operations, since blocks of other
// workers may do the same.
#include <algorithm>
#include <cstdint>
#include <cstring>

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
    case simt_atomic_count:
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

simt::AtomicForm form_of(SimtAtomic what) {
  if (what == simt_atomic_compare_and_swap) return simt::AtomicForm::compare_and_swap;
  const bool counts = what == simt_atomic_count || what == simt_atomic_increment;
  return counts ? simt::AtomicForm::count : simt::AtomicForm::plain;
}

// In shared memory the hardware adds no floating-point numbers; a loop of compare-and-swaps does
// (ATOMS.CAST.SPIN in the machine code for sm_90).
simt::AtomicForm floating_form_of(SimtAtomic what) {
  return what == simt_atomic_add ? simt::AtomicForm::compare_and_swap : simt::AtomicForm::plain;
}

template <class T>
void announce(T* at, simt::AtomicForm form, const void* pc) {
  simt::Worker::current()->access_atomically<sizeof(T)>(reinterpret_cast<std::uintptr_t>(at), form,
                                                        reinterpret_cast<std::uintptr_t>(pc));
}

template <class T>
void keep_old(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  simt::Worker::current()->keep_old(bits);
}

template <class T>
T old_value() {
  const std::uint64_t bits = simt::Worker::current()->old_value();
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// Replaces by what `next` makes of the old value. Shared memory is this worker's own: nobody comes between.
template <class T, class Next>
void replace(T* at, Next next) {
  T old;
  if (simt::Worker::current()->is_shared(reinterpret_cast<std::uintptr_t>(at))) {
    std::memcpy(&old, at, sizeof old);
    const T result = next(old);
    std::memcpy(at, &result, sizeof result);
    return keep_old(old);
  }
  __atomic_load(at, &old, __ATOMIC_SEQ_CST);
  T wanted = next(old);
  while (!__atomic_compare_exchange(at, &old, &wanted, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    wanted = next(old);
  keep_old(old);
}

template <class T>
void integer_operation(SimtAtomic what, T* at, T value, T compare, const void* pc) {
  announce(at, form_of(what), pc);
  if (what != simt_atomic_compare_and_swap)
    return replace(at, [&](T old) { return bitwise(what, old, value); });
  __atomic_compare_exchange(at, &compare, &value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  keep_old(compare);
}

template <class T>
void floating_operation(SimtAtomic what, T* at, T value, const void* pc) {
  announce(at, floating_form_of(what), pc);
  replace(at, [&](T old) { return result(what, old, value); });
}

}  // namespace

extern "C" {

void simt_atomic_i32(SimtAtomic what, int* at, int value, int compare) {
  integer_operation(what, at, value, compare, __builtin_return_address(0));
}
void simt_atomic_u32(SimtAtomic what, unsigned* at, unsigned value, unsigned compare) {
  integer_operation(what, at, value, compare, __builtin_return_address(0));
}
void simt_atomic_u16(SimtAtomic what, unsigned short* at, unsigned short value, unsigned short compare) {
  integer_operation(what, at, value, compare, __builtin_return_address(0));
}
void simt_atomic_i64(SimtAtomic what, long long* at, long long value, long long compare) {
  integer_operation(what, at, value, compare, __builtin_return_address(0));
}
void simt_atomic_u64(SimtAtomic what, unsigned long long* at, unsigned long long value,
                     unsigned long long compare) {
  integer_operation(what, at, value, compare, __builtin_return_address(0));
}
void simt_atomic_f32(SimtAtomic what, float* at, float value, float /*compare*/) {
  floating_operation(what, at, value, __builtin_return_address(0));
}
void simt_atomic_f64(SimtAtomic what, double* at, double value, double /*compare*/) {
  floating_operation(what, at, value, __builtin_return_address(0));
}

int simt_atomic_old_i32() { return old_value<int>(); }
unsigned simt_atomic_old_u32() { return old_value<unsigned>(); }
unsigned short simt_atomic_old_u16() { return old_value<unsigned short>(); }
long long simt_atomic_old_i64() { return old_value<long long>(); }
unsigned long long simt_atomic_old_u64() { return old_value<unsigned long long>(); }
float simt_atomic_old_f32() { return old_value<float>(); }
double simt_atomic_old_f64() { return old_value<double>(); }

}  // extern "C"
