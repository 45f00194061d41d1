// What a program tells cuBLASLt of a product before it asks for it: its matrices, its operations, its epilogue. The program holds these in
// memory that it sees nothing of (cublasLt.h); here they have names.
#pragma once

#include <cstdint>
#include <cstring>

#include "cublasLt.h"

namespace cublas {

struct LtLayout {
  static constexpr std::uint64_t kMark = 0x4C61796F757431ULL;
  using Opaque = cublasLtMatrixLayoutOpaque_t;

  std::uint64_t mark = kMark;  // somebody has made it
  cudaDataType type = CUDA_R_32F;
  cublasLtOrder_t order = CUBLASLT_ORDER_COL;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::int64_t leading = 0;
  std::int32_t count = 1;
  std::int64_t stride = 0;  // from one matrix of a batch to the next, in elements

  std::int64_t length() const {
    return static_cast<std::int64_t>(order == CUBLASLT_ORDER_COL ? rows : columns);
  }
  std::int64_t runs() const {
    return static_cast<std::int64_t>(order == CUBLASLT_ORDER_COL ? columns : rows);
  }
  bool is_possible() const {
    return order >= CUBLASLT_ORDER_COL && order <= CUBLASLT_ORDER_ROW && count > 0 && leading >= length();
  }
};

struct LtProduct {
  static constexpr std::uint64_t kMark = 0x50726F64756374ULL;
  using Opaque = cublasLtMatmulDescOpaque_t;

  std::uint64_t mark = kMark;
  cublasComputeType_t compute = CUBLAS_COMPUTE_32F;
  cudaDataType scale = CUDA_R_32F;
  cublasLtPointerMode_t pointer_mode = CUBLASLT_POINTER_MODE_HOST;
  cublasOperation_t op_a = CUBLAS_OP_N;
  cublasOperation_t op_b = CUBLAS_OP_N;
  cublasOperation_t op_c = CUBLAS_OP_N;
  cublasFillMode_t fill = CUBLAS_FILL_MODE_FULL;
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  void* bias = nullptr;
  std::int64_t bias_stride = 0;
  void* aux = nullptr;
  std::int64_t aux_leading = 0;
  std::int64_t aux_stride = 0;
  std::int64_t alpha_stride = 0;
  std::int32_t multiprocessors = 0;
  // Scales of 8-bit floats and where the largest value goes.
  void* scales[4] = {};
  void* largest = nullptr;
  std::int32_t aux_type = -1;  // as the result's
  std::int8_t adds_fast = 0;
  std::int32_t bias_type = -1;  // as the result's

  bool does(int part) const { return (epilogue & part) != 0; }
};

struct LtPreference {
  static constexpr std::uint64_t kMark = 0x50726566657231ULL;
  using Opaque = cublasLtMatmulPreferenceOpaque_t;

  std::uint64_t mark = kMark;
  std::uint64_t workspace_bytes = 0;
  std::uint32_t search_mode = 0;
  std::uint32_t reductions = 0;
  std::uint32_t alignments[4] = {};
  float waves = 0;
  std::uint64_t implementations = 0;
};

// Returns what the program's memory holds. Its mark is wrong where nobody has made it.
template <class T>
T read(const typename T::Opaque* from) {
  static_assert(sizeof(T) <= sizeof(typename T::Opaque));
  T value;
  value.mark = 0;
  if (from != nullptr) std::memcpy(static_cast<void*>(&value), from, sizeof value);
  return value;
}
template <class T>
void write(typename T::Opaque* to, const T& value) {
  std::memcpy(to, &value, sizeof value);
}
template <class T>
bool is_made(const T& value) {
  return value.mark == T::kMark;
}

}  // namespace cublas
