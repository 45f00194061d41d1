#include <algorithm>
#include <limits>
#include <vector>

extern "C" __global__ void kernel(int* a, int n) {
  a[0] = std::min(a[1], n);  // says: std::min is a host function: in a kernel, write min(a, b)
  a[1] = std::max(a[2], n);  // says: in a kernel, write max(a, b)
  a[2] = std::clamp(n, 0, 9);  // says: in a kernel, write min(max(value, low), high)
  std::swap(a[3], a[4]);  // says: auto kept = a
  std::sort(a, a + n);  // says: std::sort is a host function
  std::cout << n;  // says: in a kernel, use printf()
  a[5] = std::numeric_limits<int>::max();  // says: use constants such as INT_MAX
  std::list<int> list;  // silent
}
