enum class Kind : unsigned char { none, some };
struct Packed {
  unsigned low : 12;
  unsigned high : 20;
  Kind kind;
};

__global__ void pack(Packed* data) {
  data[threadIdx.x].low = threadIdx.x;
  data[threadIdx.x].high += 1;
  data[threadIdx.x].kind = Kind::some;
}
