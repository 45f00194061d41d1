// The report of a program that never calls CUDA: without this object such a program is not linked with the runtime.
//
// `./course run` asks the linker for it by name (grader/program/program_build.py). The object is one of its own in the archive, so that
// no other program gets it.
#include "state/runtime.h"

extern "C" void simt_report_without_calls() {}

namespace {

[[gnu::constructor]] void begin() { cudart::Runtime::get(); }

}  // namespace
