enum { kStages = 2 };

extern "C" __global__ void kernel(int* a) {
  asm volatile("cp.async.wait_group kStages;");  // says: write "n"(kStages) after the colons
}
