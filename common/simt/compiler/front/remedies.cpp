#include "front/remedies.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace simtcc {
namespace {

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

bool begins(const std::string& text, const std::string& with) { return text.rfind(with, 0) == 0; }

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Returns what the message names in its first pair of quotes, or nothing.
std::string quoted(const std::string& message) {
  const std::size_t begin = message.find('\'');
  const std::size_t end = begin == std::string::npos ? begin : message.find('\'', begin + 1);
  return end == std::string::npos ? "" : message.substr(begin + 1, end - begin - 1);
}

// Returns the name that ends right before `end`.
std::string name_before(const std::string& text, std::size_t end) {
  std::size_t begin = std::min(end, text.size());
  while (begin > 0 && is_of_name(text[begin - 1])) --begin;
  return text.substr(begin, std::min(end, text.size()) - begin);
}

std::string name_at(const std::string& text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && is_of_name(text[end])) ++end;
  return text.substr(std::min(begin, text.size()), end - std::min(begin, text.size()));
}

// Names without their header.

struct Header {
  const char* names;  // how they begin
  const char* header;
};

// `$` after a name: the whole of it. The first that fits counts.
constexpr std::array kHeaders{
    Header{"FLT_", "<cfloat>"},
    Header{"DBL_", "<cfloat>"},
    Header{"LDBL_", "<cfloat>"},
    Header{"INT_M", "<climits>"},
    Header{"UINT_MAX$", "<climits>"},
    Header{"LONG_M", "<climits>"},
    Header{"LLONG_M", "<climits>"},
    Header{"ULONG_MAX$", "<climits>"},
    Header{"ULLONG_MAX$", "<climits>"},
    Header{"CHAR_", "<climits>"},
    Header{"SHRT_", "<climits>"},
    Header{"USHRT_MAX$", "<climits>"},
    Header{"UCHAR_MAX$", "<climits>"},
    Header{"SCHAR_", "<climits>"},
    Header{"int8_t$", "<cstdint>"},
    Header{"int16_t$", "<cstdint>"},
    Header{"int32_t$", "<cstdint>"},
    Header{"int64_t$", "<cstdint>"},
    Header{"uint8_t$", "<cstdint>"},
    Header{"uint16_t$", "<cstdint>"},
    Header{"uint32_t$", "<cstdint>"},
    Header{"uint64_t$", "<cstdint>"},
    Header{"intptr_t$", "<cstdint>"},
    Header{"uintptr_t$", "<cstdint>"},
    Header{"INT8_M", "<cstdint>"},
    Header{"INT16_M", "<cstdint>"},
    Header{"INT32_M", "<cstdint>"},
    Header{"INT64_M", "<cstdint>"},
    Header{"UINT8_MAX$", "<cstdint>"},
    Header{"UINT16_MAX$", "<cstdint>"},
    Header{"UINT32_MAX$", "<cstdint>"},
    Header{"UINT64_MAX$", "<cstdint>"},
    Header{"SIZE_MAX$", "<cstdint>"},
    Header{"M_PI", "<cmath>"},
    Header{"M_E$", "<cmath>"},
    Header{"M_SQRT", "<cmath>"},
    Header{"M_LN", "<cmath>"},
    Header{"M_LOG", "<cmath>"},
    Header{"assert$", "<cassert>"},
    Header{"printf$", "<cstdio>"},
    Header{"memcpy$", "<cstring>"},
    Header{"memset$", "<cstring>"},
    Header{"CUDART_", "<math_constants.h>"},
    Header{"__half", "<cuda_fp16.h>"},
    Header{"half$", "<cuda_fp16.h>"},
    Header{"half2$", "<cuda_fp16.h>"},
    Header{"__float2half", "<cuda_fp16.h>"},
    Header{"__floats2half2_rn$", "<cuda_fp16.h>"},
    Header{"__double2half", "<cuda_fp16.h>"},
    Header{"__int2half", "<cuda_fp16.h>"},
    Header{"__uint2half", "<cuda_fp16.h>"},
    Header{"__low2", "<cuda_fp16.h>"},
    Header{"__high2", "<cuda_fp16.h>"},
    Header{"__hadd", "<cuda_fp16.h>"},
    Header{"__hsub", "<cuda_fp16.h>"},
    Header{"__hmul", "<cuda_fp16.h>"},
    Header{"__hfma", "<cuda_fp16.h>"},
    Header{"__hdiv", "<cuda_fp16.h>"},
    Header{"__hmax", "<cuda_fp16.h>"},
    Header{"__hmin", "<cuda_fp16.h>"},
    Header{"__hgt", "<cuda_fp16.h>"},
    Header{"__hlt", "<cuda_fp16.h>"},
    Header{"__nv_bfloat16", "<cuda_bf16.h>"},
    Header{"nv_bfloat16", "<cuda_bf16.h>"},
    Header{"__float2bfloat16", "<cuda_bf16.h>"},
    Header{"__bfloat162float$", "<cuda_bf16.h>"},
    Header{"__nv_fp8", "<cuda_fp8.h>"},
    Header{"__nv_cvt_", "<cuda_fp8.h>"},
    Header{"cooperative_groups$", "<cooperative_groups.h>"},
    Header{"nvcuda$", "<mma.h>"},
    Header{"__pipeline_", "<cuda_pipeline.h>"},
    Header{"curandGenerator_t$", "<curand.h>"},
    Header{"curandRngType", "<curand.h>"},
    Header{"curandCreateGenerator", "<curand.h>"},
    Header{"curandGenerate", "<curand.h>"},
    Header{"curandSet", "<curand.h>"},
    Header{"CURAND_", "<curand.h>"},
    Header{"curand", "<curand_kernel.h>"},
    Header{"cuComplex$", "<cuComplex.h>"},
    Header{"cuFloatComplex$", "<cuComplex.h>"},
    Header{"cuDoubleComplex$", "<cuComplex.h>"},
    Header{"make_cu", "<cuComplex.h>"},
    Header{"cublas", "<cublas_v2.h>"},
};

bool fits(const char* pattern, const std::string& name) {
  const std::string wanted = pattern;
  return wanted.back() == '$' ? name + "$" == wanted : begins(name, wanted);
}

std::string include_of(const std::string& name, const std::string& header) {
  return name + " needs `#include " + header + "` at the top of the file";
}

// Parts of namespace cuda that have a header of another name.
std::string header_of_cuda(const std::string& member) {
  if (begins(member, "atomic")) return "<cuda/atomic>";
  if (begins(member, "thread_scope")) return "<cuda/atomic>";
  if (member == "memcpy_async" || begins(member, "aligned_size")) return "<cuda/barrier>";
  if (begins(member, "pipeline") || member == "make_pipeline") return "<cuda/pipeline>";
  for (const char* known : {"barrier", "latch", "counting_semaphore"}) {
    if (member == known) return member == "counting_semaphore" ? "<cuda/semaphore>" : "<cuda/" + member + ">";
  }
  return "";
}

// cuda::NAME and cuda::std::NAME, of which the error names `cuda` alone.
std::string cuda_without_header(const Mistake& mistake) {
  const std::size_t begin = mistake.column > 0 ? mistake.column - 1 : 0;
  const std::string prefix = "cuda::";
  if (mistake.shown.compare(std::min(begin, mistake.shown.size()), prefix.size(), prefix) != 0) return "";
  const std::string member = name_at(mistake.shown, begin + prefix.size());
  if (member == "std") return "cuda::std needs the header of its part, such as `#include <cuda/std/limits>`";
  const std::string header = header_of_cuda(member);
  return header.empty() ? "" : include_of(prefix + member, header);
}

struct StandardName {
  const char* name;
  const char* header;
  const char* device;  // what device code has in its place
};

constexpr std::array kStandardNames{
    StandardName{"min", "<algorithm>", "write min(a, b), with both of one type"},
    StandardName{"max", "<algorithm>", "write max(a, b), with both of one type"},
    StandardName{"clamp", "<algorithm>", "write min(max(value, low), high)"},
    StandardName{"swap", "<utility>", "write it out: `auto kept = a; a = b; b = kept;`"},
    StandardName{"sort", "<algorithm>", "sort on the host, or write the kernel's own sort"},
    StandardName{"fill", "<algorithm>", "write the loop"},
    StandardName{"copy", "<algorithm>", "write the loop"},
    StandardName{"accumulate", "<numeric>", "write the loop"},
    StandardName{"iota", "<numeric>", "write the loop"},
    StandardName{"numeric_limits", "<limits>", "use constants such as INT_MAX and FLT_MAX"},
    StandardName{"array", "<array>", "use a plain array: `float values[4];`"},
    StandardName{"vector", "<vector>", "pass a pointer and a length"},
    StandardName{"string", "<string>", "pass a pointer to characters"},
    StandardName{"cout", "<iostream>", "use printf()"},
    StandardName{"cerr", "<iostream>", "use printf()"},
    StandardName{"endl", "<iostream>", "use printf()"},
    StandardName{"atomic", "<atomic>", "use atomicAdd() and the other atomic functions"},
    StandardName{"function", "<functional>", "make the callable a template argument"},
    StandardName{"optional", "<optional>", ""},
    StandardName{"tuple", "<tuple>", ""},
    StandardName{"unique_ptr", "<memory>", ""},
    StandardName{"complex", "<complex>", "use cuComplex.h"},
};

const StandardName* standard_name(const std::string& name) {
  const auto* const found = std::find_if(kStandardNames.begin(), kStandardNames.end(),
                                         [&](const StandardName& known) { return name == known.name; });
  return found == kStandardNames.end() ? nullptr : found;
}

std::string without_header(const StandardName& known) {
  std::string text =
      std::string("std::") + known.name + " is for host code, with `#include " + known.header + "`";
  if (*known.device != '\0') text += std::string("; in a kernel, ") + known.device;
  return text;
}

// Warp functions that have a form with a mask only.
std::string without_sync(const std::string& name) {
  if (name == "__match_any") return name + " does not exist: write __match_any_sync(0xffffffff, value)";
  if (name == "__match_all")
    return name + " does not exist: write __match_all_sync(0xffffffff, value, &all_equal)";
  if (begins(name, "__reduce_") && !has(name, "_sync"))
    return name + " does not exist: write " + name + "_sync(0xffffffff, value)";
  return "";
}

std::string unknown_name(const Mistake& mistake) {
  const bool is_unknown = has(mistake.message, "use of undeclared identifier '") ||
                          has(mistake.message, "unknown type name '") ||
                          has(mistake.message, "' was not declared");
  if (has(mistake.message, "expected namespace name")) {
    if (has(mistake.shown, "cooperative_groups"))
      return include_of("cooperative_groups", "<cooperative_groups.h>");
    if (has(mistake.shown, "nvcuda")) return include_of("nvcuda", "<mma.h>");
    return "";
  }
  const std::string name = quoted(mistake.message);
  if (has(mistake.message, "no member named '") && has(mistake.message, "in namespace 'std'")) {
    const StandardName* const known = standard_name(name);
    return known == nullptr ? "" : without_header(*known);
  }
  if (!is_unknown) return "";
  if (std::string sync = without_sync(name); !sync.empty()) return sync;
  if (name == "cuda") return cuda_without_header(mistake);
  if (name == "cg")
    return "write `#include <cooperative_groups.h>` and `namespace cg = cooperative_groups;` above";
  if (name == "wmma") return "write `#include <mma.h>` and `using namespace nvcuda;` above";
  if (const StandardName* known = standard_name(name); known != nullptr && (name == "cout" || name == "endl"))
    return without_header(*known);
  const auto* const found = std::find_if(kHeaders.begin(), kHeaders.end(),
                                         [&](const Header& header) { return fits(header.names, name); });
  return found == kHeaders.end() ? "" : include_of(name, found->header);
}

// Files to include that are written in another way.
std::string unknown_file(const Mistake& mistake) {
  if (has(mistake.message, "expected \"FILENAME\" or <FILENAME>")) {
    return "write `#include <name.h>` for a header of CUDA's or of the system, `#include \"name.h\"` for one "
           "of your own";
  }
  if (!has(mistake.message, "' file not found")) return "";
  const std::string name = quoted(mistake.message);
  const auto* const found = std::find_if(kHeaders.begin(), kHeaders.end(), [&](const Header& header) {
    return "<" + name + ".h>" == header.header;
  });
  return found == kHeaders.end() ? "" : std::string("write `#include ") + found->header + "`";
}

bool calls_host(const Mistake& mistake) {
  return has(mistake.message, "to __host__ function") || has(mistake.notes, "to __host__ function");
}

// cudaMalloc() and its kind, most of which nvcc compiles in a kernel for dynamic parallelism.
std::string host_runtime(const Mistake& mistake) {
  if (!calls_host(mistake) || mistake.column == 0) return "";
  const std::string called = name_at(mistake.shown, mistake.column - 1);
  if (called.rfind("cuda", 0) != 0) return "";
  return called +
         "() is the host's: kernels of the SIMT machine do not call the runtime (dynamic parallelism is not supported). Call it in "
         "the host's code, before or after the launch";
}

// std::min and its kind where a kernel calls them.
std::string host_library(const Mistake& mistake) {
  if (!calls_host(mistake) || mistake.column == 0) return "";
  // The error is at `std` or, as in std::numeric_limits<int>::max, at the last of the names.
  const std::size_t at = mistake.shown.rfind("std::", mistake.column - 1);
  if (at == std::string::npos) return "";
  const std::string between = mistake.shown.substr(at, mistake.column - 1 - at);
  if (between.find_first_of("()=,; ") != std::string::npos) return "";
  const std::string called = name_at(mistake.shown, at + std::string("std::").size());
  const StandardName* const known = standard_name(called);
  if (known == nullptr || *known->device == '\0') return "";
  return "std::" + called + " is a host function: in a kernel, " + known->device;
}

struct HostBuiltin {
  const char* begins;
  const char* device;
};

constexpr std::array kHostBuiltins{
    HostBuiltin{"__builtin_ctzl", "__ffsll(x) - 1"},
    HostBuiltin{"__builtin_ctz", "__ffs(x) - 1"},
    HostBuiltin{"__builtin_parityll", "__popcll(x) & 1"},
    HostBuiltin{"__builtin_parity", "__popc(x) & 1"},
    HostBuiltin{"__builtin_bswap32", "__byte_perm(x, 0, 0x0123)"},
    HostBuiltin{"__builtin_trap", "__trap()"},
};

std::string host_builtin(const Mistake& mistake) {
  if (!has(mistake.message, "to __host__ function")) return "";
  const std::string name = quoted(mistake.message);
  for (const HostBuiltin& known : kHostBuiltins) {
    if (begins(name, known.begins)) return name + " is a host function: in a kernel, write " + known.device;
  }
  return "";
}

// Warp functions whose mask is missing.
std::string without_mask(const Mistake& mistake) {
  if (!has(mistake.message, "no matching function for call to '__") || !has(mistake.notes, "argument"))
    return "";
  const std::string name = quoted(mistake.message);
  if (!has(name, "_sync")) return "";
  const bool lacks_one = has(mistake.notes, "requires at least") || has(mistake.notes, "requires single") ||
                         (has(mistake.notes, "requires") && has(mistake.notes, "was provided")) ||
                         (has(mistake.notes, "requires") && has(mistake.notes, "were provided"));
  if (!lacks_one) return "";
  const std::string all = "(0xffffffff, ";
  std::string form;
  if (begins(name, "__shfl_down") || begins(name, "__shfl_up")) {
    form = all + "value, distance)";
  } else if (begins(name, "__shfl_xor")) {
    form = all + "value, lane_mask)";
  } else if (begins(name, "__shfl")) {
    form = all + "value, lane)";
  } else if (begins(name, "__match_all")) {
    form = all + "value, &all_equal)";
  } else if (begins(name, "__ballot") || begins(name, "__any") || begins(name, "__all")) {
    form = all + "condition)";
  } else if (begins(name, "__match") || begins(name, "__reduce")) {
    form = all + "value)";
  }
  if (form.empty()) return "";
  return name + " takes the mask of lanes first: " + name + form;
}

// 16-bit numbers beside others.

bool is_short_float(const std::string& message) {
  return has(message, "'__half'") || has(message, "'__nv_bfloat16'");
}

bool is_pair(const std::string& message) {
  return has(message, "'__half2'") || has(message, "'__nv_bfloat162'");
}

std::string short_floats(const Mistake& mistake) {
  const std::string& said = mistake.message;
  const bool is_brain = has(said, "__nv_bfloat16");
  const std::string number = is_brain ? "bfloat16" : "half";
  const std::string whole = is_brain ? "__nv_bfloat16" : "__half";
  const bool is_binary = has(said, "overloaded operator") || has(said, "invalid operands to binary");
  if (is_binary && is_pair(said)) {
    return is_short_float(said)
               ? "make one of two: __" + number + "2" + number + "2(h) holds h twice"
               : "make a " + whole + "2 of the number: __float2" + number + "2_rn(f) holds f twice";
  }
  if (has(said, "overloaded operator") && is_short_float(said)) {
    const std::string mixed = "no operator takes a " + whole + " and ";
    if (has(said, "'float'"))
      return mixed + "a float: convert one, with __" + number + "2float(h) or __float2" + number + "(f)";
    if (has(said, "'double'")) {
      return mixed + "a double: write the constant as a float and convert one, with __" + number +
             "2float(h) or __float2" + number + "(f)";
    }
    return mixed + "this type: convert one, with __" + number + "2float(h) or __int2" + number + "_rn(i)";
  }
  if (has(said, "no viable overloaded '='") && has(mistake.notes, "' to 'const __half2'"))
    return "make a __half2 of the number: __float2half2_rn(f) or __half2half2(h) holds it twice";
  if (has(said, "incompatible type '__half2'") || has(said, "conversion from '__half2' to "))
    return "a __half2 holds two numbers: take one, as __low2float(h2) or __high2float(h2)";
  return "";
}

// Subscripts.

constexpr std::array kIndices{"threadIdx", "blockIdx", "blockDim", "gridDim"};

bool is_index(const std::string& name) {
  return std::any_of(kIndices.begin(), kIndices.end(), [&](const char* known) { return name == known; });
}

bool is_of_index_type(const std::string& message) {
  return has(message, "'const uint3'") || has(message, "'uint3'") || has(message, "'const dim3'") ||
         has(message, "'dim3'");
}

// threadIdx[1], and threadIdx where one number is needed.
std::string whole_index(const Mistake& mistake) {
  if (has(mistake.message, "no viable overloaded operator[]")) {
    for (const char* name : kIndices) {
      if (has(mistake.shown, (std::string(name) + "]").c_str()))
        return std::string(name) + " has three members: write " + name + ".x";
    }
    return "";
  }
  if (!is_of_index_type(mistake.message) || has(mistake.message, "no matching")) return "";
  const std::size_t bracket = mistake.column > 0 ? mistake.column - 1 : 0;
  const std::string name = name_before(mistake.shown, bracket);
  const std::string of = is_index(name) ? name : "a dim3";
  if (has(mistake.message, "does not provide a subscript operator")) {
    const std::string index = name_at(mistake.shown, bracket + 1);
    const bool is_known = index == "0" || index == "1" || index == "2";
    const std::string member = is_known ? std::string(1, static_cast<char>('x' + (index[0] - '0'))) : "x";
    const std::string written = name.empty() ? "threadIdx" : name;
    return of + " has members, not elements: write " + written + "." + member +
           (is_known ? ", not " + written + "[" + index + "]" : ", .y or .z");
  }
  if (has(mistake.message, "no member named '")) return "the members are x, y and z";
  return "threadIdx, blockIdx, blockDim and gridDim have three members each: write threadIdx.x, .y or .z";
}

// The subscript with a comma that is nearest to the error: "tile[y, x]"; empty where the line has none.
struct CommaIndex {
  std::string array;
  std::string first;
  std::string second;
};

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

// The comma of the subscript that begins at `open`, and its end; npos where there is none.
struct Subscript {
  std::size_t comma = std::string::npos;
  std::size_t end = std::string::npos;
};

Subscript subscript_at(const std::string& text, std::size_t open) {
  Subscript found;
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '[' || c == '(' || c == '{') ++depth;
    if (c == ',' && depth == 1) found.comma = at;
    if (c != ']' && c != ')' && c != '}') continue;
    if (--depth > 0) continue;
    found.end = at;
    break;
  }
  if (found.end == std::string::npos) found.comma = found.end;
  return found;
}

CommaIndex comma_index(const std::string& shown) {
  for (std::size_t open = shown.find('['); open != std::string::npos; open = shown.find('[', open + 1)) {
    const std::string array = name_before(shown, open);
    const Subscript subscript = subscript_at(shown, open);
    if (array.empty() || subscript.comma == std::string::npos) continue;
    return {array, trimmed(shown.substr(open + 1, subscript.comma - open - 1)),
            trimmed(shown.substr(subscript.comma + 1, subscript.end - subscript.comma - 1))};
  }
  return {};
}

std::string array_index(const Mistake& mistake) {
  const std::string& said = mistake.message;
  const bool is_comma_itself = has(said, "left operand of comma operator");
  const bool is_about_array =
      has(said, "array type '") || has(said, "is not assignable") ||
      ((has(said, "cannot initialize") || has(said, "incompatible type") || has(said, "invalid operands")) &&
       (has(said, "[") || has(said, "*'")));
  if (!is_comma_itself && !is_about_array) return "";
  const CommaIndex index = comma_index(mistake.shown);
  if (!index.array.empty()) {
    const std::string means = index.array + "[" + index.first + ", " + index.second + "] means " +
                              index.array + "[" + index.second + "], because the comma is an operator: ";
    return means +
           (is_comma_itself
                ? "write one index, as in a[y * width + x], or an index in brackets of its own for each dimension"
                : "write " + index.array + "[" + index.first + "][" + index.second + "]");
  }
  const bool needs_number = has(said, "array type '") || has(said, "incompatible type 'float[") ||
                            has(said, "incompatible type 'int[") || has(said, "lvalue of type 'float[");
  return needs_number && has(said, "[") && !has(said, "*'") && mistake.shown.find('[') != std::string::npos
             ? "this is a whole row: a second index chooses the element, as in tile[y][x]"
             : "";
}

// Fragments and inline PTX.

std::string fragments(const Mistake& mistake) {
  if (has(mistake.message, "no matching function for call to 'mma_sync'")) {
    return "mma_sync(d, a, b, c) takes four fragments, not tiles of memory: load each tile into a fragment first, "
           "with load_matrix_sync(a, pointer, leading_dimension)";
  }
  if (has(mistake.message, "no matching function for call to 'load_matrix_sync'")) {
    return "write load_matrix_sync(fragment, pointer, leading_dimension), where the pointer is to the fragment's "
           "element type (&tile[0][0], not tile); an accumulator needs wmma::mem_row_major as well";
  }
  if (has(mistake.message, "no matching function for call to 'store_matrix_sync'")) {
    return "write store_matrix_sync(pointer, accumulator, leading_dimension, wmma::mem_row_major): the layout "
           "is a name without quotes";
  }
  if (has(mistake.message, "put constraint '")) {
    return "the letter in quotes says what kind of operand follows in brackets: \"r\" a 32-bit integer, \"h\" 16 "
           "bits, \"l\" 64 bits, \"f\" a float, \"d\" a double, \"n\" a constant; \"=r\" and \"+r\" are outputs. "
           "A name of your own belongs in the brackets: \"n\"(kCount)";
  }
  return "";
}

struct Remedy {
  const char* says;  // part of clang's message
  const char* fix;
};

constexpr const char* kDeviceFunctionsOnly =
    "a kernel can only call __device__ functions: mark it __device__, or call it in the host's code";
constexpr const char* kConstantLength =
    "the length must be a constant: use a constexpr, a template argument, or extern __shared__ memory";
constexpr const char* kCub =
    "CUB and Thrust are libraries of their own: `sudo apt install libcub-dev libthrust-dev` installs "
    "them, or `-I FOLDER` names where they are";
constexpr const char* kNoExceptions = "device code has no exceptions: use assert(), or write an error code";
constexpr const char* kNoKernelsInKernels =
    "a kernel cannot call another, and launches from kernels (dynamic parallelism) are not supported by the SIMT machine: make "
    "the common part a __device__ function, or launch from the host";
constexpr const char* kMadeByFunctions = "CUDA's vectors are made by functions: make_float4(x, y, z, w)";

// The first that fits counts.
constexpr std::array kRemedies{
    Remedy{"reference to __host__ function", kDeviceFunctionsOnly},
    Remedy{"call to __host__ function", kDeviceFunctionsOnly},
    Remedy{"no matching function for call to 'atomic",
           "CUDA has this operation for other types: the programming guide's \"Atomic Functions\" lists "
           "them, and shows how atomicCAS makes any other"},
    Remedy{"no matching function for call to '__ld",
           "cached loads are for numbers and CUDA's vectors: load the members of a struct one by one"},
    Remedy{"no matching function for call to '__shfl",
           "a shuffle moves one number of up to 8 bytes: shuffle the members of a struct one by one, an "
           "index in place of a pointer"},
    Remedy{
        "expected body of lambda expression",
        "a lambda in device code is device code already; one in host code may be __device__ with --extended-lambda, as for nvcc"},
    Remedy{"' is ambiguous", "give all arguments one type: 2.0f instead of 2, a cast of the other one"},
    Remedy{"reference to __host__ variable",
           "the host's variables are not in the GPU's memory: pass the value as an argument, or declare it "
           "__device__ or __constant__"},
    Remedy{"initialization is not supported for __shared__",
           "shared memory has no initial value: store it in the kernel, then call __syncthreads()"},
    Remedy{"dynamic initialization is not supported",
           "what a __device__ or __constant__ variable begins with must be a constant: copy it with "
           "cudaMemcpyToSymbol, or store it in a kernel"},
    Remedy{"are not allowed on non-static local variables",
           "__constant__ and __device__ variables stand outside of functions"},
    Remedy{"cannot use variable-length arrays", kConstantLength},
    Remedy{"variable-sized object", kConstantLength},
    Remedy{"array type needs an explicit size",
           "write the length, or `extern __shared__` for one that the launch gives"},
    Remedy{"reference to non-static member function must be called", "write the call's brackets"},
    Remedy{"builtin functions must be directly called", "write the call's brackets: __syncthreads();"},
    Remedy{"must have void return type",
           "a kernel gives its results back through memory: pass a pointer to it"},
    Remedy{"kernel call to non-global function", "only __global__ functions are launched"},
    Remedy{"call to global function", "a kernel is launched: name<<<blocks, threads>>>(arguments)"},
    Remedy{"reference to __global__ function", kNoKernelsInKernels},
    Remedy{"call to __global__ function", kNoKernelsInKernels},
    Remedy{"cannot use 'throw'", kNoExceptions},
    Remedy{"cannot use 'try'", kNoExceptions},
    Remedy{"invalid operands to binary expression ('float2'",
           "CUDA's vectors have no operators: add member by member (a.x + b.x)"},
    Remedy{"invalid operands to binary expression ('float3'",
           "CUDA's vectors have no operators: add member by member (a.x + b.x)"},
    Remedy{"invalid operands to binary expression ('float4'",
           "CUDA's vectors have no operators: add member by member (a.x + b.x)"},
    Remedy{"no viable conversion from 'float' to 'float", kMadeByFunctions},
    Remedy{"for initialization of 'float", kMadeByFunctions},
    Remedy{"'cub/", kCub},
    Remedy{"'thrust/", kCub},
    Remedy{"'launch_bounds' attribute requires",
           "write __launch_bounds__(MOST_THREADS) with a positive constant"},
};

std::string remedy_in(const std::string& text) {
  for (const Remedy& remedy : kRemedies) {
    if (has(text, remedy.says)) return remedy.fix;
  }
  return "";
}

}  // namespace

bool is_about_operator(const Mistake& mistake) {
  return has(mistake.message, "overloaded") || has(mistake.message, "binary expression");
}

std::string remedy_for(const Mistake& mistake) {
  // What knows more of the mistake comes first.
  for (const auto rule : {unknown_name, unknown_file, host_runtime, host_library, host_builtin, without_mask,
                          short_floats, whole_index, array_index, fragments}) {
    if (std::string fix = rule(mistake); !fix.empty()) return fix;
  }
  if (std::string fix = remedy_in(mistake.message); !fix.empty()) return fix;
  return remedy_in(mistake.notes);
}

}  // namespace simtcc
