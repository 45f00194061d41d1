// cuBLASLt: the functions that make, set and read descriptions, and the handle.
#include "libraries/cublas/lt_descriptions.h"

#include "state/handles.h"
#include "state/runtime.h"

struct cublasLtContext {};

namespace cublas {
namespace {

// Where an attribute is kept.
struct Field {
  void* memory = nullptr;
  std::size_t bytes = 0;
};
template <class T>
Field field(T& member) {
  return {&member, sizeof member};
}

Field find(LtLayout& layout, int attribute) {
  switch (attribute) {
    case CUBLASLT_MATRIX_LAYOUT_TYPE:
      return field(layout.type);
    case CUBLASLT_MATRIX_LAYOUT_ORDER:
      return field(layout.order);
    case CUBLASLT_MATRIX_LAYOUT_ROWS:
      return field(layout.rows);
    case CUBLASLT_MATRIX_LAYOUT_COLS:
      return field(layout.columns);
    case CUBLASLT_MATRIX_LAYOUT_LD:
      return field(layout.leading);
    case CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT:
      return field(layout.count);
    case CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET:
      return field(layout.stride);
    default:
      return {};
  }
}

Field find(LtProduct& product, int attribute) {
  switch (attribute) {
    case CUBLASLT_MATMUL_DESC_COMPUTE_TYPE:
      return field(product.compute);
    case CUBLASLT_MATMUL_DESC_SCALE_TYPE:
      return field(product.scale);
    case CUBLASLT_MATMUL_DESC_POINTER_MODE:
      return field(product.pointer_mode);
    case CUBLASLT_MATMUL_DESC_TRANSA:
      return field(product.op_a);
    case CUBLASLT_MATMUL_DESC_TRANSB:
      return field(product.op_b);
    case CUBLASLT_MATMUL_DESC_TRANSC:
      return field(product.op_c);
    case CUBLASLT_MATMUL_DESC_FILL_MODE:
      return field(product.fill);
    case CUBLASLT_MATMUL_DESC_EPILOGUE:
      return field(product.epilogue);
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
      return field(product.bias);
    case CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE:
      return field(product.bias_stride);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER:
      return field(product.aux);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD:
      return field(product.aux_leading);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE:
      return field(product.aux_stride);
    case CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE:
      return field(product.alpha_stride);
    case CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET:
      return field(product.multiprocessors);
    case CUBLASLT_MATMUL_DESC_A_SCALE_POINTER:
    case CUBLASLT_MATMUL_DESC_B_SCALE_POINTER:
    case CUBLASLT_MATMUL_DESC_C_SCALE_POINTER:
    case CUBLASLT_MATMUL_DESC_D_SCALE_POINTER:
      return field(product.scales[attribute - CUBLASLT_MATMUL_DESC_A_SCALE_POINTER]);
    case CUBLASLT_MATMUL_DESC_AMAX_D_POINTER:
      return field(product.largest);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE:
      return field(product.aux_type);
    case CUBLASLT_MATMUL_DESC_FAST_ACCUM:
      return field(product.adds_fast);
    case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE:
      return field(product.bias_type);
    default:
      return {};
  }
}

Field find(LtPreference& preference, int attribute) {
  switch (attribute) {
    case CUBLASLT_MATMUL_PREF_SEARCH_MODE:
      return field(preference.search_mode);
    case CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES:
      return field(preference.workspace_bytes);
    case CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK:
      return field(preference.reductions);
    case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES:
    case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES:
    case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES:
    case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES:
      return field(preference.alignments[attribute - CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES]);
    case CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT:
      return field(preference.waves);
    case CUBLASLT_MATMUL_PREF_IMPL_MASK:
      return field(preference.implementations);
    default:
      return {};
  }
}

template <class T>
cublasStatus_t set(typename T::Opaque* opaque, int attribute, const void* value, std::size_t bytes) {
  T known = read<T>(opaque);
  const Field to = find(known, attribute);
  if (!is_made(known) || value == nullptr || to.memory == nullptr || bytes < to.bytes)
    return CUBLAS_STATUS_INVALID_VALUE;
  std::memcpy(to.memory, value, to.bytes);
  write(opaque, known);
  return CUBLAS_STATUS_SUCCESS;
}

// No bytes: only how many there would be is asked.
template <class T>
cublasStatus_t get(const typename T::Opaque* opaque, int attribute, void* value, std::size_t bytes,
                   std::size_t* written) {
  T known = read<T>(opaque);
  const Field from = find(known, attribute);
  if (!is_made(known) || from.memory == nullptr || (bytes == 0 && written == nullptr))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (written != nullptr) *written = from.bytes;
  if (bytes == 0) return CUBLAS_STATUS_SUCCESS;
  if (value == nullptr || bytes < from.bytes) return CUBLAS_STATUS_INVALID_VALUE;
  std::memcpy(value, from.memory, from.bytes);
  return CUBLAS_STATUS_SUCCESS;
}

template <class T>
cublasStatus_t begin(typename T::Opaque* opaque, std::size_t bytes, const T& value) {
  if (opaque == nullptr || bytes < sizeof value) return CUBLAS_STATUS_INVALID_VALUE;
  *opaque = {};
  write(opaque, value);
  return CUBLAS_STATUS_SUCCESS;
}

template <class T>
cublasStatus_t create(typename T::Opaque** opaque, const T& value) {
  if (opaque == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  typename T::Opaque made{};
  write(&made, value);
  *opaque = cudart::handles<typename T::Opaque>().make(made);
  return CUBLAS_STATUS_SUCCESS;
}

template <class Opaque>
cublasStatus_t destroy(Opaque* opaque) {
  return opaque == nullptr || cudart::handles<Opaque>().destroy(opaque) ? CUBLAS_STATUS_SUCCESS
                                                                        : CUBLAS_STATUS_INVALID_VALUE;
}

LtLayout layout_of(cudaDataType type, std::uint64_t rows, std::uint64_t columns, std::int64_t leading) {
  LtLayout made;
  made.type = type;
  made.rows = rows;
  made.columns = columns;
  made.leading = leading;
  return made;
}

LtProduct product_of(cublasComputeType_t compute, cudaDataType scale) {
  LtProduct made;
  made.compute = compute;
  made.scale = scale;
  return made;
}

}  // namespace
}  // namespace cublas

using cublas::LtLayout;
using cublas::LtPreference;
using cublas::LtProduct;

extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
  if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *handle = cudart::handles<cublasLtContext>().make({});
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  return cudart::handles<cublasLtContext>().destroy(handle) ? CUBLAS_STATUS_SUCCESS
                                                            : CUBLAS_STATUS_NOT_INITIALIZED;
}
size_t cublasLtGetVersion() { return CUBLAS_VERSION; }
size_t cublasLtGetCudartVersion() { return cublasGetCudartVersion(); }
const char* cublasLtGetStatusName(cublasStatus_t status) { return cublasGetStatusName(status); }
const char* cublasLtGetStatusString(cublasStatus_t status) { return cublasGetStatusString(status); }

cublasStatus_t cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t layout, size_t size,
                                                 cudaDataType type, unsigned long long rows,
                                                 unsigned long long columns, long long leading) {
  return cublas::begin(layout, size, cublas::layout_of(type, rows, columns, leading));
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType type,
                                          unsigned long long rows, unsigned long long columns,
                                          long long leading) {
  return cublas::create(layout, cublas::layout_of(type, rows, columns, leading));
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) { return cublas::destroy(layout); }
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attribute, const void* value,
                                                size_t size) {
  return cublas::set<LtLayout>(layout, attribute, value, size);
}
cublasStatus_t cublasLtMatrixLayoutGetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attribute, void* value,
                                                size_t size, size_t* written) {
  return cublas::get<LtLayout>(layout, attribute, value, size, written);
}

cublasStatus_t cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t description, size_t size,
                                               cublasComputeType_t compute, cudaDataType_t scale) {
  return cublas::begin(description, size, cublas::product_of(compute, scale));
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* description, cublasComputeType_t compute,
                                        cudaDataType_t scale) {
  return cublas::create(description, cublas::product_of(compute, scale));
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t description) {
  return cublas::destroy(description);
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t description,
                                              cublasLtMatmulDescAttributes_t attribute, const void* value,
                                              size_t size) {
  return cublas::set<LtProduct>(description, attribute, value, size);
}
cublasStatus_t cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t description,
                                              cublasLtMatmulDescAttributes_t attribute, void* value,
                                              size_t size, size_t* written) {
  return cublas::get<LtProduct>(description, attribute, value, size, written);
}

cublasStatus_t cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t preference, size_t size) {
  return cublas::begin(preference, size, LtPreference{});
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference) {
  return cublas::create(preference, LtPreference{});
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
  return cublas::destroy(preference);
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t attribute,
                                                    const void* value, size_t size) {
  return cublas::set<LtPreference>(preference, attribute, value, size);
}
cublasStatus_t cublasLtMatmulPreferenceGetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t attribute,
                                                    void* value, size_t size, size_t* written) {
  return cublas::get<LtPreference>(preference, attribute, value, size, written);
}
}
