// Launches that the model of kernel time is fitted to, with those of held_out.cu. One launch a case.
//   nvcc -O3 -std=c++17 -lineinfo -arch=sm_90 launches.cu -o launches_gpu
//   ./launches_gpu --list | NAME... | all
#include <cmath>

#include "common.h"
#include "launch_kernels.h"

float2* roots(int n) {
  std::vector<float2> root(n / 2);
  for (int j = 0; j < n / 2; ++j) {
    double angle = -2 * 3.14159265358979 * j / n;
    root[j] = make_float2(static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)));
  }
  return upload(root);
}

// n floats of 1, as the integers that compare-and-swap wants
int* ones(int n) { return upload(std::vector<int>(n, 0x3f800000)); }

int* ascending(int n, int step) {
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) values[i] = i * step;
  return upload(values);
}

// A table for k_hash_probe with the even numbers below 2 * count
int* hash_table(int slots, int count) {
  std::vector<int> table(slots, -1);
  for (int i = 0; i < count; ++i) {
    unsigned at = 2u * i * 2654435769u >> 7;
    while (table[at % slots] != -1) ++at;
    table[at % slots] = 2 * i;
  }
  return upload(table);
}

// Columns for k_ell: a band, with -1 beyond the matrix, or random ones
int* ell_columns(int rows, int width, bool band) {
  std::vector<int> columns(rows * width);
  Random random;
  for (int j = 0; j < width; ++j)
    for (int r = 0; r < rows; ++r) {
      int c = band ? r + j - width / 2 : random.below(rows);
      columns[j * rows + r] = c < rows ? c : -1;
    }
  return upload(columns);
}

void set_taps() {
  float taps[65];
  for (int i = 0; i < 65; ++i) taps[i] = 1.0f / (1 + i);
  OK(cudaMemcpyToSymbol(Taps, taps, sizeof(taps)));
}

int main(int argc, char** argv) {
  // Matrix products

  if (chosen(argc, argv, "matmul_tile8_tall")) {
    auto a = numbers(4096 * 64), b = numbers(64 * 96), c = device<float>(4096 * 96);
    RUN(k_matmul_tile<8><<<dim3(12, 512), dim3(8, 8)>>>(a, b, c, 4096, 96, 64));
    release(a, b, c);
  }
  if (chosen(argc, argv, "matmul_tile32_odd")) {
    auto a = numbers(250 * 300), b = numbers(300 * 270), c = device<float>(250 * 270);
    RUN(k_matmul_tile<32><<<dim3(9, 8), dim3(32, 32)>>>(a, b, c, 250, 270, 300));
    release(a, b, c);
  }
  if (chosen(argc, argv, "matmul_tile32_deep")) {
    auto a = numbers(64 * 4096), b = numbers(4096 * 64), c = device<float>(64 * 64);
    RUN(k_matmul_tile<32><<<dim3(2, 2), dim3(32, 32)>>>(a, b, c, 64, 64, 4096));
    release(a, b, c);
  }
  if (chosen(argc, argv, "matmul_registers_2x2")) {
    auto a = numbers(384 * 384), b = numbers(384 * 384), c = device<float>(384 * 384);
    RUN(k_matmul_registers<32, 2, 32><<<dim3(12, 12), 256>>>(a, b, c, 384));
    release(a, b, c);
  }
  if (chosen(argc, argv, "matmul_registers_4x4")) {
    auto a = numbers(448 * 448), b = numbers(448 * 448), c = device<float>(448 * 448);
    RUN(k_matmul_registers<64, 4, 16><<<dim3(7, 7), 256>>>(a, b, c, 448));
    release(a, b, c);
  }
  if (chosen(argc, argv, "matmul_registers_8x8")) {
    auto a = numbers(640 * 640), b = numbers(640 * 640), c = device<float>(640 * 640);
    RUN(k_matmul_registers<128, 8, 8><<<dim3(5, 5), 256>>>(a, b, c, 640));
    release(a, b, c);
  }
  if (chosen(argc, argv, "matmul_registers_8x8_small_blocks")) {
    auto a = numbers(512 * 512), b = numbers(512 * 512), c = device<float>(512 * 512);
    RUN(k_matmul_registers<64, 8, 16><<<dim3(8, 8), 64>>>(a, b, c, 512));
    release(a, b, c);
  }
  if (chosen(argc, argv, "matmul_async_4x4")) {
    auto a = numbers(384 * 384), b = numbers(384 * 384), c = device<float>(384 * 384);
    RUN(k_matmul_async<<<dim3(6, 6), 256>>>(a, b, c, 384));
    release(a, b, c);
  }

  // Elimination, relaxation, shortest paths

  if (chosen(argc, argv, "lu_step_512")) {
    auto a = numbers(1536 * 1536, 1, 2), lower = device<float>(1536 * 1536);
    RUN(k_lu_step<<<1435, 512>>>(a, lower, 1536, 100));
    release(a, lower);
  }
  if (chosen(argc, argv, "lu_step_late")) {
    auto a = numbers(2048 * 2048, 1, 2), lower = device<float>(2048 * 2048);
    RUN(k_lu_step<<<847, 128>>>(a, lower, 2048, 1200));
    release(a, lower);
  }
  if (chosen(argc, argv, "lu_batched_32")) {
    auto m = numbers(300 * 1024, 1, 2), factors = device<float>(300 * 1024);
    RUN(k_lu_batched<32><<<300, dim3(32, 32)>>>(m, factors));
    release(m, factors);
  }
  if (chosen(argc, argv, "lu_batched_16")) {
    auto m = numbers(2000 * 256, 1, 2), factors = device<float>(2000 * 256);
    RUN(k_lu_batched<16><<<2000, dim3(16, 16)>>>(m, factors));
    release(m, factors);
  }
  if (chosen(argc, argv, "floyd_step_16x16")) {
    auto original = integers<int>(2000 * 2000, 1000), d = device<int>(2000 * 2000);
    RUN(OK(cudaMemcpy(d, original, 2000 * 2000 * sizeof(int), cudaMemcpyDeviceToDevice));
        k_floyd_step<<<dim3(125, 125), dim3(16, 16)>>>(d, 2000, 700));
    release(original, d);
  }
  if (chosen(argc, argv, "floyd_step_32x32")) {
    auto original = integers<int>(1000 * 1000, 1000), d = device<int>(1000 * 1000);
    RUN(OK(cudaMemcpy(d, original, 1000 * 1000 * sizeof(int), cudaMemcpyDeviceToDevice));
        k_floyd_step<<<dim3(32, 32), dim3(32, 32)>>>(d, 1000, 77));
    release(original, d);
  }
  if (chosen(argc, argv, "jacobi_residual_512")) {
    auto u = numbers(2048 * 2048), next = device<float>(2048 * 2048);
    auto largest = device<int>(1);
    RUN(k_jacobi_residual<<<dim3(64, 128), dim3(32, 16)>>>(u, next, largest, 2048));
    release(u, next, largest);
  }
  if (chosen(argc, argv, "heat_rods_1024")) {
    auto rods = numbers(132 * 1024);
    RUN(k_heat_rods<1024><<<132, 1024>>>(rods, 64));
    release(rods);
  }
  if (chosen(argc, argv, "heat_rods_256_long")) {
    auto rods = numbers(66 * 256);
    RUN(k_heat_rods<256><<<66, 256>>>(rods, 500));
    release(rods);
  }

  // Scans, sorting, butterflies

  if (chosen(argc, argv, "scan_hillis_steele_1024")) {
    auto a = integers<int>(Mi, 10), b = device<int>(Mi);
    RUN(k_scan_hillis_steele<<<1024, 1024, 8192>>>(a, b));
    release(a, b);
  }
  if (chosen(argc, argv, "scan_hillis_steele_128")) {
    auto a = integers<int>(Mi / 2, 10), b = device<int>(Mi / 2);
    RUN(k_scan_hillis_steele<<<4096, 128, 1024>>>(a, b));
    release(a, b);
  }
  if (chosen(argc, argv, "scan_blelloch_512")) {
    auto a = integers<int>(2 * Mi, 10), b = device<int>(2 * Mi);
    RUN(k_scan_blelloch<512, false><<<2048, 512>>>(a, b));
    release(a, b);
  }
  if (chosen(argc, argv, "scan_blelloch_1024_padded")) {
    auto a = integers<int>(2 * Mi, 10), b = device<int>(2 * Mi);
    RUN(k_scan_blelloch<1024, true><<<1024, 1024>>>(a, b));
    release(a, b);
  }
  if (chosen(argc, argv, "scan_shuffle4_1024")) {
    auto a = device<int4>(2 * Mi, 1), b = device<int4>(2 * Mi);
    RUN(k_scan_shuffle4<<<2048, 1024>>>(a, b));
    release(a, b);
  }
  if (chosen(argc, argv, "scan_shuffle4_256")) {
    auto a = device<int4>(Mi / 4, 1), b = device<int4>(Mi / 4);
    RUN(k_scan_shuffle4<<<1024, 256>>>(a, b));
    release(a, b);
  }
  if (chosen(argc, argv, "scan_shuffle_rows")) {
    auto a = numbers(4096 * 1000), b = device<float>(4096 * 1000);
    RUN(k_scan_shuffle_rows<<<512, 256>>>(a, b, 1000));
    release(a, b);
  }
  if (chosen(argc, argv, "bitonic_2048")) {
    auto keys = integers<unsigned>(132 * 2048, 1 << 30), sorted = device<unsigned>(132 * 2048);
    RUN(k_bitonic_sort<2048><<<132, 1024>>>(keys, sorted));
    release(keys, sorted);
  }
  if (chosen(argc, argv, "bitonic_512")) {
    auto keys = integers<unsigned>(600 * 512, 1 << 30), sorted = device<unsigned>(600 * 512);
    RUN(k_bitonic_sort<512><<<600, 256>>>(keys, sorted));
    release(keys, sorted);
  }
  if (chosen(argc, argv, "fft_1024")) {
    auto points = reinterpret_cast<float2*>(numbers(800 * 2048)), root = roots(1024);
    RUN(k_fft<10><<<800, 512>>>(points, root));
    release(points, root);
  }
  if (chosen(argc, argv, "fft_256")) {
    auto points = reinterpret_cast<float2*>(numbers(2640 * 512)), root = roots(256);
    RUN(k_fft<8><<<2640, 128>>>(points, root));
    release(points, root);
  }
  if (chosen(argc, argv, "walsh_hadamard_8192")) {
    auto rows = numbers(132 * 8192);
    RUN(k_walsh_hadamard<8192, 1024><<<132, 1024>>>(rows));
    release(rows);
  }

  // Reductions

  if (chosen(argc, argv, "column_mean")) {
    auto a = device<float>(2048 * 8192), b = device<float>(8192);
    RUN(k_column_mean<<<64, 128>>>(a, b, 2048, 8192));
    release(a, b);
  }
  if (chosen(argc, argv, "column_mean_narrow")) {
    auto a = device<float>(4000 * 1000), b = device<float>(1000);
    RUN(k_column_mean<<<16, 64>>>(a, b, 4000, 1000));
    release(a, b);
  }
  if (chosen(argc, argv, "column_norm_block")) {
    auto a = device<float>(4096 * 600), b = device<float>(600);
    RUN(k_column_norm_block<<<600, 256>>>(a, b, 4096, 600));
    release(a, b);
  }
  if (chosen(argc, argv, "column_sum_tile_1024")) {
    auto a = device<float>(4096 * 3200), b = device<float>(3200);
    RUN(k_column_sum_tile<<<dim3(100, 16), dim3(32, 32)>>>(a, b, 3200, 256));
    release(a, b);
  }
  if (chosen(argc, argv, "row_argmax_warp")) {
    auto a = numbers(20000 * 300);
    auto b = device<int>(20000);
    RUN(k_row_argmax_warp<<<2500, 256>>>(a, b, 20000, 300));
    release(a, b);
  }
  if (chosen(argc, argv, "sum_squares_1")) {
    auto a = device<float>(132 * 256 * 320), b = device<float>(132);
    RUN(k_sum_squares<1><<<132, 256>>>(a, b, 132 * 256 * 320));
    release(a, b);
  }
  if (chosen(argc, argv, "sum_squares_2")) {
    auto a = device<float>(132 * 256 * 320), b = device<float>(132);
    RUN(k_sum_squares<2><<<132, 256>>>(a, b, 132 * 256 * 320));
    release(a, b);
  }
  if (chosen(argc, argv, "sum_squares_4")) {
    auto a = device<float>(132 * 256 * 320), b = device<float>(132);
    RUN(k_sum_squares<4><<<132, 256>>>(a, b, 132 * 256 * 320));
    release(a, b);
  }
  if (chosen(argc, argv, "sum_squares_8")) {
    auto a = device<float>(132 * 256 * 320), b = device<float>(132);
    RUN(k_sum_squares<8><<<132, 256>>>(a, b, 132 * 256 * 320));
    release(a, b);
  }
  if (chosen(argc, argv, "sum_squares_2_float4_1024")) {
    auto a = device<float4>(264 * 1024 * 24);
    auto b = device<float>(264);
    RUN(k_sum_squares<2><<<264, 1024>>>(a, b, 264 * 1024 * 24));
    release(a, b);
  }

  // Atomics

  if (chosen(argc, argv, "count_above")) {
    auto a = numbers(2 * Mi);
    auto count = device<int>(1);
    RUN(k_count_above<<<8192, 256>>>(a, count, 0.9f, 2 * Mi));
    release(a, count);
  }
  if (chosen(argc, argv, "atomic_float_one")) {
    auto a = numbers(Mi / 8), bins = device<float>(1);
    RUN(k_add_modulo<<<512, 256>>>(a, bins, 0, Mi / 8));
    release(a, bins);
  }
  if (chosen(argc, argv, "atomic_float_16")) {
    auto a = numbers(Mi / 2), bins = device<float>(16);
    RUN(k_add_modulo<<<1024, 512>>>(a, bins, 15, Mi / 2));
    release(a, bins);
  }
  if (chosen(argc, argv, "atomic_int_one")) {
    auto a = integers<int>(Mi, 100), bins = device<int>(1);
    RUN(k_add_modulo<<<4096, 256>>>(a, bins, 0, Mi));
    release(a, bins);
  }
  if (chosen(argc, argv, "atomic_int_random_1Mi")) {
    auto a = integers<int>(4 * Mi, 100), at = integers<int>(4 * Mi, Mi), bins = device<int>(Mi);
    RUN(k_add_at<<<16384, 256>>>(a, at, bins, 4 * Mi));
    release(a, at, bins);
  }
  if (chosen(argc, argv, "atomic_float_random_16")) {
    auto a = numbers(Mi / 2), bins = device<float>(16);
    auto at = integers<int>(Mi / 2, 16);
    RUN(k_add_at<<<2048, 256>>>(a, at, bins, Mi / 2));
    release(a, at, bins);
  }
  if (chosen(argc, argv, "atomic_double_own")) {
    auto a = device<double>(4 * Mi), bins = device<double>(4 * Mi);
    RUN(k_add_modulo<<<8192, 512>>>(a, bins, 4 * Mi - 1, 4 * Mi));
    release(a, bins);
  }
  if (chosen(argc, argv, "atomic_max_one")) {
    auto a = integers<int>(Mi, 1 << 30), largest = device<int>(1);
    RUN(k_max_groups<<<4096, 256>>>(a, largest, 1, Mi));
    release(a, largest);
  }
  if (chosen(argc, argv, "atomic_max_1000")) {
    auto a = integers<int>(2 * Mi, 1 << 30), largest = device<int>(1000);
    RUN(k_max_groups<<<2048, 1024>>>(a, largest, 1000, 2 * Mi));
    release(a, largest);
  }
  if (chosen(argc, argv, "cas_random_64Ki")) {
    auto a = numbers(Mi / 2, 1, 1.001);
    auto at = integers<int>(Mi / 2, 64 * Ki), products = ones(64 * Ki);
    RUN(k_multiply_cas<<<2048, 256>>>(a, at, products, Mi / 2));
    release(a, at, products);
  }
  if (chosen(argc, argv, "cas_random_256")) {
    auto a = numbers(16 * Ki, 1, 1.001);
    auto at = integers<int>(16 * Ki, 256), products = ones(256);
    RUN(k_multiply_cas<<<64, 256>>>(a, at, products, 16 * Ki));
    release(a, at, products);
  }
  if (chosen(argc, argv, "compact_thread")) {
    auto a = integers<int>(4 * Mi, 1000), b = device<int>(4 * Mi), count = device<int>(1);
    RUN(OK(cudaMemset(count, 0, 4)); k_compact_thread<<<16384, 256>>>(a, b, count, 4 * Mi));
    release(a, b, count);
  }
  if (chosen(argc, argv, "compact_warp")) {
    auto a = integers<int>(4 * Mi, 1000), b = device<int>(4 * Mi), count = device<int>(1);
    RUN(OK(cudaMemset(count, 0, 4)); k_compact_warp<<<8192, 512>>>(a, b, count, 4 * Mi));
    release(a, b, count);
  }
  if (chosen(argc, argv, "tally_shared_1")) {
    auto a = integers<int>(4 * Mi, 1000), bins = device<int>(64);
    RUN(k_tally_shared<<<264, 256>>>(a, bins, 1, 4 * Mi));
    release(a, bins);
  }
  if (chosen(argc, argv, "tally_shared_16")) {
    auto a = integers<int>(4 * Mi, 1000), bins = device<int>(64);
    RUN(k_tally_shared<<<132, 1024>>>(a, bins, 16, 4 * Mi));
    release(a, bins);
  }
  if (chosen(argc, argv, "weights_shared_32")) {
    auto key = integers<int>(Mi, 1000);
    auto weight = numbers(Mi), out = device<float>(32);
    RUN(k_weights_shared<<<264, 512>>>(key, weight, out, Mi));
    release(key, weight, out);
  }

  // Limited by registers, shared memory or local memory

  if (chosen(argc, argv, "hadamard_blocks")) {
    auto a = device<float4>(512 * 2048), b = device<float4>(512 * 2048);
    RUN(k_hadamard_blocks<<<dim3(2, 256), 128>>>(a, b, 512));
    release(a, b);
  }
  if (chosen(argc, argv, "median25")) {
    auto a = numbers(1024 * 512), b = device<float>(1024 * 512);
    RUN(k_median25<<<dim3(32, 64), dim3(32, 8)>>>(a, b, 1024, 512));
    release(a, b);
  }
  if (chosen(argc, argv, "nearest_centre_registers")) {
    auto points = reinterpret_cast<float4*>(numbers(32768 * 64)),
         centres = reinterpret_cast<float4*>(numbers(32 * 64));
    auto nearest = device<int>(32768);
    RUN(k_nearest_centre<<<128, 256>>>(points, centres, nearest, 32768, 32));
    release(points, centres, nearest);
  }
  if (chosen(argc, argv, "live_values_96")) {
    auto a = device<float>(132 * 256 * 96), b = device<float>(132 * 256);
    RUN(k_live_values<96, 256, 1><<<132, 256>>>(a, b, 64));
    release(a, b);
  }
  if (chosen(argc, argv, "live_values_40_spilled")) {
    auto a = device<float>(264 * 1024 * 40), b = device<float>(264 * 1024);
    RUN(k_live_values<40, 1024, 2><<<264, 1024>>>(a, b, 16));
    release(a, b);
  }
  if (chosen(argc, argv, "live_values_160_g300")) {
    auto a = device<float>(300 * 128 * 160), b = device<float>(300 * 128);
    RUN(k_live_values<160, 128, 2><<<300, 128>>>(a, b, 50));
    release(a, b);
  }
  if (chosen(argc, argv, "histogram_48k")) {
    auto a = integers<int>(4 * Mi, WideBins), bins = device<int>(WideBins);
    RUN(k_histogram_48k<<<264, 512>>>(a, bins, 4 * Mi));
    release(a, bins);
  }
  if (chosen(argc, argv, "table_100k")) {
    auto table = numbers(25600), b = device<float>(4 * Mi);
    auto key = integers<int>(4 * Mi, 25600);
    OK(cudaFuncSetAttribute(k_table_in_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 102400));
    RUN(k_table_in_shared<<<264, 512, 102400>>>(table, key, b, 25600, 4 * Mi));
    release(table, b, key);
  }
  if (chosen(argc, argv, "table_200k")) {
    auto table = numbers(51200), b = device<float>(2 * Mi);
    auto key = integers<int>(2 * Mi, 51200);
    OK(cudaFuncSetAttribute(k_table_in_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 204800));
    RUN(k_table_in_shared<<<132, 1024, 204800>>>(table, key, b, 51200, 2 * Mi));
    release(table, b, key);
  }
  if (chosen(argc, argv, "local_counts")) {
    auto a = integers<int>(4 * Mi, 1 << 20), most = device<int>(Mi / 8);
    RUN(k_local_counts<<<512, 256>>>(a, most, 32));
    release(a, most);
  }
  if (chosen(argc, argv, "local_rc4")) {
    auto key = integers<unsigned>(16384, 1 << 30), out = device<unsigned>(16384);
    RUN(k_local_rc4<<<128, 128>>>(key, out, 64));
    release(key, out);
  }
  if (chosen(argc, argv, "local_rc4_512")) {
    auto key = integers<unsigned>(264 * 64, 1 << 30), out = device<unsigned>(264 * 64);
    RUN(k_local_rc4<<<33, 512>>>(key, out, 16));
    release(key, out);
  }

  // Sparse matrices

  if (chosen(argc, argv, "csr_scalar_banded")) {
    auto m = banded(200000, 4);
    auto x = numbers(200000), y = device<float>(200000);
    RUN(k_csr_scalar<<<782, 256>>>(m.start, m.column, m.value, x, y, m.rows));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "csr_scalar_random")) {
    auto m = scattered(100000, 20);
    auto x = numbers(100000), y = device<float>(100000);
    RUN(k_csr_scalar<<<782, 128>>>(m.start, m.column, m.value, x, y, m.rows));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "csr_scalar_skewed")) {
    auto m = skewed(50000, 4, 400);
    auto x = numbers(50000), y = device<float>(50000);
    RUN(k_csr_scalar<<<196, 256>>>(m.start, m.column, m.value, x, y, m.rows));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "csr_vector_banded")) {
    auto m = banded(60000, 32);
    auto x = numbers(60000), y = device<float>(60000);
    RUN(k_csr_vector<<<7500, 256>>>(m.start, m.column, m.value, x, y, m.rows));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "csr_vector_random")) {
    auto m = scattered(40000, 50);
    auto x = numbers(40000), y = device<float>(40000);
    RUN(k_csr_vector<<<2500, 512>>>(m.start, m.column, m.value, x, y, m.rows));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "csr_vector_skewed")) {
    auto m = skewed(50000, 4, 400);
    auto x = numbers(50000), y = device<float>(50000);
    RUN(k_csr_vector<<<6250, 256>>>(m.start, m.column, m.value, x, y, m.rows));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "ell_banded")) {
    auto column = ell_columns(300000, 9, true);
    auto value = numbers(300000 * 9), x = numbers(300000), y = device<float>(300000);
    RUN(k_ell<<<1172, 256>>>(column, value, x, y, 300000, 9));
    release(column, value, x, y);
  }
  if (chosen(argc, argv, "ell_random")) {
    auto column = ell_columns(200000, 16, false);
    auto value = numbers(200000 * 16), x = numbers(200000), y = device<float>(200000);
    RUN(k_ell<<<391, 512>>>(column, value, x, y, 200000, 16));
    release(column, value, x, y);
  }
  if (chosen(argc, argv, "coo_banded")) {
    auto m = banded(300000, 4);
    auto x = numbers(300000), y = device<float>(300000);
    RUN(k_coo<<<(m.entries + 255) / 256, 256>>>(m.row, m.column, m.value, x, y, m.entries));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "coo_random")) {
    auto m = scattered(500000, 6);
    auto x = numbers(500000), y = device<float>(500000);
    RUN(k_coo<<<(m.entries + 1023) / 1024, 1024>>>(m.row, m.column, m.value, x, y, m.entries));
    release(m);
    release(x, y);
  }

  // Arithmetic

  if (chosen(argc, argv, "polynomial_float")) {
    auto a = numbers(2 * Mi), b = device<float>(2 * Mi);
    RUN(k_polynomial<<<8192, 256>>>(a, b, 128, 2 * Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "polynomial_double")) {
    auto a = numbers<double>(Mi), b = device<double>(Mi);
    RUN(k_polynomial<<<2048, 512>>>(a, b, 100, Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "hash_rounds_1024")) {
    auto a = integers<unsigned>(2 * Mi, 1 << 30), b = device<unsigned>(2 * Mi);
    RUN(k_hash_rounds<<<2048, 1024>>>(a, b, 40, 2 * Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "transcendental")) {
    auto a = numbers(Mi / 2), b = device<float>(Mi / 2);
    RUN(k_transcendental<<<2048, 256>>>(a, b, 16, Mi / 2));
    release(a, b);
  }
  if (chosen(argc, argv, "divide_chain")) {
    auto a = numbers(Mi), b = device<float>(Mi);
    RUN(k_divide_chain<<<8192, 128>>>(a, b, 24, Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "mandelbrot_16x16")) {
    auto b = device<unsigned short>(1024 * 768);
    RUN(k_mandelbrot<<<dim3(64, 48), dim3(16, 16)>>>(b, 1024, 768, 256));
    release(b);
  }
  if (chosen(argc, argv, "mandelbrot_32x32")) {
    auto b = device<unsigned short>(320 * 240);
    RUN(k_mandelbrot<<<dim3(10, 8), dim3(32, 32)>>>(b, 320, 240, 2000));
    release(b);
  }
  if (chosen(argc, argv, "collatz")) {
    auto b = device<unsigned short>(Mi / 2);
    RUN(k_collatz<<<2048, 256>>>(b, Mi / 2));
    release(b);
  }
  if (chosen(argc, argv, "gcd")) {
    auto a = integers<unsigned>(Mi, 1 << 30), b = integers<unsigned>(Mi, 1 << 20), c = device<unsigned>(Mi);
    RUN(k_gcd<<<4096, 256>>>(a, b, c, Mi));
    release(a, b, c);
  }
  if (chosen(argc, argv, "pi_264")) {
    auto hits = device<float>(1);
    RUN(k_pi<<<264, 256>>>(hits, 512));
    release(hits);
  }
  if (chosen(argc, argv, "nbody_plain")) {
    auto bodies = reinterpret_cast<float4*>(numbers(4 * 4096));
    auto force = device<float4>(4096);
    RUN(k_nbody_plain<<<32, 128>>>(bodies, force, 4096));
    release(bodies, force);
  }
  if (chosen(argc, argv, "nbody_tile_256")) {
    auto bodies = reinterpret_cast<float4*>(numbers(4 * 6144));
    auto force = device<float4>(6144);
    RUN(k_nbody_tile<256><<<24, 256>>>(bodies, force, 6144));
    release(bodies, force);
  }
  if (chosen(argc, argv, "nbody_tile_64")) {
    auto bodies = reinterpret_cast<float4*>(numbers(4 * 6144));
    auto force = device<float4>(6144);
    RUN(k_nbody_tile<64><<<96, 64>>>(bodies, force, 6144));
    release(bodies, force);
  }

  // Stencils and filters

  if (chosen(argc, argv, "laplace2d")) {
    auto a = device<float>(2500 * 2500), b = device<float>(2500 * 2500);
    RUN(k_laplace2d<<<dim3(79, 313), dim3(32, 8)>>>(a, b, 2500, 2500));
    release(a, b);
  }
  if (chosen(argc, argv, "laplace2d_512")) {
    auto a = device<float>(4096 * 2048), b = device<float>(4096 * 2048);
    RUN(k_laplace2d<<<dim3(8, 2048), 512>>>(a, b, 4096, 2048));
    release(a, b);
  }
  if (chosen(argc, argv, "cross_tile_r1_32x16")) {
    auto a = device<float>(2048 * 2048), b = device<float>(2048 * 2048);
    RUN(k_cross_tile<32, 16, 1><<<dim3(64, 128), dim3(32, 16)>>>(a, b, 2048, 2048));
    release(a, b);
  }
  if (chosen(argc, argv, "cross_tile_r4_32x32")) {
    auto a = device<float>(1900 * 1100), b = device<float>(1900 * 1100);
    RUN(k_cross_tile<32, 32, 4><<<dim3(60, 35), dim3(32, 32)>>>(a, b, 1900, 1100));
    release(a, b);
  }
  if (chosen(argc, argv, "cross_tile_r4_16x16")) {
    auto a = device<float>(1024 * 1024), b = device<float>(1024 * 1024);
    RUN(k_cross_tile<16, 16, 4><<<dim3(64, 64), dim3(16, 16)>>>(a, b, 1024, 1024));
    release(a, b);
  }
  if (chosen(argc, argv, "cross_global_r4")) {
    auto a = device<float>(1920 * 1080), b = device<float>(1920 * 1080);
    RUN(k_cross_global<4><<<dim3(15, 540), dim3(128, 2)>>>(a, b, 1920, 1080));
    release(a, b);
  }
  if (chosen(argc, argv, "star3d_r1")) {
    auto a = device<float>(192 * 192 * 192), b = device<float>(192 * 192 * 192);
    RUN(k_star3d<1><<<dim3(6, 48, 48), dim3(32, 4, 4)>>>(a, b, 192));
    release(a, b);
  }
  if (chosen(argc, argv, "star3d_r4")) {
    auto a = device<float>(128 * 128 * 128), b = device<float>(128 * 128 * 128);
    RUN(k_star3d<4><<<dim3(4, 16, 128), dim3(32, 8)>>>(a, b, 128));
    release(a, b);
  }
  if (chosen(argc, argv, "march3d")) {
    auto a = device<float>(194 * 194 * 194), b = device<float>(194 * 194 * 194);
    RUN(k_march3d<<<dim3(6, 12, 4), dim3(32, 16)>>>(a, b, 194, 48));
    release(a, b);
  }
  if (chosen(argc, argv, "convolve_r16")) {
    auto a = numbers(Mi / 2), b = device<float>(Mi / 2);
    set_taps();
    RUN(k_convolve<<<2048, 256>>>(a, b, 16, Mi / 2));
    release(a, b);
  }
  if (chosen(argc, argv, "convolve_tile_r8_1024")) {
    auto a = numbers(1500000), b = device<float>(1500000);
    set_taps();
    RUN(k_convolve_tile<8, 1024><<<1465, 1024>>>(a, b, 1500000));
    release(a, b);
  }
  if (chosen(argc, argv, "box_bytes_r2")) {
    auto a = integers<unsigned char>(1280 * 720, 256), b = device<unsigned char>(1280 * 720);
    RUN(k_box_bytes<<<dim3(40, 90), dim3(32, 8)>>>(a, b, 1280, 720, 2));
    release(a, b);
  }
  if (chosen(argc, argv, "box_bytes_r1_512")) {
    auto a = integers<unsigned char>(1920 * 1080, 256), b = device<unsigned char>(1920 * 1080);
    RUN(k_box_bytes<<<dim3(30, 135), dim3(64, 8)>>>(a, b, 1920, 1080, 1));
    release(a, b);
  }
  if (chosen(argc, argv, "slide_bytes")) {
    auto a = integers<unsigned char>(3840 * 2160, 256), b = device<unsigned char>(3840 * 2160);
    RUN(k_slide_bytes<<<dim3(15, 18), 256>>>(a, b, 3840, 2160, 10, 120));
    release(a, b);
  }
  if (chosen(argc, argv, "sobel_bytes")) {
    auto a = integers<unsigned char>(1920 * 1080, 256), b = device<unsigned char>(1920 * 1080);
    RUN(k_sobel<<<dim3(60, 135), dim3(32, 8)>>>(a, b, 1920, 1080));
    release(a, b);
  }
  if (chosen(argc, argv, "life")) {
    auto a = integers<unsigned char>(2048 * 1024, 2), b = device<unsigned char>(2048 * 1024);
    RUN(k_life<<<dim3(64, 32), dim3(32, 32)>>>(a, b, 2048, 1024));
    release(a, b);
  }

  // Transposes

  if (chosen(argc, argv, "transpose_double")) {
    auto a = device<double>(3072 * 2048), b = device<double>(3072 * 2048);
    RUN(k_transpose<double, 32, 1><<<dim3(64, 96), dim3(32, 8)>>>(a, b, 3072, 2048));
    release(a, b);
  }
  if (chosen(argc, argv, "transpose_double_conflicts")) {
    auto a = device<double>(2048 * 2048), b = device<double>(2048 * 2048);
    RUN(k_transpose<double, 32, 0><<<dim3(64, 64), dim3(32, 8)>>>(a, b, 2048, 2048));
    release(a, b);
  }
  if (chosen(argc, argv, "transpose_bytes_32")) {
    auto a = device<unsigned char>(4096 * 2048), b = device<unsigned char>(4096 * 2048);
    RUN(k_transpose<unsigned char, 32, 1><<<dim3(64, 128), dim3(32, 8)>>>(a, b, 4096, 2048));
    release(a, b);
  }
  if (chosen(argc, argv, "transpose_bytes_64")) {
    auto a = device<unsigned char>(3072 * 4096), b = device<unsigned char>(3072 * 4096);
    RUN(k_transpose<unsigned char, 64, 4><<<dim3(64, 48), dim3(64, 8)>>>(a, b, 3072, 4096));
    release(a, b);
  }
  if (chosen(argc, argv, "transpose_float4")) {
    auto a = device<float4>(2048 * 1024), b = device<float4>(2048 * 1024);
    RUN(k_transpose<float4, 16, 1><<<dim3(64, 128), dim3(16, 8)>>>(a, b, 2048, 1024));
    release(a, b);
  }
  if (chosen(argc, argv, "transpose_in_place")) {
    auto m = device<float>(3584 * 3584);
    RUN(k_transpose_in_place<<<dim3(112, 112), dim3(32, 8)>>>(m, 3584));
    release(m);
  }
  if (chosen(argc, argv, "transpose_large_tiles_1024")) {
    auto a = device<float>(3072 * 2048), b = device<float>(3072 * 2048);
    OK(cudaFuncSetAttribute(k_transpose_large, cudaFuncAttributeMaxDynamicSharedMemorySize, 128 * 129 * 4));
    RUN(k_transpose_large<<<dim3(16, 24), 1024, 128 * 129 * 4>>>(a, b, 3072, 2048));
    release(a, b);
  }

  // Gathers, scatters, dependent loads

  if (chosen(argc, argv, "reverse")) {
    auto a = device<float>(16 * Mi), b = device<float>(16 * Mi);
    RUN(k_reverse<<<32768, 512>>>(a, b, 16 * Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "gather_every_3")) {
    auto a = device<int>(3 * 8 * Mi), b = device<int>(8 * Mi);
    RUN(k_gather_every<<<8192, 1024>>>(a, b, 3, 8 * Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "gather_every_5")) {
    auto a = device<int>(5 * 4 * Mi), b = device<int>(4 * Mi);
    RUN(k_gather_every<<<8192, 512>>>(a, b, 5, 4 * Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "gather_every_7")) {
    auto a = device<int>(7 * 4 * Mi), b = device<int>(4 * Mi);
    RUN(k_gather_every<<<16384, 256>>>(a, b, 7, 4 * Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "scatter_every_2")) {
    auto a = device<int>(8 * Mi), b = device<int>(2 * 8 * Mi);
    RUN(k_scatter_every<<<32768, 256>>>(a, b, 2, 8 * Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "scatter_every_5")) {
    auto a = device<int>(4 * Mi), b = device<int>(5 * 4 * Mi);
    RUN(k_scatter_every<<<8192, 512>>>(a, b, 5, 4 * Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "permute_double_random")) {
    auto to = hashed(2 * Mi);
    auto a = device<double>(2 * Mi), b = device<double>(2 * Mi);
    RUN(k_permute<<<8192, 256>>>(a, to, b, 2 * Mi));
    release(to, a, b);
  }
  if (chosen(argc, argv, "permute_float4_random")) {
    auto to = hashed(2 * Mi);
    auto a = device<float4>(2 * Mi), b = device<float4>(2 * Mi);
    RUN(k_permute<<<16384, 128>>>(a, to, b, 2 * Mi));
    release(to, a, b);
  }
  if (chosen(argc, argv, "permute_bytes_runs_64")) {
    auto to = hashed(8 * Mi, 64);
    auto a = device<unsigned char>(8 * Mi), b = device<unsigned char>(8 * Mi);
    RUN(k_permute<<<8192, 1024>>>(a, to, b, 8 * Mi));
    release(to, a, b);
  }
  if (chosen(argc, argv, "permute_random_small")) {
    auto to = hashed(100000), a = device<int>(100000), b = device<int>(100000);
    RUN(k_permute<<<391, 256>>>(a, to, b, 100000));
    release(to, a, b);
  }
  if (chosen(argc, argv, "lookup_4KiB")) {
    auto table = device<float>(Ki), b = device<float>(4 * Mi);
    auto key = integers<int>(4 * Mi, 1 << 30);
    RUN(k_lookup<<<16384, 256>>>(table, key, b, Ki - 1, 4 * Mi));
    release(table, b, key);
  }
  if (chosen(argc, argv, "lookup_1MiB")) {
    auto table = device<float>(256 * Ki), b = device<float>(4 * Mi);
    auto key = integers<int>(4 * Mi, 1 << 30);
    RUN(k_lookup<<<8192, 512>>>(table, key, b, 256 * Ki - 1, 4 * Mi));
    release(table, b, key);
  }
  if (chosen(argc, argv, "lookup_64MiB")) {
    auto table = device<float>(16 * Mi), b = device<float>(4 * Mi);
    auto key = integers<int>(4 * Mi, 1 << 30);
    RUN(k_lookup<<<16384, 256>>>(table, key, b, 16 * Mi - 1, 4 * Mi));
    release(table, b, key);
  }
  if (chosen(argc, argv, "two_levels")) {
    auto a = device<int>(8 * Mi), b = hashed(8 * Mi), key = hashed(2 * Mi), out = device<int>(2 * Mi);
    RUN(k_two_levels<<<8192, 256>>>(a, b, key, out, 2 * Mi));
    release(a, b, key, out);
  }
  if (chosen(argc, argv, "three_levels")) {
    auto a = device<int>(Mi), b = hashed(Mi), c = hashed(Mi, 32), key = hashed(Mi), out = device<int>(Mi);
    RUN(k_three_levels<<<2048, 512>>>(a, b, c, key, out, Mi));
    release(a, b, c, key, out);
  }
  if (chosen(argc, argv, "follow_one_thread")) {
    auto next = hashed(8 * Mi), out = device<int>(1);
    RUN(k_follow<1><<<1, 1>>>(next, out, 1, 300));
    release(next, out);
  }
  if (chosen(argc, argv, "follow_l1")) {
    auto next = hashed(2 * Ki), out = device<int>(32);
    RUN(k_follow<1><<<1, 32>>>(next, out, 64, 2000));
    release(next, out);
  }
  if (chosen(argc, argv, "follow_l2_8_blocks")) {
    auto next = hashed(Mi), out = device<int>(8 * 32);
    RUN(k_follow<1><<<8, 32>>>(next, out, 4096, 400));
    release(next, out);
  }
  if (chosen(argc, argv, "follow_4_lists")) {
    auto next = hashed(8 * Mi), out = device<int>(132 * 64);
    RUN(k_follow<4><<<132, 64>>>(next, out, 248, 50));
    release(next, out);
  }
  if (chosen(argc, argv, "follow_wide")) {
    auto next = hashed(4 * Mi), out = device<int>(264 * 512);
    RUN(k_follow<2><<<264, 512>>>(next, out, 15, 12));
    release(next, out);
  }
  if (chosen(argc, argv, "binary_search")) {
    auto sorted = ascending(4 * Mi, 3), wanted = integers<int>(Mi / 2, 12 * Mi), found = device<int>(Mi / 2);
    RUN(k_binary_search<<<2048, 256>>>(sorted, wanted, found, 4 * Mi, Mi / 2));
    release(sorted, wanted, found);
  }
  if (chosen(argc, argv, "hash_probe")) {
    auto slots = hash_table(2 * Mi, Mi), wanted = integers<int>(Mi, 2 * Mi), found = device<int>(Mi);
    RUN(k_hash_probe<<<4096, 256>>>(slots, wanted, found, 2 * Mi - 1, Mi));
    release(slots, wanted, found);
  }

  // Shapes of grids and of work

  if (chosen(argc, argv, "normalize_segments_g1")) {
    auto a = device<float>(1 * 32768), b = device<float>(1 * 32768);
    RUN(k_normalize_segments<<<1, 1024>>>(a, b, 32768));
    release(a, b);
  }
  if (chosen(argc, argv, "normalize_segments_g8")) {
    auto a = device<float>(8 * 32768), b = device<float>(8 * 32768);
    RUN(k_normalize_segments<<<8, 512>>>(a, b, 32768));
    release(a, b);
  }
  if (chosen(argc, argv, "normalize_segments_g66")) {
    auto a = device<float>(66 * 32768), b = device<float>(66 * 32768);
    RUN(k_normalize_segments<<<66, 256>>>(a, b, 32768));
    release(a, b);
  }
  if (chosen(argc, argv, "normalize_segments_g133")) {
    auto a = device<float>(133 * 32768), b = device<float>(133 * 32768);
    RUN(k_normalize_segments<<<133, 1024>>>(a, b, 32768));
    release(a, b);
  }
  if (chosen(argc, argv, "normalize_segments_g300")) {
    auto a = device<float>(300 * 32768), b = device<float>(300 * 32768);
    RUN(k_normalize_segments<<<300, 512>>>(a, b, 32768));
    release(a, b);
  }
  if (chosen(argc, argv, "logistic_g132")) {
    auto b = device<float>(132 * 512);
    OK(cudaFuncSetAttribute(k_logistic, cudaFuncAttributeMaxDynamicSharedMemorySize, 131072));
    RUN(k_logistic<<<132, 512, 131072>>>(b, 2000));
    release(b);
  }
  if (chosen(argc, argv, "logistic_g133")) {
    auto b = device<float>(133 * 512);
    OK(cudaFuncSetAttribute(k_logistic, cudaFuncAttributeMaxDynamicSharedMemorySize, 131072));
    RUN(k_logistic<<<133, 512, 131072>>>(b, 2000));
    release(b);
  }
  if (chosen(argc, argv, "logistic_g264")) {
    auto b = device<float>(264 * 1024);
    OK(cudaFuncSetAttribute(k_logistic, cudaFuncAttributeMaxDynamicSharedMemorySize, 131072));
    RUN(k_logistic<<<264, 1024, 131072>>>(b, 2000));
    release(b);
  }
  if (chosen(argc, argv, "one_block_stats")) {
    auto a = device<float>(Mi / 2), b = device<float>(2);
    RUN(k_one_block_stats<<<1, 1024>>>(a, b, Mi / 2));
    release(a, b);
  }
  if (chosen(argc, argv, "only_lane0")) {
    auto a = device<float>(8 * Mi), b = device<float>(8 * Mi);
    RUN(k_first_lanes<<<32768, 256>>>(a, b, 1, 8 * Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "first16_lanes")) {
    auto a = device<float>(8 * Mi), b = device<float>(8 * Mi);
    RUN(k_first_lanes<<<8192, 1024>>>(a, b, 16, 8 * Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "odd_even_paths")) {
    auto a = device<float>(4 * Mi), b = device<float>(4 * Mi);
    RUN(k_odd_even_paths<<<16384, 256>>>(a, b, 4 * Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "axpby_persistent_132")) {
    auto x = device<float4>(6 * Mi), y = device<float4>(6 * Mi);
    RUN(k_axpby_persistent<<<132, 1024>>>(2, x, 3, y, 6 * Mi));
    release(x, y);
  }
  if (chosen(argc, argv, "axpby_persistent_66")) {
    auto x = device<float4>(Mi), y = device<float4>(Mi);
    RUN(k_axpby_persistent<<<66, 512>>>(2, x, 3, y, Mi));
    release(x, y);
  }

  // Streams of other types

  if (chosen(argc, argv, "axpy_float2")) {
    auto x = device<float2>(8 * Mi), y = device<float2>(8 * Mi);
    RUN(k_axpy_float2<<<32768, 256>>>(2, x, y, 8 * Mi));
    release(x, y);
  }
  if (chosen(argc, argv, "axpy_double_1024")) {
    auto x = device<double>(8 * Mi), y = device<double>(8 * Mi);
    RUN(k_axpy_double<<<8192, 1024>>>(2, x, y, 8 * Mi));
    release(x, y);
  }
  if (chosen(argc, argv, "axpy_half2")) {
    auto x = device<half2>(12 * Mi), y = device<half2>(12 * Mi);
    RUN(k_axpy_half2<<<24576, 512>>>(2, x, y, 12 * Mi));
    release(x, y);
  }
  if (chosen(argc, argv, "set_float4")) {
    auto out = device<float4>(16 * Mi);
    RUN(k_set<<<65536, 256>>>(out, make_float4(1, 2, 3, 4), 16 * Mi));
    release(out);
  }
  if (chosen(argc, argv, "set_bytes")) {
    auto out = device<unsigned char>(16 * Mi);
    RUN(k_set<<<16384, 1024>>>(out, static_cast<unsigned char>(7), 16 * Mi));
    release(out);
  }
  if (chosen(argc, argv, "set_double_small")) {
    auto out = device<double>(500000);
    RUN(k_set<<<3907, 128>>>(out, 1.5, 500000));
    release(out);
  }
  if (chosen(argc, argv, "gray_uchar3")) {
    auto in = device<Pixel3>(6 * Mi, 9);
    auto out = device<unsigned char>(6 * Mi);
    RUN(k_gray3<<<24576, 256>>>(in, out, 6 * Mi));
    release(in, out);
  }
  if (chosen(argc, argv, "gray_uchar4")) {
    auto in = device<uchar4>(12 * Mi, 9);
    auto out = device<unsigned char>(12 * Mi);
    RUN(k_gray4<<<24576, 512>>>(in, out, 12 * Mi));
    release(in, out);
  }
  if (chosen(argc, argv, "spin_aos")) {
    auto s = device<Spin>(4 * Mi);
    RUN(k_spin_aos<<<16384, 256>>>(s, 4 * Mi));
    release(s);
  }
  if (chosen(argc, argv, "spin_soa")) {
    auto w = device<float>(4 * Mi), x = device<float>(4 * Mi), y = device<float>(4 * Mi),
         z = device<float>(4 * Mi), rate = device<float>(4 * Mi);
    RUN(k_spin_soa<<<16384, 256>>>(w, x, y, z, rate, 4 * Mi));
    release(w, x, y, z, rate);
  }
  if (chosen(argc, argv, "revenue_aos")) {
    auto orders = device<Order>(4 * Mi);
    auto revenue = device<double>(4 * Mi);
    RUN(k_revenue_aos<<<16384, 256>>>(orders, revenue, 4 * Mi));
    release(orders, revenue);
  }

  // Neural networks

  if (chosen(argc, argv, "layer_norm_768")) {
    auto a = numbers(6000 * 768), gain = numbers(768), bias = numbers(768), b = device<float>(6000 * 768);
    RUN(k_layer_norm<<<6000, 256>>>(a, gain, bias, b, 768));
    release(a, gain, bias, b);
  }
  if (chosen(argc, argv, "layer_norm_5120_1024")) {
    auto a = numbers(500 * 5120), gain = numbers(5120), bias = numbers(5120), b = device<float>(500 * 5120);
    RUN(k_layer_norm<<<500, 1024>>>(a, gain, bias, b, 5120));
    release(a, gain, bias, b);
  }
  if (chosen(argc, argv, "softmax_warp_256")) {
    auto a = numbers(30000 * 256), b = device<float>(30000 * 256);
    RUN(k_softmax_warp<8><<<3750, 256>>>(a, b, 30000));
    release(a, b);
  }
  if (chosen(argc, argv, "softmax_warp_1024")) {
    auto a = numbers(8000 * 1024), b = device<float>(8000 * 1024);
    RUN(k_softmax_warp<32><<<2000, 128>>>(a, b, 8000));
    release(a, b);
  }
  if (chosen(argc, argv, "attention_row_1024_keys")) {
    auto q = numbers(132 * 64, -1, 1), k = numbers(1024 * 64, -1, 1), v = numbers(1024 * 64),
         out = device<float>(132 * 64);
    RUN(k_attention_row<<<132, 256, 4096>>>(q, k, v, out, 1024));
    release(q, k, v, out);
  }
  if (chosen(argc, argv, "attention_row_8_queries")) {
    auto q = numbers(8 * 64, -1, 1), k = numbers(8192 * 64, -1, 1), v = numbers(8192 * 64),
         out = device<float>(8 * 64);
    RUN(k_attention_row<<<8, 256, 32768>>>(q, k, v, out, 8192));
    release(q, k, v, out);
  }
  if (chosen(argc, argv, "embedding_128")) {
    auto table = device<float4>(100000 * 32), out = device<float4>(131072 * 32);
    auto token = integers<int>(131072, 100000);
    RUN(k_embedding<<<16384, 256>>>(table, token, out, 131072));
    release(table, out, token);
  }
  if (chosen(argc, argv, "adam")) {
    auto w = device<float>(4 * Mi), g = device<float>(4 * Mi), m = device<float>(4 * Mi),
         v = device<float>(4 * Mi);
    RUN(k_adam<<<8192, 512>>>(w, g, m, v, 4 * Mi));
    release(w, g, m, v);
  }
  if (chosen(argc, argv, "max_pool")) {
    auto a = device<float>(4096 * 4096), b = device<float>(2048 * 2048);
    RUN(k_max_pool<<<dim3(64, 256), dim3(32, 8)>>>(a, b, 4096, 4096));
    release(a, b);
  }

  // Asynchronous copies and banks

  if (chosen(argc, argv, "async_tiles_2")) {
    auto a = device<float4>(256 * 16000), b = device<float4>(256 * 16000);
    RUN(k_async_tiles<2><<<264, 256>>>(a, b, 16000));
    release(a, b);
  }
  if (chosen(argc, argv, "async_tiles_4")) {
    auto a = device<float4>(256 * 16000), b = device<float4>(256 * 16000);
    RUN(k_async_tiles<4><<<132, 256>>>(a, b, 16000));
    release(a, b);
  }
  if (chosen(argc, argv, "smooth_rows_no_conflicts")) {
    auto rows = numbers(264 * 4096);
    RUN(k_smooth_rows<33><<<264, 128>>>(rows, 20));
    release(rows);
  }
  if (chosen(argc, argv, "smooth_rows_2_way")) {
    auto rows = numbers(264 * 4096);
    RUN(k_smooth_rows<34><<<264, 128>>>(rows, 20));
    release(rows);
  }
  if (chosen(argc, argv, "smooth_rows_8_way")) {
    auto rows = numbers(264 * 4096);
    RUN(k_smooth_rows<40><<<264, 128>>>(rows, 20));
    release(rows);
  }
  return 0;
}
