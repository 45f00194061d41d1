#include <typeinfo>

__global__ void kernel(int* out) {
  out[0] = typeid(int) == typeid(*out);  // here
}
