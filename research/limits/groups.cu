// The groups: every kernel with its launch, as the labs' headers give it.
#include "groups.h"

#include "kernels.h"

namespace {

constexpr float kDt = 0.25F;

int blocks_of(int n, int block) { return (n + block - 1) / block; }

Group copies() {
  const int n = 1 << 28;
  return {"copy of 1 GiB",
          8.0 * n,
          size_t(n),
          false,
          {{"cudaMemcpy",
            [](const Arrays& a) {
              check(cudaMemcpyAsync(a.out, a.in, size_t(n) * 4, cudaMemcpyDeviceToDevice));
            }},
           {"copy_floats", [](const Arrays& a) { copy_floats<<<n / 256, 256>>>(a.in, a.out, n); }},
           {"fast_copy", [](const Arrays& a) { fast_copy<<<n / 1024, 256>>>(a.in, a.out, n); }}}};
}

constexpr int kParticles = 1 << 26;

template <class Convert>
Kernel conversion(const char* name, Convert convert) {
  return {name, [convert](const Arrays& a) {
            convert<<<kParticles / 256, 256>>>(a.in, a.out, kParticles, kParticles);
          }};
}

template <class Update>
Kernel soa_update(const char* name, Update update) {
  return {name, [update](const Arrays& a) {
            update<<<kParticles / 256, 256>>>(a.in, kParticles, kParticles, kDt);
          }};
}

template <class Update>
Kernel packed_update(const char* name, Update update) {
  return {name, [update](const Arrays& a) { update<<<kParticles / 256, 256>>>(a.in, kParticles, kDt); }};
}

std::vector<Group> particle_groups() {
  const double update = 36.0 * kParticles;
  const double whole = 64.0 * kParticles;
  const size_t floats = size_t(kParticles) * 8;
  return {{"update, AoS", update, floats, true, {packed_update("update_aos", update_aos)}},
          {"update, SoA",
           update,
           floats,
           true,
           {soa_update("update_soa", update_soa), soa_update("update_soa_streaming", update_soa_streaming),
            soa_update("update_soa_vectors", update_soa_vectors)}},
          {"update, AoSoA",
           update,
           floats,
           true,
           {packed_update("update_aosoa", update_aosoa),
            packed_update("update_aosoa_streaming", update_aosoa_streaming)}},
          {"copy of the particles",
           whole,
           floats,
           false,
           {{"cudaMemcpy",
             [floats](const Arrays& a) {
               check(cudaMemcpyAsync(a.out, a.in, floats * 4, cudaMemcpyDeviceToDevice));
             }},
            {"copy_particles",
             [](const Arrays& a) { copy_particles<<<kParticles / 256, 256>>>(a.in, a.out, kParticles); }}}},
          {"AoS to SoA",
           whole,
           floats,
           false,
           {conversion("aos_to_soa", aos_to_soa), conversion("to_soa_loads_first", to_soa_loads_first),
            conversion("to_soa_streaming", to_soa_streaming), conversion("to_soa_vectors", to_soa_vectors),
            conversion("to_soa_vectors_streaming", to_soa_vectors_streaming)}},
          {"SoA to AoS",
           whole,
           floats,
           false,
           {conversion("soa_to_aos", soa_to_aos), conversion("to_aos_loads_first", to_aos_loads_first),
            conversion("to_aos_streaming", to_aos_streaming), conversion("to_aos_vectors", to_aos_vectors),
            conversion("to_aos_vectors_streaming", to_aos_vectors_streaming)}}};
}

template <class Sum>
Kernel column_sum(const char* name, Sum sum) {
  return {name, [sum](const Arrays& a) { sum<<<1 << 18, 32>>>(a.in, a.out, 1 << 18); }};
}

Group column_sums() {
  const double tiles = 1 << 18;
  return {
      "column sums of 1 GiB",
      tiles * (4096 + 128),
      size_t(tiles) * 32,
      false,
      {column_sum("column_sum_plain", column_sum_plain), column_sum("column_sum_padded", column_sum_padded),
       column_sum("column_sum_swizzled", column_sum_swizzled)}};
}

struct Shape {
  int rows;
  int cols;

  size_t elements() const { return size_t(rows) * cols; }
  std::string name() const { return std::to_string(rows) + " x " + std::to_string(cols); }
};

constexpr Shape kSquare{16384, 16384};

template <class Transpose>
Kernel tiled(const char* name, Transpose transpose, Shape s, int tile = 32, int block_rows = 8) {
  return {name, [=](const Arrays& a) {
            const dim3 grid(blocks_of(s.cols, tile), blocks_of(s.rows, tile));
            transpose<<<grid, dim3(tile, block_rows)>>>(a.in, a.out, s.rows, s.cols);
          }};
}

Group matrix_copies(Shape s) {
  return {"copy, " + s.name(),
          8.0 * s.elements(),
          s.elements(),
          false,
          {{"cudaMemcpy",
            [s](const Arrays& a) {
              check(cudaMemcpyAsync(a.out, a.in, s.elements() * 4, cudaMemcpyDeviceToDevice));
            }},
           tiled("copy_rows", copy_rows, s),
           tiled("copy_down", copy_down, s),
           tiled("copy_strips_4", copy_strips_4, s)}};
}

Group scalar_transposes(Shape s) {
  return {"transpose, " + s.name(),
          8.0 * s.elements(),
          s.elements(),
          false,
          {tiled("transpose_naive", transpose_naive, s), tiled("transpose_tiled", transpose_tiled, s),
           tiled("transpose_padded", transpose_padded, s), tiled("padded_streaming", padded_streaming, s),
           tiled("padded_down", padded_down, s), tiled("padded_strips_2", padded_strips_2, s),
           tiled("padded_strips_4", padded_strips_4, s), tiled("padded_strips_16", padded_strips_16, s),
           tiled("transpose_tile16", transpose_tile16, s, 16, 16),
           tiled("tile16_no_conflicts", tile16_no_conflicts, s, 16, 16)}};
}

std::vector<Group> transposes() {
  std::vector<Group> groups;
  for (const Shape s : {kSquare, Shape{8192, 8192}, Shape{10007, 9973}}) {
    groups.push_back(matrix_copies(s));
    groups.push_back(scalar_transposes(s));
    if (s.rows % 32 != 0 || s.cols % 32 != 0) continue;
    for (const Kernel& vectors : {tiled("padded_vectors", padded_vectors, s),
                                  tiled("padded_vectors_streaming", padded_vectors_streaming, s),
                                  tiled("padded_vectors_down", padded_vectors_down, s),
                                  tiled("padded_vectors_strips_2", padded_vectors_strips_2, s),
                                  tiled("padded_vectors_swizzled", padded_vectors_swizzled, s),
                                  tiled("padded_vectors_swizzled_down", padded_vectors_swizzled_down, s)})
      groups.back().kernels.push_back(vectors);
  }
  return groups;
}

// As the reference's geam_launch says: 64 x 64 elements a block, and 7, 6 or 4 rows more where rows of C do
// not begin on a sector.
Kernel own_geam(Shape s, float beta) {
  return {"geam_transpose", [=](const Arrays& a) {
            const int shift = s.rows % 8 == 0 ? 0 : 8 - (s.rows & -s.rows);
            const dim3 grid(blocks_of(s.rows + shift, 64), blocks_of(s.cols, 64));
            geam_transpose<<<grid, dim3(32, 16)>>>(a.in, a.other, a.out, 1, beta, s.rows, s.cols);
          }};
}

Kernel cublas_geam(cublasHandle_t handle, Shape s, float beta) {
  return {"cublasSgeam", [=](const Arrays& a) {
            const float alpha = 1;
            check(cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, s.rows, s.cols, &alpha, a.in, s.cols, &beta,
                              a.other, s.rows, a.out, s.rows));
          }};
}

std::vector<Group> geams(cublasHandle_t handle) {
  std::vector<Group> groups;
  for (const Shape s : {kSquare, Shape{10007, 9973}, Shape{1000, 30000}, Shape{31, 999983}}) {
    for (const float beta : {0.0F, 0.5F}) {
      groups.push_back({"geam, " + s.name() + (beta == 0 ? ", beta 0" : ", beta 0.5"),
                        double(s.elements()) * (beta == 0 ? 8 : 12),
                        s.elements(),
                        false,
                        {cublas_geam(handle, s, beta), own_geam(s, beta)}});
    }
  }
  return groups;
}

}  // namespace

std::vector<Group> all_groups(cublasHandle_t handle) {
  std::vector<Group> groups{copies(), column_sums()};
  for (const auto& more : {particle_groups(), transposes(), geams(handle)})
    groups.insert(groups.end(), more.begin(), more.end());
  return groups;
}
