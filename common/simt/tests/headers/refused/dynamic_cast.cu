struct Base {
  __device__ virtual void f() {}
};
struct Derived : Base {};

__global__ void kernel(Base* base, int* out) {
  out[0] = dynamic_cast<Derived*>(base) != nullptr;  // here
}
