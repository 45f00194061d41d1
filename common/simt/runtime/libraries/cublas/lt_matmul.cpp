// cuBLAS Library, "cublasLtMatmul()": D = epilogue(alpha * op(A) * op(B) + beta * C), one or many.
//
// The sums are those of cublasGemmEx(): halves and bfloat16s are multiplied exactly and added up in single precision. The epilogue is computed in
// single precision as well, and the result is rounded once. GELU is the one with tanh, as cuBLASLt's.
#include <cmath>
#include <vector>

#include "libraries/cublas/call.h"
#include "libraries/cublas/lt_descriptions.h"
#include "libraries/cublas/multiply.h"

namespace cublas {
namespace {

constexpr int kRelu = CUBLASLT_EPILOGUE_RELU;
constexpr int kGelu = CUBLASLT_EPILOGUE_GELU;
constexpr int kAux = 128;
constexpr int kReluGradient = CUBLASLT_EPILOGUE_DRELU & ~kAux;
constexpr int kGeluGradient = CUBLASLT_EPILOGUE_DGELU & ~kAux;
constexpr int kBias = CUBLASLT_EPILOGUE_BIAS;
constexpr int kBiasGradient = 16;

// All that one call is given.
struct Matmul {
  LtProduct how;
  LtLayout of_a;
  LtLayout of_b;
  LtLayout of_c;
  LtLayout of_d;

  std::int64_t m() const { return static_cast<std::int64_t>(of_d.rows); }
  std::int64_t n() const { return static_cast<std::int64_t>(of_d.columns); }
  std::int64_t k() const {
    return static_cast<std::int64_t>(how.op_a == CUBLAS_OP_N ? of_a.columns : of_a.rows);
  }
  bool is_possible() const;
};

bool are_sizes(const LtLayout& layout, std::int64_t rows, std::int64_t columns, cublasOperation_t op) {
  if (op != CUBLAS_OP_N) std::swap(rows, columns);
  return layout.rows == static_cast<std::uint64_t>(rows) &&
         layout.columns == static_cast<std::uint64_t>(columns);
}

bool Matmul::is_possible() const {
  const bool are_made = is_made(how) && is_made(of_a) && is_made(of_b) && is_made(of_c) && is_made(of_d);
  if (!are_made || !is_operation(how.op_a) || !is_operation(how.op_b)) return false;
  for (const LtLayout* const layout : {&of_a, &of_b, &of_c, &of_d}) {
    if (!layout->is_possible() || layout->count != of_d.count) return false;
  }
  return are_sizes(of_a, m(), k(), how.op_a) && are_sizes(of_b, k(), n(), how.op_b) &&
         are_sizes(of_c, m(), n(), CUBLAS_OP_N);
}

cudart::Elements elements_of(const LtLayout& layout) {
  return matrix_elements(layout.length(), layout.runs(), layout.leading);
}
std::int64_t row_step(const LtLayout& layout) {
  return layout.order == CUBLASLT_ORDER_COL ? 1 : layout.leading;
}
std::int64_t column_step(const LtLayout& layout) {
  return layout.order == CUBLASLT_ORDER_COL ? layout.leading : 1;
}

template <class T>
Matrix<T> matrix_of(const T* data, const LtLayout& layout) {
  return Matrix<T>::strided(data, row_step(layout), column_step(layout));
}

constexpr double kRootOfTwoByPi = 0.79788456080286535588;

// tanh's GELU and its derivative.
template <class S>
S inner_of_gelu(S x) {
  return S(kRootOfTwoByPi) * (x + S(0.044715) * x * x * x);
}
template <class S>
S gelu(S x) {
  return S(0.5) * x * (S(1) + std::tanh(inner_of_gelu(x)));
}
template <class S>
S gelu_gradient(S x) {
  const S tanh = std::tanh(inner_of_gelu(x));
  const S slope = S(kRootOfTwoByPi) * (S(1) + S(3 * 0.044715) * x * x);
  return S(0.5) * (S(1) + tanh) + S(0.5) * x * (S(1) - tanh * tanh) * slope;
}

// A vector or matrix beside the product, whose type the description gives: a bias, what an activation was given.
class Beside {
 public:
  // `type`: a cudaDataType; below 0: the result's.
  static bool has_type(int type) {
    return type < 0 || type == CUDA_R_32F || type == CUDA_R_64F || type == CUDA_R_16F || type == CUDA_R_16BF;
  }
  Beside() = default;
  Beside(DeviceArrays& arrays, void* memory, int type, const cudart::Elements& elements, bool is_written)
      : type_(type) {
    visit([&](auto* none) {
      using T = std::remove_pointer_t<decltype(none)>;
      auto* const typed = static_cast<T*>(memory);
      memory_ = is_written ? arrays.output(typed, elements) : const_cast<T*>(arrays.input(typed, elements));
    });
  }

  template <class S>
  S at(std::int64_t i) const {
    S value{};
    visit([&](auto* none) {
      value = widened<S>(static_cast<const std::remove_pointer_t<decltype(none)>*>(memory_)[i]);
    });
    return value;
  }
  template <class S>
  void put(std::int64_t i, S value) const {
    visit([&](auto* none) {
      using T = std::remove_pointer_t<decltype(none)>;
      static_cast<T*>(memory_)[i] = narrowed<T>(value);
    });
  }

 private:
  template <class Body>
  void visit(const Body& body) const {
    switch (type_) {
      case CUDA_R_64F:
        return body(static_cast<double*>(nullptr));
      case CUDA_R_16F:
        return body(static_cast<__half*>(nullptr));
      case CUDA_R_16BF:
        return body(static_cast<__nv_bfloat16*>(nullptr));
      default:
        return body(static_cast<float*>(nullptr));
    }
  }

  int type_ = CUDA_R_32F;
  void* memory_ = nullptr;
};

// What one product becomes behind its sums. Sum (i, j) lies at sums[i + j * m].
template <class S>
class Epilogue {
 public:
  Epilogue(const Matmul& matmul, std::int64_t number, DeviceArrays& arrays) : all_(matmul), how_(matmul.how) {
    const std::int64_t m = all_.m();
    const int result = all_.of_d.type;
    const auto type_of = [result](int type) { return type < 0 ? result : type; };
    const bool is_gradient = how_.does(kBiasGradient | CUBLASLT_EPILOGUE_BGRADA | CUBLASLT_EPILOGUE_BGRADB);
    const int bias_type = type_of(how_.bias_type);
    if (how_.does(kBias) || is_gradient) {
      const std::int64_t length = how_.does(CUBLASLT_EPILOGUE_BGRADB) ? all_.n() : m;
      bias_ = Beside(arrays, moved(how_.bias, bias_type, number * how_.bias_stride), bias_type,
                     vector_elements(length, 1), is_gradient);
    }
    if (!how_.does(kAux)) return;
    if (how_.does(kRelu | kReluGradient)) {
      auto* const bits = static_cast<unsigned char*>(how_.aux) + number * how_.aux_stride / 8;
      const cudart::Elements bytes = matrix_elements((m + 7) / 8, all_.n(), how_.aux_leading / 8);
      signs_ = how_.does(kRelu) ? arrays.output(bits, bytes)
                                : const_cast<unsigned char*>(arrays.input(bits, bytes));
    } else {
      const int aux_type = type_of(how_.aux_type);
      aux_ = Beside(arrays, moved(how_.aux, aux_type, number * how_.aux_stride), aux_type,
                    matrix_elements(m, all_.n(), how_.aux_leading), how_.does(kGelu));
    }
  }

  // In: alpha * product + beta * C.
  S apply(std::int64_t i, std::int64_t j, S value) {
    if (how_.does(kBias)) value += bias_.template at<S>(i);
    if (how_.does(kRelu)) {
      if (how_.does(kAux)) put_sign(i, j, value > S(0));
      value = value > S(0) ? value : S(0);
    }
    if (how_.does(kGelu)) {
      if (how_.does(kAux)) aux_.put(i + j * how_.aux_leading, value);
      value = gelu(value);
    }
    if (how_.does(kReluGradient) && !has_sign(i, j)) value = S(0);
    if (how_.does(kGeluGradient)) value *= gelu_gradient(aux_.template at<S>(i + j * how_.aux_leading));
    return value;
  }

  // The gradient of a bias: the sums of the result's rows, of op(A)'s rows or of op(B)'s columns.
  void put_bias_gradient(const std::vector<S>& result, const std::function<S(std::int64_t, std::int64_t)>& a,
                         const std::function<S(std::int64_t, std::int64_t)>& b) {
    if (how_.does(kBiasGradient)) {
      const auto of_result = [&](std::int64_t i, std::int64_t j) {
        return result[static_cast<std::size_t>(i + j * all_.m())];
      };
      put_sums(all_.m(), all_.n(), of_result);
    } else if (how_.does(CUBLASLT_EPILOGUE_BGRADA)) {
      put_sums(all_.m(), all_.k(), a);
    } else if (how_.does(CUBLASLT_EPILOGUE_BGRADB)) {
      put_sums(all_.n(), all_.k(), [&](std::int64_t j, std::int64_t l) { return b(l, j); });
    }
  }

 private:
  static void* moved(void* memory, int type, std::int64_t elements) {
    const std::int64_t bytes = type == CUDA_R_64F ? 8 : type == CUDA_R_32F ? 4 : 2;
    return memory == nullptr ? nullptr : static_cast<char*>(memory) + elements * bytes;
  }
  template <class At>
  void put_sums(std::int64_t count, std::int64_t depth, const At& at) {
    for (std::int64_t i = 0; i < count; ++i) {
      S sum{};
      for (std::int64_t l = 0; l < depth; ++l) sum += at(i, l);
      bias_.put(i, sum);
    }
  }
  unsigned char& sign_byte(std::int64_t i, std::int64_t j) { return signs_[(i + j * how_.aux_leading) / 8]; }
  bool has_sign(std::int64_t i, std::int64_t j) { return (sign_byte(i, j) >> i % 8 & 1) != 0; }
  void put_sign(std::int64_t i, std::int64_t j, bool is_positive) {
    unsigned char& byte = sign_byte(i, j);
    const auto bit = static_cast<unsigned char>(1U << i % 8);
    byte = static_cast<unsigned char>(is_positive ? byte | bit : byte & ~bit);
  }

  const Matmul& all_;
  const LtProduct& how_;
  Beside bias_;
  Beside aux_;
  unsigned char* signs_ = nullptr;
};

struct LtOperands {
  const void* alpha;
  const void* a;
  const void* b;
  const void* beta;
  const void* c;
  void* d;
};

// Product `number` of a call.
template <class S, class T, class C>
void multiply_one(DeviceArrays& arrays, const Matmul& with, const LtOperands& given, std::int64_t number,
                  S alpha, S beta) {
  const std::int64_t m = with.m();
  const auto input = [&](auto* memory, const LtLayout& layout) {
    return arrays.input(memory + number * layout.stride, elements_of(layout));
  };
  const T* const a = input(static_cast<const T*>(given.a), with.of_a);
  const T* const b = input(static_cast<const T*>(given.b), with.of_b);
  const C* const c = beta == S(0) ? nullptr : input(static_cast<const C*>(given.c), with.of_c);
  C* const d = arrays.output(static_cast<C*>(given.d) + number * with.of_d.stride, elements_of(with.of_d));
  Epilogue<S> epilogue(with, number, arrays);
  if (!arrays.are_found()) return;
  const Matrix<T> left = matrix_of(a, with.of_a).operated(with.how.op_a);
  const Matrix<T> right = matrix_of(b, with.of_b).operated(with.how.op_b);
  std::vector<S> sums(static_cast<std::size_t>(m * with.n()));
  multiply(Sizes{m, with.n(), with.k()}, left, right,
           Target<S, S>::columns(sums.data(), m).scaled(alpha, S(0)));
  for (std::int64_t j = 0; j < with.n(); ++j) {
    for (std::int64_t i = 0; i < m; ++i) {
      S& value = sums[static_cast<std::size_t>(i + j * m)];
      if (c != nullptr) value += beta * widened<S>(c[i * row_step(with.of_c) + j * column_step(with.of_c)]);
      value = epilogue.apply(i, j, value);
      d[i * row_step(with.of_d) + j * column_step(with.of_d)] = narrowed<C>(value);
    }
  }
  epilogue.put_bias_gradient(
      sums, [&](std::int64_t i, std::int64_t l) { return left.template at<S>(i, l); },
      [&](std::int64_t l, std::int64_t j) { return right.template at<S>(l, j); });
}

// S: what is computed in. F: a scalar's own type.
template <class S, class T, class C, class F>
cublasStatus_t multiply_as(Call& call, const Matmul& with, const LtOperands& given) {
  const auto* const alpha = static_cast<const F*>(given.alpha);
  const auto* const beta = static_cast<const F*>(given.beta);
  if (!call.takes({alpha, beta})) return CUBLAS_STATUS_INVALID_VALUE;
  return call.run([=, by = call.scalar(alpha), old = call.scalar(beta)](DeviceArrays& arrays) {
    const S factor = widened<S>(by.read(arrays));
    const S kept = widened<S>(old.read(arrays));
    for (std::int64_t i = 0; i < with.of_d.count && arrays.are_found(); ++i)
      multiply_one<S, T, C>(arrays, with, given, i, factor, kept);
  });
}

using Multiplies = cublasStatus_t (*)(Call&, const Matmul&, const LtOperands&);

// The rows of the table in cuBLAS Library, "cublasLtMatmul()", that are computed here; null: the others.
Multiplies find_multiplication(const Matmul& with) {
  const auto are = [&](cudaDataType inputs, cudaDataType result, cudaDataType scale) {
    return with.of_a.type == inputs && with.of_b.type == inputs && with.of_c.type == result &&
           with.of_d.type == result && with.how.scale == scale;
  };
  const cublasComputeType_t compute = with.how.compute;
  if (is_single_precision(compute)) {
    if (are(CUDA_R_32F, CUDA_R_32F, CUDA_R_32F)) return multiply_as<float, float, float, float>;
    if (are(CUDA_R_16F, CUDA_R_16F, CUDA_R_32F)) return multiply_as<float, __half, __half, float>;
    if (are(CUDA_R_16F, CUDA_R_32F, CUDA_R_32F)) return multiply_as<float, __half, float, float>;
    if (are(CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F))
      return multiply_as<float, __nv_bfloat16, __nv_bfloat16, float>;
    if (are(CUDA_R_16BF, CUDA_R_32F, CUDA_R_32F)) return multiply_as<float, __nv_bfloat16, float, float>;
  }
  if (compute == CUBLAS_COMPUTE_16F && are(CUDA_R_16F, CUDA_R_16F, CUDA_R_16F))
    return multiply_as<float, __half, __half, __half>;
  if (compute == CUBLAS_COMPUTE_64F && are(CUDA_R_64F, CUDA_R_64F, CUDA_R_64F))
    return multiply_as<double, double, double, double>;
  return nullptr;
}

bool is_scaled(const LtProduct& how) {
  for (const void* const scale : how.scales) {
    if (scale != nullptr) return true;
  }
  return how.largest != nullptr;
}

// What cuBLASLt can do and what is computed here: 8-bit types, whose results go by scales, are not.
bool is_supported(const Matmul& with) {
  const bool has_scalars = with.how.pointer_mode == CUBLASLT_POINTER_MODE_HOST ||
                           with.how.pointer_mode == CUBLASLT_POINTER_MODE_DEVICE;
  return has_scalars && with.how.op_c == CUBLAS_OP_N && with.how.fill == CUBLAS_FILL_MODE_FULL &&
         !is_scaled(with.how) && Beside::has_type(with.how.bias_type) &&
         Beside::has_type(with.how.aux_type) && find_multiplication(with) != nullptr;
}

bool has_what_the_epilogue_takes(const LtProduct& how, std::int64_t rows) {
  const bool takes_bias =
      how.does(kBias | kBiasGradient | CUBLASLT_EPILOGUE_BGRADA | CUBLASLT_EPILOGUE_BGRADB);
  if (takes_bias && how.bias == nullptr) return false;
  constexpr std::int64_t kSigns = 128;  // a column of signs begins at such a bit
  const bool are_signs = how.does(kRelu | kReluGradient);
  return !how.does(kAux) ||
         (how.aux != nullptr && how.aux_leading >= rows && (!are_signs || how.aux_leading % kSigns == 0));
}

Matmul matmul_of(cublasLtMatmulDesc_t description, cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                 cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d) {
  return {read<LtProduct>(description), read<LtLayout>(a), read<LtLayout>(b), read<LtLayout>(c),
          read<LtLayout>(d)};
}

cublasStatus_t matmul(Call& call, const Matmul& with, const LtOperands& given) {
  if (!with.is_possible() || !has_what_the_epilogue_takes(with.how, with.m()))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (!is_supported(with)) return CUBLAS_STATUS_NOT_SUPPORTED;
  return find_multiplication(with)(call, with, given);
}

}  // namespace
}  // namespace cublas

extern "C" {

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t description,
                                              cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                              cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                              cublasLtMatmulPreference_t preference, int asked,
                                              cublasLtMatmulHeuristicResult_t results[], int* found) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  const cublas::Matmul with = cublas::matmul_of(description, a, b, c, d);
  const bool is_preference = cublas::is_made(cublas::read<cublas::LtPreference>(preference));
  if (asked < 1 || results == nullptr || found == nullptr || !is_preference || !with.is_possible())
    return CUBLAS_STATUS_INVALID_VALUE;
  *found = cublas::is_supported(with) ? 1 : 0;
  if (*found == 0) return CUBLAS_STATUS_NOT_SUPPORTED;
  results[0] = {};
  results[0].state = CUBLAS_STATUS_SUCCESS;
  results[0].wavesCount = 1;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t description, const void* alpha,
                              const void* A, cublasLtMatrixLayout_t Adesc, const void* B,
                              cublasLtMatrixLayout_t Bdesc, const void* beta, const void* C,
                              cublasLtMatrixLayout_t Cdesc, void* D, cublasLtMatrixLayout_t Ddesc,
                              const cublasLtMatmulAlgo_t*, void*, size_t, cudaStream_t stream) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  return cublas::call(HERE("cublasLtMatmul"), [&](cublas::Runtime& runtime) {
    const cublas::Matmul with = cublas::matmul_of(description, Adesc, Bdesc, Cdesc, Ddesc);
    cublasContext context;
    context.stream = stream;
    if (with.how.pointer_mode == CUBLASLT_POINTER_MODE_DEVICE)
      context.pointer_mode = CUBLAS_POINTER_MODE_DEVICE;
    cublas::Call call(runtime, context, "cublasLtMatmul");
    return cublas::matmul(call, with, {alpha, A, B, beta, C, D});
  });
}
}
