__global__ void limits(int* out, unsigned n, long long m) {
  out[0] = min(3, 4) + max(out[1], 2);
  out[1] = min(n, 3) + max(2U, n);
  out[2] = static_cast<int>(min(m, 3LL)) + static_cast<int>(fminf(1, 2)) + static_cast<int>(max(1.0F, 2.0));
}

int on_the_host(int a, int b) { return min(a, b) + max(a, b); }
