#include "back/allowed_calls.h"

#include <algorithm>
#include <array>
#include <string>

#include "front/kernels.h"
#include "front/source_lines.h"
#include "passes/shared_memory.h"
#include "verifier.h"

namespace simtcc {
namespace {

// C17, 7.12, and POSIX's Bessel functions, each also with an f at its end; none of those that read or write
// through a pointer (frexp, modf, nan, remquo, sincos), which would go past the checks.
constexpr std::array kMathematics{
    "acos",     "acosh", "asin",    "asinh",  "atan",   "atan2",     "atanh",     "cbrt",  "ceil",
    "copysign", "cos",   "cosh",    "erf",    "erfc",   "exp",       "exp10",     "exp2",  "expm1",
    "fabs",     "fdim",  "floor",   "fma",    "fmax",   "fmin",      "fmod",      "hypot", "ilogb",
    "j0",       "j1",    "jn",      "ldexp",  "lgamma", "llrint",    "llround",   "log",   "log10",
    "log1p",    "log2",  "logb",    "lrint",  "lround", "nearbyint", "nextafter", "pow",   "remainder",
    "rint",     "round", "scalbln", "scalbn", "sin",    "sinh",      "sqrt",      "tan",   "tanh",
    "tgamma",   "trunc", "y0",      "y1",     "yn",     "roundeven"};

bool is_mathematics(llvm::StringRef name) {
  return std::any_of(kMathematics.begin(), kMathematics.end(), [&](const char* known) {
    return name == known || (ends_with(name, "f") && name.drop_back() == known);
  });
}

bool is_of_numbers(const llvm::FunctionType& type) {
  const auto is_number = [](const llvm::Type* one) { return one->isFloatingPointTy() || one->isIntegerTy(); };
  return !type.isVarArg() && is_number(type.getReturnType()) &&
         std::all_of(type.param_begin(), type.param_end(), is_number);
}

}  // namespace

void check_references(llvm::Module& module) {
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty()) continue;
    if (simt_verifier::primitive_of(function) != simt_verifier::Primitive::none) continue;
    if (is_mathematics(function.getName())) {
      if (is_of_numbers(*function.getFunctionType())) continue;
      throw Refused(place_of_use(function), "`" + short_name(function.getName()) +
                                                "` is declared otherwise than in the C mathematics library");
    }
    throw Refused(place_of_use(function),
                  "`" + short_name(function.getName()) +
                      "` is declared and has no definition in this file: a kernel file is compiled alone");
  }
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (!variable.isDeclaration() || variable.use_empty()) continue;
    throw Refused(
        place_of_use(variable),
        "`" + short_name(variable.getName()) +
            "` is declared extern and has no definition in this file: a kernel file is compiled alone");
  }
  if (!module.aliases().empty() || !module.ifuncs().empty() || !module.getModuleInlineAsm().empty())
    throw Refused({}, "aliases and assembler outside of functions are not supported by the SIMT machine");
}

}  // namespace simtcc
