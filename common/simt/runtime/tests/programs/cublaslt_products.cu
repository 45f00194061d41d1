// cuBLASLt: each epilogue, type and order, against plain loops in double precision; batches; statuses of wrong descriptions. The same
// program compiles with nvcc, and says the same on a GPU.
#include <cublasLt.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <vector>

namespace {

// What epilogues want of sizes on a GPU: a column of signs has 128 bits.
constexpr int m = 128;
constexpr int n = 24;
constexpr int k = 40;

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("CUDA: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

double as_float(double x) { return x; }
float as_float(float x) { return x; }
float as_float(__half x) { return __half2float(x); }
float as_float(__nv_bfloat16 x) { return __bfloat162float(x); }
template <class T>
T as(double x);
template <>
double as<double>(double x) {
  return x;
}
template <>
float as<float>(double x) {
  return static_cast<float>(x);
}
template <>
__half as<__half>(double x) {
  return __float2half(static_cast<float>(x));
}
template <>
__nv_bfloat16 as<__nv_bfloat16>(double x) {
  return __float2bfloat16(static_cast<float>(x));
}
template <class T>
struct TypeOf;
template <>
struct TypeOf<double> {
  static constexpr cudaDataType value = CUDA_R_64F;
  static constexpr double error = 1e-12;
};
template <>
struct TypeOf<float> {
  static constexpr cudaDataType value = CUDA_R_32F;
  static constexpr double error = 1e-4;
};
template <>
struct TypeOf<__half> {
  static constexpr cudaDataType value = CUDA_R_16F;
  static constexpr double error = 4e-3;
};
template <>
struct TypeOf<__nv_bfloat16> {
  static constexpr cudaDataType value = CUDA_R_16BF;
  static constexpr double error = 3e-2;
};

// An array on both sides, of values between -1 and 1 that are the same in each run.
template <class T>
struct Array {
  explicit Array(std::size_t count, unsigned seed = 0) : host(count) {
    unsigned state = seed * 2654435761U + 12345U;
    for (T& one : host) {
      state = state * 1664525U + 1013904223U;
      one = as<T>(seed == 0 ? 0.0 : static_cast<double>(state >> 8U) / (1U << 23U) - 1.0);
    }
    check(cudaMalloc(&device, count * sizeof(T)));
    check(cudaMemcpy(device, host.data(), count * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~Array() { cudaFree(device); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  void fetch() { check(cudaMemcpy(host.data(), device, host.size() * sizeof(T), cudaMemcpyDeviceToHost)); }
  double at(std::size_t i) const { return as_float(host[i]); }

  std::vector<T> host;
  T* device = nullptr;
};

double gelu(double x) { return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); }
double gelu_gradient(double x) { return (gelu(x + 1e-4) - gelu(x - 1e-4)) / 2e-4; }

struct Options {
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  cublasOperation_t op_a = CUBLAS_OP_N;
  cublasOperation_t op_b = CUBLAS_OP_N;
  cublasLtOrder_t order = CUBLASLT_ORDER_COL;
  double beta = 0;
  int batches = 1;
};

cublasLtHandle_t handle;

template <class V>
void set(cublasLtMatmulDesc_t how, cublasLtMatmulDescAttributes_t what, const V& value) {
  if (cublasLtMatmulDescSetAttribute(how, what, &value, sizeof value) != CUBLAS_STATUS_SUCCESS)
    std::printf("attribute %d: refused\n", static_cast<int>(what));
}

struct Shape {
  int rows;
  int columns;
  cublasLtOrder_t order;
  int leading() const { return order == CUBLASLT_ORDER_COL ? rows : columns; }
  std::size_t at(int i, int j) const {
    return static_cast<std::size_t>(order == CUBLASLT_ORDER_COL ? i + j * rows : i * columns + j);
  }
  std::size_t count() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns); }
};

cublasLtMatrixLayout_t layout(const Shape& shape, cudaDataType type, int batches) {
  cublasLtMatrixLayout_t made = nullptr;
  cublasLtMatrixLayoutCreate(&made, type, static_cast<unsigned long long>(shape.rows),
                             static_cast<unsigned long long>(shape.columns), shape.leading());
  cublasLtMatrixLayoutSetAttribute(made, CUBLASLT_MATRIX_LAYOUT_ORDER, &shape.order, sizeof shape.order);
  const long long stride = static_cast<long long>(shape.count());
  cublasLtMatrixLayoutSetAttribute(made, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batches, sizeof batches);
  cublasLtMatrixLayoutSetAttribute(made, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride, sizeof stride);
  return made;
}

template <class T>
void product(const char* what, const Options& with) {
  const auto does = [&](int part) { return (with.epilogue & part) != 0; };
  const Shape of_a = with.op_a == CUBLAS_OP_N ? Shape{m, k, with.order} : Shape{k, m, with.order};
  const Shape of_b = with.op_b == CUBLAS_OP_N ? Shape{k, n, with.order} : Shape{n, k, with.order};
  const Shape of_d{m, n, with.order};
  const auto count = static_cast<std::size_t>(with.batches);
  Array<T> a(of_a.count() * count, 1);
  Array<T> b(of_b.count() * count, 2);
  Array<T> c(of_d.count() * count, 3);
  Array<T> d(of_d.count() * count);
  const bool is_gradient = does(8 | 64);
  Array<T> bias(m, does(4) ? 4 : 0);
  Array<T> aux(of_d.count(), is_gradient ? 5 : 0);

  cublasLtMatmulDesc_t how = nullptr;
  constexpr bool kIsDouble = TypeOf<T>::value == CUDA_R_64F;
  using Scalar = typename std::conditional<kIsDouble, double, float>::type;
  cublasLtMatmulDescCreate(&how, kIsDouble ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F,
                           kIsDouble ? CUDA_R_64F : CUDA_R_32F);
  set(how, CUBLASLT_MATMUL_DESC_TRANSA, with.op_a);
  set(how, CUBLASLT_MATMUL_DESC_TRANSB, with.op_b);
  set(how, CUBLASLT_MATMUL_DESC_EPILOGUE, with.epilogue);
  if (does(4 | 16 | 256 | 512)) set(how, CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias.device);
  if (does(128)) {
    set(how, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, aux.device);
    set(how, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, static_cast<long long>(m));
  }
  const cublasLtMatrixLayout_t layouts[]{
      layout(of_a, TypeOf<T>::value, with.batches), layout(of_b, TypeOf<T>::value, with.batches),
      layout(of_d, TypeOf<T>::value, with.batches), layout(of_d, TypeOf<T>::value, with.batches)};
  cublasLtMatmulPreference_t preference = nullptr;
  cublasLtMatmulPreferenceCreate(&preference);
  const std::size_t bytes = std::size_t{4} << 20U;
  cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes,
                                       sizeof bytes);
  void* workspace = nullptr;
  check(cudaMalloc(&workspace, bytes));
  cublasLtMatmulHeuristicResult_t chosen{};
  int found = 0;
  cublasLtMatmulAlgoGetHeuristic(handle, how, layouts[0], layouts[1], layouts[2], layouts[3], preference, 1,
                                 &chosen, &found);
  const Scalar alpha = 0.5;
  const auto beta = static_cast<Scalar>(with.beta);
  const cublasStatus_t status =
      cublasLtMatmul(handle, how, &alpha, a.device, layouts[0], b.device, layouts[1], &beta, c.device,
                     layouts[2], d.device, layouts[3], &chosen.algo, workspace, bytes, nullptr);
  check(cudaDeviceSynchronize());
  d.fetch();
  aux.fetch();
  bias.fetch();
  const auto* const signs = reinterpret_cast<const unsigned char*>(aux.host.data());

  double worst = 0;
  const auto compare = [&](double is, double expected) {
    worst = std::fmax(worst, std::fabs(is - expected) / (1 + std::fabs(expected)));
  };
  std::vector<double> of_bias(m);
  for (std::size_t one = 0; one < count; ++one) {
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < m; ++i) {
        double sum = 0;
        for (int l = 0; l < k; ++l) {
          sum += a.at(one * of_a.count() + (with.op_a == CUBLAS_OP_N ? of_a.at(i, l) : of_a.at(l, i))) *
                 b.at(one * of_b.count() + (with.op_b == CUBLAS_OP_N ? of_b.at(l, j) : of_b.at(j, l)));
        }
        const std::size_t place = one * of_d.count() + of_d.at(i, j);
        const auto beside = static_cast<std::size_t>(i + j * m);
        double value = 0.5 * sum + with.beta * c.at(place);
        if (does(4)) value += bias.at(static_cast<std::size_t>(i));
        if (does(128) && does(2)) compare(signs[beside / 8] >> beside % 8 & 1, value > 0 ? 1 : 0);
        if (does(128) && does(32)) compare(aux.at(beside), value);
        if (does(2)) value = std::fmax(value, 0);
        if (does(32)) value = gelu(value);
        if (does(64)) value *= gelu_gradient(aux.at(beside));
        if (does(8)) value = (signs[beside / 8] >> beside % 8 & 1) != 0 ? value : 0;
        of_bias[static_cast<std::size_t>(i)] += value;
        compare(d.at(place), value);
      }
    }
  }
  const auto bias_is = [&](int i, double expected) {
    compare(bias.at(static_cast<std::size_t>(i)), expected);
  };
  for (int i = 0; does(16) && i < m; ++i) bias_is(i, of_bias[static_cast<std::size_t>(i)]);
  for (int i = 0; does(256) && i < m; ++i) {
    double sum = 0;
    for (int l = 0; l < k; ++l) sum += a.at(with.op_a == CUBLAS_OP_N ? of_a.at(i, l) : of_a.at(l, i));
    bias_is(i, sum);
  }
  for (int j = 0; does(512) && j < n; ++j) {
    double sum = 0;
    for (int l = 0; l < k; ++l) sum += b.at(with.op_b == CUBLAS_OP_N ? of_b.at(l, j) : of_b.at(j, l));
    bias_is(j, sum);
  }
  const bool is_right = status == CUBLAS_STATUS_SUCCESS && worst < TypeOf<T>::error;
  std::printf("%s: %s\n", what, is_right ? "right" : cublasLtGetStatusName(status));
  if (!is_right) std::printf("  worst error %g\n", worst);
  for (const cublasLtMatrixLayout_t one : layouts) cublasLtMatrixLayoutDestroy(one);
  cublasLtMatmulPreferenceDestroy(preference);
  cublasLtMatmulDescDestroy(how);
  check(cudaFree(workspace));
}

void say(const char* what, cublasStatus_t status) {
  std::printf("%s: %s\n", what, cublasLtGetStatusName(status));
}

// Descriptions that fit no product, and attributes that are read back.
void descriptions() {
  cublasLtMatmulDescOpaque_t how;
  cublasLtMatrixLayoutOpaque_t a;
  cublasLtMatrixLayoutOpaque_t b;
  say("a description by value", cublasLtMatmulDescInit(&how, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  cublasLtMatrixLayoutInit(&a, CUDA_R_32F, m, k, m);
  cublasLtMatrixLayoutInit(&b, CUDA_R_32F, k + 1, n, k + 1);
  cublasLtMatrixLayoutOpaque_t d;
  cublasLtMatrixLayoutInit(&d, CUDA_R_32F, m, n, m);
  std::size_t written = 0;
  unsigned long long rows = 0;
  say("rows",
      cublasLtMatrixLayoutGetAttribute(&b, CUBLASLT_MATRIX_LAYOUT_ROWS, &rows, sizeof rows, &written));
  std::printf("%llu rows in %zu bytes\n", rows, written);
  say("too few bytes", cublasLtMatrixLayoutSetAttribute(&b, CUBLASLT_MATRIX_LAYOUT_ROWS, &rows, 1));
  const float one = 1;
  Array<float> memory(std::size_t{m} * m, 1);
  say("sizes that do not fit",
      cublasLtMatmul(handle, &how, &one, memory.device, &a, memory.device, &b, &one, memory.device, &d,
                     memory.device, &d, nullptr, nullptr, 0, nullptr));
  say("no handle", cublasLtMatmul(nullptr, &how, &one, memory.device, &a, memory.device, &b, &one,
                                  memory.device, &d, memory.device, &d, nullptr, nullptr, 0, nullptr));
}

}  // namespace

int main(int count, char** arguments) {
  say("Create", cublasLtCreate(&handle));
  if (count > 1) {  // a mistake: a bias that is shorter than the result's columns
    cublasLtMatmulDescOpaque_t how;
    cublasLtMatrixLayoutOpaque_t square;
    cublasLtMatmulDescInit(&how, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    cublasLtMatrixLayoutInit(&square, CUDA_R_32F, 16, 16, 16);
    Array<float> matrix(256, 1);
    Array<float> result(256);
    Array<float> bias(8, 2);
    const cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_BIAS;
    set(&how, CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue);
    set(&how, CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias.device);
    const float one = 1;
    const float zero = 0;
    say(arguments[1],
        cublasLtMatmul(handle, &how, &one, matrix.device, &square, matrix.device, &square, &zero,
                       result.device, &square, result.device, &square, nullptr, nullptr, 0, nullptr));
    return 0;
  }
  product<float>("floats", {});
  product<float>("floats, A turned", {CUBLASLT_EPILOGUE_DEFAULT, CUBLAS_OP_T});
  product<float>("floats, both turned, added to C",
                 {CUBLASLT_EPILOGUE_DEFAULT, CUBLAS_OP_T, CUBLAS_OP_T, CUBLASLT_ORDER_COL, 2});
  product<float>("floats in rows", {CUBLASLT_EPILOGUE_DEFAULT, CUBLAS_OP_N, CUBLAS_OP_N, CUBLASLT_ORDER_ROW});
  product<float>("floats, a batch",
                 {CUBLASLT_EPILOGUE_DEFAULT, CUBLAS_OP_N, CUBLAS_OP_N, CUBLASLT_ORDER_COL, 1, 3});
  product<double>("doubles", {CUBLASLT_EPILOGUE_DEFAULT, CUBLAS_OP_T, CUBLAS_OP_N, CUBLASLT_ORDER_COL, 2});
  product<__half>("halves", {CUBLASLT_EPILOGUE_DEFAULT, CUBLAS_OP_T});
  product<__nv_bfloat16>("bfloat16s", {CUBLASLT_EPILOGUE_DEFAULT, CUBLAS_OP_T});
  product<__half>("bias", {CUBLASLT_EPILOGUE_BIAS, CUBLAS_OP_T});
  product<__half>("ReLU", {CUBLASLT_EPILOGUE_RELU, CUBLAS_OP_T});
  product<__half>("ReLU of a bias", {CUBLASLT_EPILOGUE_RELU_BIAS, CUBLAS_OP_T});
  product<__half>("ReLU, its signs kept", {CUBLASLT_EPILOGUE_RELU_AUX, CUBLAS_OP_T});
  product<__half>("ReLU of a bias, its signs kept", {CUBLASLT_EPILOGUE_RELU_AUX_BIAS, CUBLAS_OP_T});
  product<__half>("GELU", {CUBLASLT_EPILOGUE_GELU, CUBLAS_OP_T});
  product<__half>("GELU of a bias", {CUBLASLT_EPILOGUE_GELU_BIAS, CUBLAS_OP_T});
  product<__half>("GELU, its input kept", {CUBLASLT_EPILOGUE_GELU_AUX, CUBLAS_OP_T});
  product<__nv_bfloat16>("GELU of a bias, its input kept", {CUBLASLT_EPILOGUE_GELU_AUX_BIAS, CUBLAS_OP_T});
  product<__half>("gradient of ReLU", {CUBLASLT_EPILOGUE_DRELU, CUBLAS_OP_N});
  product<__half>("gradient of ReLU and a bias", {CUBLASLT_EPILOGUE_DRELU_BGRAD, CUBLAS_OP_N});
  product<__half>("gradient of GELU", {CUBLASLT_EPILOGUE_DGELU, CUBLAS_OP_N});
  product<__half>("gradient of GELU and a bias", {CUBLASLT_EPILOGUE_DGELU_BGRAD, CUBLAS_OP_N});
  product<__half>("gradient of a bias from A", {CUBLASLT_EPILOGUE_BGRADA, CUBLAS_OP_N});
  product<__half>("gradient of a bias from B", {CUBLASLT_EPILOGUE_BGRADB, CUBLAS_OP_N, CUBLAS_OP_T});
  descriptions();
  say("Destroy", cublasLtDestroy(handle));
}
