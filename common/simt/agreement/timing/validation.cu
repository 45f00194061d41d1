// Launches that validate the model of kernel time: no rule and no constant of the model was ever fitted to
// them (one count was corrected since, that of fibonacci_one_thread: docs/measurements/time_model.md).
// They are kernels as other people write them, in the manner of forums, courses, textbooks and public
// suites, at the sizes that people choose; whoever wrote them did not know what the model does well.
#include "validation_kernels.h"

#include "common.h"

static int ceil_div(int a, int b) { return (a + b - 1) / b; }

static void elements(int argc, char** argv) {
  if (chosen(argc, argv, "saxpy_1m")) {
    int n = Mi;
    float *x = numbers(n), *y = numbers(n);
    RUN(saxpy<<<ceil_div(n, 256), 256>>>(n, 2.0f, x, y));
    release(x, y);
  }
  if (chosen(argc, argv, "vector_add_double_stride_3000000")) {
    int n = 3000000;
    double *a = numbers<double>(n), *b = numbers<double>(n), *c = device<double>(n);
    RUN(vector_add_stride<<<256, 1024>>>(a, b, c, n));
    release(a, b, c);
  }
  if (chosen(argc, argv, "scale_float4_96mb")) {
    int n4 = 6 * Mi;
    float4 *in = device<float4>(n4, 1), *out = device<float4>(n4);
    RUN(scale_float4<<<ceil_div(n4, 512), 512>>>(in, out, 1.5f, n4));
    release(in, out);
  }
  if (chosen(argc, argv, "gelu_half2_2m")) {
    int n2 = Mi;
    __half2 *in = device<__half2>(n2, 0x31), *out = device<__half2>(n2);
    RUN(gelu_half2<<<ceil_div(n2, 256), 256>>>(in, out, n2));
    release(in, out);
  }
}

static void rearrangements(int argc, char** argv) {
  if (chosen(argc, argv, "transpose_naive_2048")) {
    int n = 2048;
    float *in = numbers(n * n), *out = device<float>(n * n);
    RUN(transpose_naive<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(in, out, n, n));
    release(in, out);
  }
  if (chosen(argc, argv, "transpose_tiled_1000x3500")) {
    int rows = 1000, cols = 3500;
    float *in = numbers(rows * cols), *out = device<float>(rows * cols);
    RUN(transpose_tiled<<<dim3(ceil_div(cols, 32), ceil_div(rows, 32)), dim3(32, 8)>>>(in, out, rows, cols));
    release(in, out);
  }
  if (chosen(argc, argv, "aos_to_soa_800000")) {
    int n = 800000;
    float* p = numbers(n * 7);
    float *x = device<float>(n), *y = device<float>(n), *z = device<float>(n), *speed = device<float>(n);
    RUN(aos_to_soa<<<ceil_div(n, 128), 128>>>(reinterpret_cast<Particle*>(p), x, y, z, speed, n));
    release(p, x, y, z, speed);
  }
  if (chosen(argc, argv, "nhwc_to_nchw_half_8x56x56x64")) {
    int n = 8, h = 56, w = 56, c = 64, total = n * h * w * c;
    __half *in = device<__half>(total, 0x31), *out = device<__half>(total);
    RUN(nhwc_to_nchw<<<ceil_div(total, 256), 256>>>(in, out, n, h, w, c));
    release(in, out);
  }
}

static void accesses(int argc, char** argv) {
  if (chosen(argc, argv, "strided_copy_17_1m")) {
    int n = Mi, stride = 17;
    float *in = device<float>(static_cast<size_t>(n) * stride, 1), *out = device<float>(n);
    RUN(strided_copy<<<n / 256, 256>>>(in, out, n, stride));
    release(in, out);
  }
  if (chosen(argc, argv, "gather_double_random_1500000")) {
    int n = 1500000, table_size = 10000000;
    double *table = device<double>(table_size, 1), *out = device<double>(n);
    int* index = integers<int>(n, table_size);
    RUN(gather<<<ceil_div(n, 192), 192>>>(table, index, out, n));
    release(table, out);
    release(index);
  }
  if (chosen(argc, argv, "scatter_permuted_2m")) {
    int n = 2 * Mi;
    int* perm = hashed(n);
    float *in = numbers(n), *out = device<float>(n);
    RUN(scatter_permuted<<<n / 1024, 1024>>>(perm, in, out, n));
    release(perm);
    release(in, out);
  }
  if (chosen(argc, argv, "pointer_jump_500000")) {
    int n = 500000;
    int *next = hashed(n), *rank = integers<int>(n, 2), *next_out = device<int>(n),
        *rank_out = device<int>(n);
    RUN(pointer_jump<<<ceil_div(n, 256), 256>>>(next, rank, next_out, rank_out, n));
    release(next, rank, next_out, rank_out);
  }
}

static void reductions(int argc, char** argv) {
  if (chosen(argc, argv, "reduce_interleaved_modulo_2m")) {
    int n = 2 * Mi;
    int *in = integers<int>(n, 100), *out = device<int>(n / 256);
    RUN(reduce_interleaved<<<n / 256, 256, 256 * sizeof(int)>>>(in, out));
    release(in, out);
  }
  if (chosen(argc, argv, "dot_product_32_blocks_33k")) {
    int n = 33 * 1024;
    float *a = numbers(n), *b = numbers(n), *result = device<float>(1);
    RUN(dot_product<<<32, 256>>>(a, b, result, n));
    release(a, b, result);
  }
  if (chosen(argc, argv, "sum_last_block_128mb")) {
    int n4 = 8 * Mi;
    float4* in = device<float4>(n4, 1);
    float *partial = device<float>(528), *out = device<float>(1);
    unsigned* count = device<unsigned>(1);
    RUN(OK(cudaMemset(count, 0, 4)); sum_last_block<<<528, 512>>>(in, partial, count, out, n4));
    release(in, partial, out, count);
  }
}

static void rows_and_columns(int argc, char** argv) {
  if (chosen(argc, argv, "row_sums_thread_4096x512")) {
    int rows = 4096, cols = 512;
    float *m = numbers(rows * cols), *sums = device<float>(rows);
    RUN(row_sums_thread<<<rows / 128, 128>>>(m, sums, rows, cols));
    release(m, sums);
  }
  if (chosen(argc, argv, "column_sums_thread_3000x5000")) {
    int rows = 3000, cols = 5000;
    float *m = numbers(rows * cols), *sums = device<float>(cols);
    RUN(column_sums_thread<<<ceil_div(cols, 64), 64>>>(m, sums, rows, cols));
    release(m, sums);
  }
  if (chosen(argc, argv, "row_mean_var_bf16_6000x1280")) {
    int rows = 6000, cols = 1280;
    __nv_bfloat16* m = device<__nv_bfloat16>(rows * cols, 0x3f);
    float2* stats = device<float2>(rows);
    RUN(row_mean_var_block<<<rows, 256>>>(m, stats, cols));
    release(m);
    release(stats);
  }
  if (chosen(argc, argv, "bias_backward_4096x3072")) {
    int rows = 4096, cols = 3072;
    float *dbias = numbers(cols), *dout = numbers(rows * cols);
    RUN(bias_backward<<<cols / 32, 256>>>(dbias, dout, rows, cols));
    release(dbias, dout);
  }
}

static void scans(int argc, char** argv) {
  if (chosen(argc, argv, "kogge_stone_scan_1000000")) {
    int n = 1000000, blocks = ceil_div(n, 1024);
    float *x = numbers(n), *y = device<float>(n), *sums = device<float>(blocks);
    RUN(kogge_stone_scan<<<blocks, 1024>>>(x, y, sums, n));
    release(x, y, sums);
  }
  if (chosen(argc, argv, "blelloch_scan_2048x300")) {
    int n = 2048, blocks = 300;
    int *in = integers<int>(n * blocks, 10), *out = device<int>(n * blocks);
    RUN(blelloch_scan<<<blocks, n / 2, n * sizeof(int)>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "cumsum_rows_warp_1000x2000")) {
    int rows = 1000, cols = 2000;
    float *in = numbers(rows * cols), *out = device<float>(rows * cols);
    RUN(cumsum_rows_warp<<<rows / 4, 128>>>(in, out, rows, cols));
    release(in, out);
  }
  if (chosen(argc, argv, "running_max_tile16_4m")) {
    int n = 4 * Mi;
    int *in = integers<int>(n, 1 << 20), *out = device<int>(n);
    RUN(running_max_tile<<<n / 256, 256>>>(in, out, n));
    release(in, out);
  }
}

static void sorts(int argc, char** argv) {
  if (chosen(argc, argv, "bitonic_step_4m")) {
    int n = 4 * Mi;
    unsigned *source = integers<unsigned>(n, 1 << 30), *values = device<unsigned>(n);
    RUN(restore(values, source, n); bitonic_step<<<n / 512, 512>>>(values, 1 << 12, 1 << 14, n));
    release(source, values);
  }
  if (chosen(argc, argv, "bitonic_sort_shared_1024x512")) {
    int blocks = 512;
    unsigned *source = integers<unsigned>(blocks * 1024, 1 << 30), *keys = device<unsigned>(blocks * 1024);
    RUN(restore(keys, source, blocks * 1024); bitonic_sort_shared<<<blocks, 512>>>(keys));
    release(source, keys);
  }
  if (chosen(argc, argv, "odd_even_sort_one_block_1500")) {
    int n = 1500;
    int *source = integers<int>(n, 1 << 20), *data = device<int>(n);
    RUN(restore(data, source, n); odd_even_sort_block<<<1, 768, n * sizeof(int)>>>(data, n));
    release(source, data);
  }
  if (chosen(argc, argv, "merge_corank_1m_and_700000")) {
    int m = Mi, n = 700000, per_thread = 16;
    std::vector<int> a(m), b(n);
    for (int i = 0; i < m; ++i) a[i] = 2 * i + i % 3;
    for (int i = 0; i < n; ++i) b[i] = 3 * i;
    std::sort(a.begin(), a.end());
    int *da = upload(a), *db = upload(b), *c = device<int>(m + n);
    RUN(merge_basic<<<ceil_div(m + n, 128 * per_thread), 128>>>(da, m, db, n, c, per_thread));
    release(da, db, c);
  }
}

static void histograms(int argc, char** argv) {
  if (chosen(argc, argv, "histogram_global_atomics_4m")) {
    int n = 4 * Mi;
    unsigned char* data = integers<unsigned char>(n, 256);
    unsigned* bins = device<unsigned>(256);
    RUN(histogram_global<<<264, 256>>>(data, bins, n));
    release(data);
    release(bins);
  }
  if (chosen(argc, argv, "histogram_shared_dark_image_8m")) {
    int n = 8 * Mi;
    unsigned char* data = integers<unsigned char>(n, 20);
    unsigned* bins = device<unsigned>(256);
    RUN(histogram_shared<<<264, 256>>>(data, bins, n));
    release(data);
    release(bins);
  }
  if (chosen(argc, argv, "radix_count_private_4000000")) {
    int n = 4000000, blocks = ceil_div(n, 128 * 32);
    unsigned *keys = integers<unsigned>(n, 1 << 30), *counts = device<unsigned>(16 * blocks);
    RUN(radix_count_private<<<blocks, 128>>>(keys, counts, n, 8));
    release(keys, counts);
  }
}

static void dense_products(int argc, char** argv) {
  if (chosen(argc, argv, "matmul_naive_500x700x300")) {
    int m = 500, n = 700, k = 300;
    float *a = numbers(m * k), *b = numbers(k * n), *c = device<float>(m * n);
    RUN(matmul_naive<<<dim3(ceil_div(n, 32), ceil_div(m, 32)), dim3(32, 32)>>>(a, b, c, m, n, k));
    release(a, b, c);
  }
  if (chosen(argc, argv, "matmul_tiled_16_400")) {
    int n = 400;
    float *a = numbers(n * n), *b = numbers(n * n), *c = device<float>(n * n);
    RUN(matmul_tiled<16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n));
    release(a, b, c);
  }
  if (chosen(argc, argv, "sgemm_blocktiling_2d_640")) {
    int n = 640;
    float *a = numbers(n * n), *b = numbers(n * n), *c = device<float>(n * n);
    RUN(sgemm_blocktiling_2d<<<dim3(n / 64, n / 64), 256>>>(a, b, c, n, n, n));
    release(a, b, c);
  }
  if (chosen(argc, argv, "wmma_simple_768")) {
    int n = 768;
    __half *a = device<__half>(n * n, 0x31), *b = device<__half>(n * n, 0x31);
    float* c = device<float>(n * n);
    RUN(wmma_simple<<<dim3(n / 16, n / 64), dim3(32, 4)>>>(a, b, c, n));
    release(a, b);
    release(c);
  }
}

static void matrix_vector(int argc, char** argv) {
  if (chosen(argc, argv, "gemv_thread_5000x1000")) {
    int m = 5000, n = 1000;
    float *a = numbers(m * n), *x = numbers(n), *y = device<float>(m);
    RUN(gemv_thread<<<ceil_div(m, 256), 256>>>(a, x, y, m, n));
    release(a, x, y);
  }
  if (chosen(argc, argv, "gemv_warp_float4_4096")) {
    int n = 4096;
    float4 *a = device<float4>(n * n / 4, 1), *x = device<float4>(n / 4, 1);
    float* y = device<float>(n);
    RUN(gemv_warp_float4<<<n / 8, 256>>>(a, x, y, n, n / 4));
    release(a, x);
    release(y);
  }
  if (chosen(argc, argv, "gemv_transposed_double_2000x1500")) {
    int m = 2000, n = 1500;
    double *a = numbers<double>(m * n), *x = numbers<double>(m), *y = device<double>(n);
    RUN(gemv_transposed_double<<<dim3(ceil_div(n, 128), 16), 128>>>(a, x, y, m, n));
    release(a, x, y);
  }
  if (chosen(argc, argv, "gemv_int4_4096x2048")) {
    int rows = 4096, n = 2048;
    unsigned* packed = integers<unsigned>(rows * n / 8, 1 << 30);
    __half *scales = device<__half>(rows * n / 32, 0x31), *x = device<__half>(n, 0x31);
    float* y = device<float>(rows);
    RUN(gemv_int4<<<rows / 4, dim3(32, 4)>>>(packed, scales, x, y, n));
    release(packed);
    release(scales, x);
    release(y);
  }
}

static void solvers(int argc, char** argv) {
  if (chosen(argc, argv, "lu_one_block_64")) {
    float* a = numbers(64 * 1024, 1, 2);
    RUN(lu_block<<<1, 64>>>(a, 1024));
    release(a);
  }
  if (chosen(argc, argv, "cholesky_6x6_batched_100000")) {
    int batch = 100000;
    float *in = numbers(36 * batch), *out = device<float>(36 * batch);
    RUN(cholesky_batched<<<ceil_div(batch, 128), 128>>>(in, out, batch));
    release(in, out);
  }
  if (chosen(argc, argv, "thomas_double_8192_systems_of_128")) {
    int n = 128, systems = 8192, total = n * systems;
    double *a = numbers<double>(total), *b = numbers<double>(total), *c = numbers<double>(total);
    double *d = numbers<double>(total), *work = device<double>(total);
    RUN(thomas<<<systems / 64, 64>>>(a, b, c, d, work, n, systems));
    release(a, b, c, d, work);
  }
}

static void stencils(int argc, char** argv) {
  if (chosen(argc, argv, "stencil_1d_radius_3_2m")) {
    int n = 2 * Mi;
    int *in = integers<int>(n + 6, 100), *out = device<int>(n);
    RUN(stencil_1d<<<n / 256, 256>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "heat_2d_double_1500x1100")) {
    int nx = 1500, ny = 1100;
    double *t = numbers<double>(nx * ny), *next = device<double>(nx * ny);
    RUN(heat_2d<<<dim3(ceil_div(nx, 32), ceil_div(ny, 8)), dim3(32, 8)>>>(t, next, nx, ny, 0.1));
    release(t, next);
  }
  if (chosen(argc, argv, "laplace_3d_8x8x8_blocks_160")) {
    int n = 160;
    float *in = numbers(n * n * n), *out = device<float>(n * n * n);
    RUN(laplace_3d<<<dim3(n / 8, n / 8, n / 8), dim3(8, 8, 8)>>>(in, out, n, n, n));
    release(in, out);
  }
  if (chosen(argc, argv, "wave_3d_order_8_march_264x264x100")) {
    int nx = 264, ny = 264, nz = 100;
    float *in = numbers(nx * ny * nz), *out = device<float>(nx * ny * nz);
    RUN(wave_3d_march<<<dim3((nx - 8) / 32, (ny - 8) / 8), dim3(32, 8)>>>(in, out, nx, ny, nz));
    release(in, out);
  }
}

static void grids_of_physics(int argc, char** argv) {
  if (chosen(argc, argv, "hotspot_1024")) {
    int n = 1024;
    float *power = numbers(n * n), *in = numbers(n * n, 300, 340), *out = device<float>(n * n);
    RUN(hotspot<<<dim3(ceil_div(n, 14), ceil_div(n, 14)), dim3(16, 16)>>>(power, in, out, n));
    release(power, in, out);
  }
  if (chosen(argc, argv, "lbm_d2q9_1000x600")) {
    int nx = 1000, ny = 600;
    float *f = numbers(9 * nx * ny, 0.1, 0.2), *g = device<float>(9 * nx * ny);
    RUN(lbm_d2q9<<<dim3(ceil_div(nx, 128), ny), 128>>>(f, g, nx, ny));
    release(f, g);
  }
  if (chosen(argc, argv, "game_of_life_bytes_1280x720")) {
    int w = 1280, h = 720;
    unsigned char *in = integers<unsigned char>(w * h, 2), *out = device<unsigned char>(w * h);
    RUN(game_of_life<<<dim3(w / 16, h / 16), dim3(16, 16)>>>(in, out, w, h));
    release(in, out);
  }
}

static void images(int argc, char** argv) {
  int w = 1920, h = 1080;
  if (chosen(argc, argv, "rgb_to_gray_4k")) {
    int pixels = 3840 * 2160;
    uchar3* rgb = device<uchar3>(pixels, 77);
    unsigned char* gray = device<unsigned char>(pixels);
    RUN(rgb_to_gray<<<ceil_div(pixels, 256), 256>>>(rgb, gray, pixels));
    release(rgb);
    release(gray);
  }
  if (chosen(argc, argv, "blur_7x7_bytes_800x600")) {
    unsigned char *in = integers<unsigned char>(800 * 600, 256), *out = device<unsigned char>(800 * 600);
    RUN(blur_kernel<<<dim3(50, 38), dim3(16, 16)>>>(in, out, 800, 600));
    release(in, out);
  }
  if (chosen(argc, argv, "sobel_shared_1080p")) {
    unsigned char *in = integers<unsigned char>(w * h, 256), *out = device<unsigned char>(w * h);
    RUN(sobel_shared<<<dim3(w / 32, ceil_div(h, 16)), dim3(32, 16)>>>(in, out, w, h));
    release(in, out);
  }
  if (chosen(argc, argv, "median_3x3_1080p")) {
    unsigned char *in = integers<unsigned char>(w * h, 256), *out = device<unsigned char>(w * h);
    RUN(median_3x3<<<dim3(w / 32, ceil_div(h, 4)), dim3(32, 4)>>>(in, out, w, h));
    release(in, out);
  }
}

static void filters(int argc, char** argv) {
  if (chosen(argc, argv, "bilateral_radius_4_512")) {
    int n = 512;
    float *in = numbers(n * n), *out = device<float>(n * n);
    RUN(bilateral<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(in, out, n, n, 4, 3.0f, 0.2f));
    release(in, out);
  }
  if (chosen(argc, argv, "convolution_columns_17_1536x1024")) {
    int w = 1536, h = 1024;
    float *src = numbers(w * h), *dst = device<float>(w * h);
    RUN(convolution_columns<<<dim3(w / 16, h / 32), dim3(16, 8)>>>(src, dst, w, h));
    release(src, dst);
  }
  if (chosen(argc, argv, "resize_bilinear_720p_to_1080p")) {
    int w = 1280, h = 720, ow = 1920, oh = 1080;
    uchar4 *in = device<uchar4>(w * h, 99), *out = device<uchar4>(ow * oh);
    RUN(resize_bilinear<<<dim3(ow / 32, oh / 8), dim3(32, 8)>>>(in, out, w, h, ow, oh));
    release(in, out);
  }
}

static void convolutional(int argc, char** argv) {
  if (chosen(argc, argv, "conv2d_direct_16_to_32_of_112")) {
    int C = 16, H = 112, W = 112, K = 32;
    float *in = numbers(C * H * W), *weight = numbers(K * C * 9), *out = device<float>(K * 110 * 110);
    RUN(conv2d_direct<<<dim3(7, 7, K), dim3(16, 16)>>>(in, weight, out, C, H, W, K));
    release(in, weight, out);
  }
  if (chosen(argc, argv, "depthwise_nhwc_half_56x56x96")) {
    int H = 56, W = 56, C = 96;
    __half *in = device<__half>(H * W * C, 0x31), *filter = device<__half>(9 * C, 0x31),
           *out = device<__half>(H * W * C);
    RUN(depthwise_conv_nhwc<<<dim3(W, H), C>>>(in, filter, out, H, W, C));
    release(in, filter, out);
  }
  if (chosen(argc, argv, "im2col_64_of_75")) {
    int C = 64, n = 75;
    float *im = numbers(C * n * n), *col = device<float>(C * 9 * n * n);
    RUN(im2col<<<ceil_div(C * n * n, 1024), 1024>>>(im, col, C, n, n));
    release(im, col);
  }
}

static void rows_of_language_models(int argc, char** argv) {
  if (chosen(argc, argv, "softmax_thread_2048x200")) {
    int n = 2048, c = 200;
    float *in = numbers(n * c), *out = device<float>(n * c);
    RUN(softmax_thread<<<n / 32, 32>>>(in, out, n, c));
    release(in, out);
  }
  if (chosen(argc, argv, "softmax_online_256x50257")) {
    int n = 256, c = 50257;
    float *in = numbers(static_cast<size_t>(n) * c), *out = device<float>(static_cast<size_t>(n) * c);
    RUN(softmax_online_block<<<n, 1024>>>(in, out, c));
    release(in, out);
  }
  if (chosen(argc, argv, "layernorm_warp_8192x768")) {
    int n = 8192, c = 768;
    float *in = numbers(n * c), *weight = numbers(c), *bias = numbers(c);
    float *out = device<float>(n * c), *mean = device<float>(n), *rstd = device<float>(n);
    RUN(layernorm_forward_warp<<<n / 4, 128>>>(out, mean, rstd, in, weight, bias, n, c));
    release(in, weight, bias, out, mean, rstd);
  }
  if (chosen(argc, argv, "rmsnorm_bf16_decode_8x4096")) {
    int rows = 8, dim = 4096;
    auto *in = device<__nv_bfloat162>(rows * dim / 2, 0x3f), *out = device<__nv_bfloat162>(rows * dim / 2);
    auto* weight = device<__nv_bfloat162>(dim / 2, 0x3f);
    RUN(rmsnorm_bf16<<<rows, 512>>>(in, weight, out, dim / 2));
    release(in, weight, out);
  }
}

static void language_models(int argc, char** argv) {
  if (chosen(argc, argv, "flash_naive_16_heads_of_512")) {
    int n = 512, heads = 16, total = n * heads * 32;
    float *q = numbers(total), *k = numbers(total), *v = numbers(total), *o = device<float>(total);
    RUN(flash_forward_naive<<<dim3(n / 64, heads), 64>>>(q, k, v, o, n));
    release(q, k, v, o);
  }
  if (chosen(argc, argv, "adamw_7000000")) {
    int n = 7000000;
    float *p = numbers(n), *g = numbers(n), *m = numbers(n), *v = numbers(n);
    RUN(adamw<<<ceil_div(n, 512), 512>>>(p, g, m, v, n, 1e-3f, 0.9f, 0.999f, 0.1f, 0.001f, 1e-8f, 0.01f));
    release(p, g, m, v);
  }
  if (chosen(argc, argv, "rope_half2_1000_tokens_32x64")) {
    int tokens = 1000, heads = 32, half_dim = 64;
    __half2* q = device<__half2>(tokens * heads * half_dim, 0x31);
    int* positions = integers<int>(tokens, 4096);
    RUN(rope<<<tokens, 256>>>(q, positions, heads, half_dim));
    release(q);
    release(positions);
  }
}

static void sparse_matrices(int argc, char** argv) {
  if (chosen(argc, argv, "spmv_csr_scalar_scattered_100000x12")) {
    Sparse m = scattered(100000, 12);
    float *x = numbers(m.rows), *y = device<float>(m.rows);
    RUN(spmv_csr_scalar<<<ceil_div(m.rows, 256), 256>>>(m.rows, m.start, m.column, m.value, x, y));
    release(x, y);
    release(m);
  }
  if (chosen(argc, argv, "spmv_csr_tile8_skewed_40000")) {
    Sparse m = skewed(40000, 6, 900);
    float *x = numbers(m.rows), *y = device<float>(m.rows);
    RUN(spmv_csr_tile<<<ceil_div(m.rows * 8, 128), 128>>>(m.rows, m.start, m.column, m.value, x, y));
    release(x, y);
    release(m);
  }
  if (chosen(argc, argv, "spmv_coo_atomics_banded_150000x9")) {
    Sparse m = banded(150000, 4);
    float *x = numbers(m.rows), *y = device<float>(m.rows);
    RUN(spmv_coo<<<1024, 256>>>(m.entries, m.row, m.column, m.value, x, y));
    release(x, y);
    release(m);
  }
  if (chosen(argc, argv, "spmm_rows_8000x24_by_64")) {
    Sparse m = scattered(8000, 24);
    int width = 64;
    float *b = numbers(m.rows * width), *c = device<float>(m.rows * width);
    RUN(spmm_rows<<<m.rows, width>>>(m.start, m.column, m.value, b, c, width));
    release(b, c);
    release(m);
  }
}

static void graphs(int argc, char** argv) {
  if (chosen(argc, argv, "bfs_frontier_30000_of_skewed_200000")) {
    Sparse g = skewed(200000, 4, 300);
    int size = 30000;
    std::vector<int> queue(size), unseen(g.rows, -1);
    for (int k = 0; k < size; ++k) unseen[queue[k] = k * 5 % g.rows] = 3;
    int *frontier = upload(queue), *source = upload(unseen), *level = device<int>(g.rows);
    int *next = device<int>(g.rows), *count = device<int>(1);
    RUN(restore(level, source, g.rows); OK(cudaMemset(count, 0, 4));
        bfs_frontier<<<ceil_div(size, 256), 256>>>(frontier, size, g.start, g.column, level, next, count, 4));
    release(frontier, source, level, next, count);
    release(g);
  }
  if (chosen(argc, argv, "pagerank_push_scattered_65536x16")) {
    Sparse g = scattered(65536, 16);
    float *rank = numbers(g.rows), *next = device<float>(g.rows);
    RUN(pagerank_push<<<g.rows / 256, 256>>>(g.rows, g.start, g.column, rank, next));
    release(rank, next);
    release(g);
  }
  if (chosen(argc, argv, "triangle_count_scattered_20000x20")) {
    Sparse g = scattered(20000, 20);
    unsigned long long* triangles = device<unsigned long long>(1);
    RUN(triangle_count<<<ceil_div(g.entries, 128), 128>>>(g.entries, g.row, g.column, g.start, g.column,
                                                          triangles));
    release(triangles);
    release(g);
  }
  if (chosen(argc, argv, "floyd_warshall_step_1200")) {
    int n = 1200;
    int *source = integers<int>(n * n, 10000), *dist = device<int>(n * n);
    RUN(restore(dist, source, n * n); floyd_warshall_step<<<dim3(ceil_div(n, 256), n), 256>>>(dist, n, 77));
    release(source, dist);
  }
}

static void particles(int argc, char** argv) {
  if (chosen(argc, argv, "nbody_naive_3000")) {
    int n = 3000;
    float* pos = numbers(4 * n);
    float4* acc = device<float4>(n);
    RUN(nbody_naive<<<ceil_div(n, 256), 256>>>(reinterpret_cast<float4*>(pos), acc, n));
    release(pos);
    release(acc);
  }
  if (chosen(argc, argv, "nbody_tiled_10000")) {
    int n = 10000;
    float* pos = numbers(4 * n);
    float4* acc = device<float4>(n);
    RUN(nbody_tiled<<<ceil_div(n, 128), 128>>>(reinterpret_cast<float4*>(pos), acc, n));
    release(pos);
    release(acc);
  }
  if (chosen(argc, argv, "lennard_jones_double_12288x64")) {
    int n = 12288, per_atom = 64;
    double *x = numbers<double>(n), *y = numbers<double>(n), *z = numbers<double>(n), *e = device<double>(n);
    int* neighbors = integers<int>(n * per_atom, n);
    RUN(lennard_jones<<<n / 256, 256>>>(x, y, z, neighbors, e, n, per_atom));
    release(x, y, z, e);
    release(neighbors);
  }
  if (chosen(argc, argv, "coulombic_potential_512x256_600_atoms")) {
    int nx = 512, ny = 256, count = 600;
    std::vector<float4> host(1000);
    Random random;
    for (float4& a : host)
      a = make_float4(random.below(256), random.below(128), 1 + random.below(9), random.below(2));
    OK(cudaMemcpyToSymbol(atoms, host.data(), host.size() * sizeof(float4)));
    float* grid = device<float>(nx * ny);
    RUN(coulombic_potential<<<dim3(nx / 16, ny / 8), dim3(16, 8)>>>(grid, nx, 0.5f, count));
    release(grid);
  }
}

static void monte_carlo(int argc, char** argv) {
  if (chosen(argc, argv, "monte_carlo_pi_512x256_x_200")) {
    unsigned long long* hits = device<unsigned long long>(1);
    RUN(monte_carlo_pi<<<512, 256>>>(hits, 200));
    release(hits);
  }
  if (chosen(argc, argv, "asian_option_20000_paths_x_252")) {
    int paths = 20000;
    float* payoff = device<float>(paths);
    RUN(asian_option<<<ceil_div(paths, 128), 128>>>(payoff, paths, 252, 100, 100, 0.03f, 0.2f, 1.0f / 252));
    release(payoff);
  }
  if (chosen(argc, argv, "ising_checkerboard_2048x1024")) {
    int nx = 2048, ny = 1024, n = nx * ny;
    signed char *black = device<signed char>(n, 1), *white = device<signed char>(n, 1);
    float* randoms = numbers(n);
    RUN(OK(cudaMemset(black, 1, n));
        ising_checkerboard<<<n / 128, 128>>>(black, white, randoms, 0.4f, nx, ny, true));
    release(black, white);
    release(randoms);
  }
  if (chosen(argc, argv, "black_scholes_double_300000")) {
    int n = 300000;
    double *s = numbers<double>(n, 5, 30), *x = numbers<double>(n, 1, 100), *t = numbers<double>(n, 0.25, 10);
    double *call = device<double>(n), *put = device<double>(n);
    RUN(black_scholes_double<<<ceil_div(n, 128), 128>>>(s, x, t, call, put, n));
    release(s, x, t, call, put);
  }
}

static void cryptography(int argc, char** argv) {
  if (chosen(argc, argv, "sha256_nonces_200000")) {
    int n = 200000;
    unsigned *header = integers<unsigned>(16, 1 << 30), *smallest = device<unsigned>(1, 0xff);
    RUN(sha256_nonces<<<ceil_div(n, 256), 256>>>(header, smallest, n));
    release(header, smallest);
  }
  if (chosen(argc, argv, "chacha20_16mb")) {
    int blocks = 256 * Ki;
    uint4 *in = device<uint4>(4 * blocks, 0x5a), *out = device<uint4>(4 * blocks);
    RUN(chacha20_xor<<<blocks / 256, 256>>>(in, out, blocks, make_uint4(1, 2, 3, 4), make_uint4(5, 6, 7, 8)));
    release(in, out);
  }
  if (chosen(argc, argv, "crc32_table_10000_chunks_of_512")) {
    int chunk = 512, chunks = 10000;
    unsigned char* data = integers<unsigned char>(chunk * chunks, 256);
    unsigned *crc = device<unsigned>(chunks), *table = integers<unsigned>(256, 1 << 30);
    RUN(crc32_table<<<ceil_div(chunks, 128), 128>>>(data, crc, table, chunk, chunks));
    release(data);
    release(crc, table);
  }
}

static void number_theory(int argc, char** argv) {
  if (chosen(argc, argv, "collatz_500000")) {
    int n = 500000;
    int* steps = device<int>(n);
    RUN(collatz<<<ceil_div(n, 256), 256>>>(steps, n));
    release(steps);
  }
  if (chosen(argc, argv, "modexp_64_50000")) {
    int n = 50000;
    unsigned long long *base = integers<unsigned long long>(n, 1 << 30), *out = device<unsigned long long>(n);
    RUN(modexp_64<<<ceil_div(n, 192), 192>>>(base, out, n, 0xc0ffee11u, 4294967291u));
    release(base, out);
  }
}

static void dynamic_programming(int argc, char** argv) {
  if (chosen(argc, argv, "pathfinder_100000_x_20_rows")) {
    int cols = 100000, rows = 20;
    int *wall = integers<int>(cols * rows, 10), *src = integers<int>(cols, 10), *dst = device<int>(cols);
    RUN(pathfinder_rows<<<ceil_div(cols, 256 - 2 * rows), 256>>>(wall, src, dst, cols, rows, 0));
    release(wall, src, dst);
  }
  if (chosen(argc, argv, "edit_distance_150_pairs_of_300")) {
    int len = 300, pairs = 150;
    char *a = integers<char>(len * pairs, 4), *b = integers<char>(len * pairs, 5);
    int* out = device<int>(pairs);
    RUN(edit_distance_block<<<pairs, 128, 3 * (len + 1) * sizeof(int)>>>(a, b, out, len));
    release(a, b);
    release(out);
  }
  if (chosen(argc, argv, "needle_tiles_diagonal_100")) {
    int diagonal = 100, cols = 16 * diagonal + 1;
    int *reference = integers<int>(cols * cols, 20), *matrix = integers<int>(cols * cols, 100);
    RUN(needle_tiles<<<diagonal, 16>>>(reference, matrix, cols, diagonal, 10));
    release(reference, matrix);
  }
  if (chosen(argc, argv, "knapsack_one_block_100_x_5000")) {
    int items = 100, capacity = 5000;
    int *weight = integers<int>(items, 200), *value = integers<int>(items, 1000), *best = device<int>(1);
    RUN(knapsack_one_block<<<1, 1024, 2 * (capacity + 1) * sizeof(int)>>>(weight, value, best, items,
                                                                          capacity));
    release(weight, value, best);
  }
}

static void text_and_keys(int argc, char** argv) {
  if (chosen(argc, argv, "match_pattern_3000000")) {
    int n = 3000000, m = 6;
    char *text = integers<char>(n, 4), *pattern = integers<char>(m, 4);
    int* count = device<int>(1);
    RUN(match_pattern<<<ceil_div(n, 256), 256>>>(text, n, pattern, m, count));
    release(text, pattern);
    release(count);
  }
  // half as many keys as slots
  if (chosen(argc, argv, "hash_insert_1m_of_2m_slots")) {
    int n = Mi, slots = 2 * Mi;
    int *keys = integers<int>(n, 1 << 30), *table = device<int>(slots);
    RUN(OK(cudaMemset(table, 0, slots * sizeof(int)));
        hash_insert<<<n / 256, 256>>>(keys, n, table, slots - 1u));
    release(keys, table);
  }
  if (chosen(argc, argv, "binary_search_300000_in_5000000")) {
    int n = 5000000, count = 300000;
    std::vector<int> values(n);
    for (int i = 0; i < n; ++i) values[i] = 3 * i + i % 2;
    int *sorted = upload(values), *queries = integers<int>(count, 3 * n), *position = device<int>(count);
    RUN(binary_search_many<<<ceil_div(count, 128), 128>>>(sorted, n, queries, position, count));
    release(sorted, queries, position);
  }
}

static void atomics(int argc, char** argv) {
  if (chosen(argc, argv, "count_even_one_counter_600000")) {
    int n = 600000;
    int *data = integers<int>(n, 1000), *counter = device<int>(1);
    RUN(count_even<<<ceil_div(n, 256), 256>>>(data, n, counter));
    release(data, counter);
  }
  if (chosen(argc, argv, "deposit_cas_double_200000_in_50000")) {
    int n = 200000, cells = 50000;
    int* cell = integers<int>(n, cells);
    double *energy = numbers<double>(n), *grid = device<double>(cells);
    RUN(deposit_cas<<<ceil_div(n, 256), 256>>>(cell, energy, grid, n));
    release(cell);
    release(energy, grid);
  }
  if (chosen(argc, argv, "bounding_box_six_atomics_30000")) {
    int n = 30000;
    float* points = numbers(3 * n);
    int *low = device<int>(3, 0x7f), *high = device<int>(3);
    RUN(bounding_box<<<ceil_div(n, 128), 128>>>(reinterpret_cast<float3*>(points), low, high, n));
    release(points);
    release(low, high);
  }
}

static void warps(int argc, char** argv) {
  if (chosen(argc, argv, "compact_coalesced_group_3m")) {
    int n = 3 * Mi;
    int *in = integers<int>(n, 100), *out = device<int>(n), *total = device<int>(1);
    RUN(OK(cudaMemset(total, 0, 4)); compact_warp_aggregated<<<n / 256, 256>>>(in, out, total, n));
    release(in, out, total);
  }
  if (chosen(argc, argv, "bit_matrix_pack_5000000")) {
    int n = 5000000;
    float* in = numbers(n);
    unsigned* out = device<unsigned>(ceil_div(n, 32));
    RUN(bit_matrix_pack<<<ceil_div(n, 512), 512>>>(in, out, n));
    release(in);
    release(out);
  }
  if (chosen(argc, argv, "warp_bitonic_sort_1m")) {
    int n = Mi;
    int* data = integers<int>(n, 1 << 30);
    RUN(warp_bitonic<<<n / 128, 128>>>(data, n));
    release(data);
  }
  if (chosen(argc, argv, "match_any_histogram_400000_in_8")) {
    int n = 400000;
    int *keys = integers<int>(n, 8), *bins = device<int>(8);
    RUN(match_votes<<<ceil_div(n, 256), 256>>>(keys, bins, n));
    release(keys, bins);
  }
}

static void transforms(int argc, char** argv) {
  if (chosen(argc, argv, "fft_1024_x_600")) {
    int blocks = 600;
    float* data = numbers(2 * 1024 * blocks);
    RUN(fft_1024<<<blocks, 512>>>(reinterpret_cast<float2*>(data)));
    release(data);
  }
  if (chosen(argc, argv, "dft_naive_2000")) {
    int n = 2000;
    float* in = numbers(n);
    float2* out = device<float2>(n);
    RUN(dft_naive<<<ceil_div(n, 64), 64>>>(in, out, n));
    release(in);
    release(out);
  }
  if (chosen(argc, argv, "dct_8x8_1024x768")) {
    int w = 1024, h = 768;
    float *in = numbers(w * h), *out = device<float>(w * h);
    RUN(dct_8x8<<<dim3(w / 8, h / 8), dim3(8, 8)>>>(in, out, w));
    release(in, out);
  }
}

static void pictures(int argc, char** argv) {
  if (chosen(argc, argv, "mandelbrot_1024x768_200")) {
    int w = 1024, h = 768;
    int* iterations = device<int>(w * h);
    RUN(mandelbrot<<<dim3(w / 16, h / 16), dim3(16, 16)>>>(iterations, w, h, 200));
    release(iterations);
  }
  if (chosen(argc, argv, "ray_trace_20_spheres_1024")) {
    int dim = 1024;
    std::vector<Sphere> host(20);
    Random random;
    for (Sphere& s : host) {
      s = {random.below(1000) - 500.f,
           random.below(1000) - 500.f,
           random.below(1000) - 500.f,
           random.below(100) + 20.f,
           random.below(100) / 100.f,
           random.below(100) / 100.f,
           0.5f};
    }
    OK(cudaMemcpyToSymbol(spheres, host.data(), host.size() * sizeof(Sphere)));
    uchar4* image = device<uchar4>(dim * dim);
    RUN(ray_trace<<<dim3(dim / 16, dim / 16), dim3(16, 16)>>>(image, dim));
    release(image);
  }
}

static void learning(int argc, char** argv) {
  if (chosen(argc, argv, "kmeans_assign_50000x16_in_20")) {
    int n = 50000, dims = 16, k = 20;
    float *points = numbers(n * dims), *centers = numbers(k * dims);
    int* label = device<int>(n);
    RUN(kmeans_assign<<<ceil_div(n, 256), 256, k * dims * sizeof(float)>>>(points, centers, label, n, dims,
                                                                           k));
    release(points, centers);
    release(label);
  }
  if (chosen(argc, argv, "knn_insertion_4000_in_2500")) {
    int nq = 4000, nr = 2500, k = 10;
    float *queries = numbers(2 * nq), *refs = numbers(2 * nr);
    int* nearest = device<int>(nq * k);
    RUN(knn_insertion<<<ceil_div(nq, 64), 64>>>(reinterpret_cast<float2*>(queries),
                                                reinterpret_cast<float2*>(refs), nearest, nq, nr, k));
    release(queries, refs);
    release(nearest);
  }
  if (chosen(argc, argv, "forest_predict_60000_x_30_trees")) {
    int n = 60000, features = 32, trees = 30, depth = 8, per_tree = (1 << (depth + 1)) - 1;
    std::vector<TreeNode> nodes;
    Random random;
    for (int t = 0; t < trees; ++t)
      for (int i = 0; i < per_tree; ++i)
        nodes.push_back(
            {random.below(features), i < per_tree / 2 ? 2 * i + 1 : 0, random.below(1000) / 1000.f, 1.f * i});
    TreeNode* forest = upload(nodes);
    float *x = numbers(features * n), *out = device<float>(n);
    RUN(forest_predict<<<ceil_div(n, 128), 128>>>(forest, x, out, n, trees, per_tree));
    release(forest);
    release(x, out);
  }
}

static void copies_ahead(int argc, char** argv) {
  if (chosen(argc, argv, "rows_dot_async_3000x2048")) {
    int rows = 3000, n4 = 512;
    float4 *a = device<float4>(rows * n4, 1), *b = device<float4>(rows * n4, 1);
    float* out = device<float>(rows);
    RUN(rows_dot_async<<<rows, 128>>>(a, b, out, n4));
    release(a, b);
    release(out);
  }
  if (chosen(argc, argv, "matmul_async_3_stages_512")) {
    int n = 512;
    float *a = numbers(n * n), *b = numbers(n * n), *c = device<float>(n * n);
    RUN(matmul_async<<<dim3(n / 32, n / 32), 256>>>(a, b, c, n));
    release(a, b, c);
  }
}

static void few_threads(int argc, char** argv) {
  if (chosen(argc, argv, "fibonacci_one_thread_1000")) {
    unsigned* f = device<unsigned>(1000);
    RUN(fibonacci_one_thread<<<1, 1>>>(f, 1000));
    release(f);
  }
  if (chosen(argc, argv, "list_walk_one_thread_600_of_4m")) {
    int *next = hashed(4 * Mi), *sum = device<int>(1);
    RUN(list_walk<<<1, 1>>>(next, sum, 600));
    release(next, sum);
  }
  if (chosen(argc, argv, "jacobi_one_block_2048_x_300")) {
    int n = 2048;
    float* u = numbers(n);
    RUN(jacobi_one_block<<<1, 512, 2 * n * sizeof(float)>>>(u, n, 300));
    release(u);
  }
  if (chosen(argc, argv, "triangular_solve_one_warp_256")) {
    int n = 256;
    float *L = numbers(n * n), *x = numbers(n);
    RUN(triangular_solve_warp<<<1, 32>>>(L, x, n));
    release(L, x);
  }
}

static void staying(int argc, char** argv) {
  if (chosen(argc, argv, "queue_of_uneven_rows_2000x4096")) {
    int rows = 2000, cols = 4096;
    float *m = numbers(rows * cols), *norm = device<float>(rows);
    int* ticket = device<int>(1);
    RUN(OK(cudaMemset(ticket, 0, 4)); queue_of_rows<<<264, 128>>>(m, norm, ticket, rows, cols));
    release(m, norm);
    release(ticket);
  }
  if (chosen(argc, argv, "persistent_transpose_132_blocks_1536")) {
    int n = 1536;
    float *in = numbers(n * n), *out = device<float>(n * n);
    RUN(persistent_tiles<<<132, dim3(32, 8)>>>(in, out, n, n / 32 * n / 32));
    release(in, out);
  }
  if (chosen(argc, argv, "uneven_loops_700_blocks_of_256")) {
    float* out = device<float>(700 * 256);
    RUN(triangular_work<<<700, 256>>>(out, 50));
    release(out);
  }
  // one block more than the multiprocessors hold at once
  if (chosen(argc, argv, "uneven_loops_tail_133_blocks_of_1024")) {
    float* out = device<float>(133 * 1024);
    RUN(triangular_work<<<133, 1024>>>(out, 30));
    release(out);
  }
}

static void limited(int argc, char** argv) {
  // 48 sums in the registers of a thread
  if (chosen(argc, argv, "legendre_fit_48_registers_1m")) {
    int n = Mi, blocks = 264;
    float *x = numbers(n, -1, 1), *y = numbers(n), *out = device<float>(48 * blocks * 128);
    RUN(legendre_fit<48><<<blocks, 128>>>(x, y, out, n));
    release(x, y, out);
  }
  if (chosen(argc, argv, "lookup_96kb_shared_300_blocks")) {
    int entries = 24 * 1024, blocks = 300, reads = 100;
    float *table = numbers(entries), *out = device<float>(blocks * 256);
    unsigned* seeds = integers<unsigned>(blocks * 256, 1 << 30);
    int bytes = entries * sizeof(float);
    OK(cudaFuncSetAttribute(lookup_large_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    RUN(lookup_large_shared<<<blocks, 256, bytes>>>(table, seeds, out, entries, reads));
    release(table, out);
    release(seeds);
  }
  if (chosen(argc, argv, "insertion_sort_local_24_x_60000")) {
    int n = 60000;
    int *in = integers<int>(24 * n, 1000), *out = device<int>(24 * n);
    RUN(insertion_sort_local<<<ceil_div(n, 128), 128>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "n_queens_11_by_two_rows")) {
    int n = 11;
    std::vector<int> starts(n * n);
    std::iota(starts.begin(), starts.end(), 0);
    int* first = upload(starts);
    unsigned long long* solutions = device<unsigned long long>(1);
    RUN(n_queens<<<ceil_div(n * n, 32), 32>>>(first, solutions, n, n * n));
    release(first);
    release(solutions);
  }
}

static void arithmetic(int argc, char** argv) {
  if (chosen(argc, argv, "horner_half2_500000_x_256")) {
    int n = 500000;
    __half2 *x = device<__half2>(n, 0x31), *y = device<__half2>(n);
    RUN(horner_half2<<<ceil_div(n, 256), 256>>>(x, y, n, 256));
    release(x, y);
  }
  if (chosen(argc, argv, "newton_sqrt_double_200000")) {
    int n = 200000;
    double *in = numbers<double>(n), *out = device<double>(n);
    RUN(newton_sqrt_double<<<ceil_div(n, 256), 256>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "lorenz_rk4_16384_x_200")) {
    int n = 16384;
    float* state = numbers(3 * n);
    RUN(lorenz_rk4<<<n / 128, 128>>>(reinterpret_cast<float3*>(state), n, 200, 0.005f));
    release(state);
  }
  if (chosen(argc, argv, "int8_dp4a_512x640x1024")) {
    int m = 512, n = 640, k4 = 256;
    int *a = integers<int>(m * k4, 1 << 30), *b = integers<int>(k4 * n, 1 << 30), *c = device<int>(m * n);
    RUN(int8_dp4a<<<dim3(ceil_div(n, 128), m), 128>>>(a, b, c, n, k4));
    release(a, b, c);
  }
}

static void signals(int argc, char** argv) {
  if (chosen(argc, argv, "biquad_512_channels_x_2000")) {
    int channels = 512, samples = 2000;
    float *in = numbers(channels * samples), *out = device<float>(channels * samples);
    RUN(biquad_channels<<<channels / 32, 32>>>(in, out, channels, samples));
    release(in, out);
  }
  if (chosen(argc, argv, "hough_lines_640x480")) {
    int w = 640, h = 480, angles = 90, distances = 1600;
    unsigned char* edges = integers<unsigned char>(w * h, 12);
    int* votes = device<int>(angles * distances);
    RUN(hough_lines<<<dim3(w / 32, h / 8), dim3(32, 8)>>>(edges, votes, w, h, angles, distances));
    release(edges);
    release(votes);
  }
  if (chosen(argc, argv, "motion_sad_16x16_640x352")) {
    int w = 640, h = 352;
    unsigned char *now = integers<unsigned char>(w * h, 256), *before = integers<unsigned char>(w * h, 256);
    int* best = device<int>(w / 16 * h / 16);
    RUN(motion_sad<<<dim3(w / 16, h / 16), 256>>>(now, before, best, w, h));
    release(now, before);
    release(best);
  }
}

int main(int argc, char** argv) {
  elements(argc, argv);
  rearrangements(argc, argv);
  accesses(argc, argv);
  reductions(argc, argv);
  rows_and_columns(argc, argv);
  scans(argc, argv);
  sorts(argc, argv);
  histograms(argc, argv);
  dense_products(argc, argv);
  matrix_vector(argc, argv);
  solvers(argc, argv);
  stencils(argc, argv);
  grids_of_physics(argc, argv);
  images(argc, argv);
  filters(argc, argv);
  convolutional(argc, argv);
  rows_of_language_models(argc, argv);
  language_models(argc, argv);
  sparse_matrices(argc, argv);
  graphs(argc, argv);
  particles(argc, argv);
  monte_carlo(argc, argv);
  cryptography(argc, argv);
  number_theory(argc, argv);
  dynamic_programming(argc, argv);
  text_and_keys(argc, argv);
  atomics(argc, argv);
  warps(argc, argv);
  transforms(argc, argv);
  pictures(argc, argv);
  learning(argc, argv);
  copies_ahead(argc, argv);
  few_threads(argc, argv);
  staying(argc, argv);
  limited(argc, argv);
  arithmetic(argc, argv);
  signals(argc, argv);
  return 0;
}
