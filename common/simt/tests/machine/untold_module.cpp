// Kernels whose calls of the machine are otherwise than the module's table says. No verifier looks at them:
// the machine has to notice.
#include "contract/matrix_abi.h"
#include "hand_written.h"

namespace {

using namespace hand_written;  // NOLINT(google-build-using-namespace): the parts of a table

enum Number : std::uint32_t { kPoint, kLoad16, kAtomic8, kSource16, kTarget4 };
constexpr Place kPlaces[] = {point(1, PlaceKind::intrinsic), access(2, PlaceKind::load, 16),
                             access(3, PlaceKind::atomic, 8), access(4, PlaceKind::copy_source, 16),
                             access(5, PlaceKind::copy_target, 4)};

std::uint64_t buffer(const void* const* arguments) { return argument<std::uint64_t>(arguments, 0); }
std::uint64_t tile(const Context* context) { return reinterpret_cast<std::uint64_t>(context->shared); }

void fence(Context* context, const void* const* /*arguments*/) {
  context->runtime->fence(context, kPoint, 1);
}
void phase(Context* context, const void* const* /*arguments*/) {
  context->runtime->init_phases(context, kPoint, tile(context), 0, 1);
}
void matrices(Context* context, const void* const* /*arguments*/) {
  context->runtime->load_matrix(context, kLoad16, 1, tile(context), 0);
}
void product(Context* context, const void* const* /*arguments*/) {
  context->runtime->multiply_matrices(context, kPoint, UINT32_MAX, 0, 0, 0, 0, 0);
}
void atomic(Context* context, const void* const* arguments) {
  constexpr auto kType = static_cast<std::uint32_t>(simt::abi::AtomicType::u32);
  context->runtime->atomic(context, kAtomic8, kType << 8U, buffer(arguments) + 4, 0, 1, 0);
}
void copy(Context* context, const void* const* arguments) {
  context->runtime->copy_source(context, kSource16, buffer(arguments), 0, 16);
  context->runtime->copy_async(context, kTarget4, tile(context), 0);
}
void message(Context* context, const void* const* arguments) {
  context->runtime->trap(context, kPoint, reinterpret_cast<const char*>(buffer(arguments)));
}
void leave(Context* context, const void* const* /*arguments*/) {
  context->runtime->leave(context, kPoint, UINT32_MAX);
}
void undefined(Context* context, const void* const* /*arguments*/) {
  context->runtime->use_undefined(context, kPoint, 1);
}

constexpr Parameter kPointers[] = {kPointer};
constexpr Kernel kKernels[] = {
    kernel<fence>("fence", kPointers),        kernel<phase>("phase", kPointers),
    kernel<matrices>("matrices", kPointers),  kernel<product>("product", kPointers),
    kernel<atomic>("atomic", kPointers),      kernel<copy>("copy", kPointers),
    kernel<message>("message", kPointers),    kernel<leave>("leave", kPointers),
    kernel<undefined>("undefined", kPointers)};
constexpr simt::abi::SharedArray kArrays[] = {{"tile", 0, 1024, 4}};

}  // namespace

extern "C" __attribute__((visibility("default"))) const simt::abi::Module simt_module =
    module(kPlaces, kKernels, kArrays, 1024);
