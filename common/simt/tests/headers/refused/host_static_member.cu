struct Settings {
  static int count;
};
int Settings::count = 3;

__global__ void kernel(int* out) {
  out[threadIdx.x] = Settings::count;  // here
}
