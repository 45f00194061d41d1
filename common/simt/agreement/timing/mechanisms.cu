// One mechanism a launch: what the model of time was found not to know, by its parameter. A launch's name says both.
//   nvcc -O3 -std=c++17 -lineinfo -arch=sm_90 mechanisms.cu -o mechanisms_gpu
//   ./mechanisms_gpu --list | NAME... | all
#include <string>

#include "common.h"
#include "mechanisms_kernels.h"

constexpr int kSms = 132;

struct Choices {
  int argc;
  char** argv;
  bool operator()(const std::string& name) const { return chosen(argc, argv, name.c_str()); }
};
std::string operator+(const std::string& name, int number) { return name + std::to_string(number); }

// The table is a cycle of its first `words` words.
void fill_table(int words) {
  std::vector<int> order(words), next(kTableWords);
  std::iota(order.begin(), order.end(), 0);
  Random random;
  for (int i = words - 1; i > 0; --i) std::swap(order[i], order[random.below(i)]);
  for (int i = 0; i < words; ++i) next[order[i]] = order[(i + 1) % words];
  OK(cudaMemcpyToSymbol(Table, next.data(), sizeof(int) * kTableWords));
}

void constants(const Choices& is_chosen) {
  int* out = device<int>(kSms * Ki);
  for (int kib : {1, 2, 4, 8, 16, 32, 60}) {
    const bool is_walked = kib == 1 || kib == 16 || kib == 60;
    const int words = kib * 256;
    fill_table(words);
    const int rounds_of_walk = std::max(1, 16 / kib);
    if (is_walked && is_chosen(std::string("constant_walk_one_warp_") + kib + "k"))
      RUN(k_constant_walk<<<1, 32>>>(out, words, rounds_of_walk))
    if (is_walked && is_chosen(std::string("constant_walk_full_") + kib + "k"))
      RUN(k_constant_walk<<<kSms, 1024>>>(out, words, rounds_of_walk))
    if (is_chosen(std::string("constant_chain_") + kib + "k")) RUN(k_constant_chain<<<1, 32>>>(out, 4 * Ki))
  }
  fill_table(256);
  for (int different : {1, 2, 8, 32}) {
    if (is_chosen(std::string("constant_by_lane_") + different))
      RUN(k_constant_by_lane<<<kSms, 256>>>(out, different, 256))
  }
  release(out);
}

template <class T>
T* links(int n) {
  return std::is_floating_point_v<T> ? numbers<T>(n, 0.1, 0.9) : integers<T>(n, 1 << 20);
}

template <class Link, bool Short = false>
void chain(const Choices& is_chosen, const char* name, std::initializer_list<int> warps, int length) {
  using T = typename Link::T;
  for (int w : warps) {
    if (!is_chosen(std::string(Short ? "short_rounds_" : "chain_") + name + "_" + w + "_warps")) continue;
    T *in = links<T>(kSms * Ki), *out = device<T>(kSms * Ki);
    const auto run = Short ? k_short_rounds<Link, T> : k_chain<Link, T>;
    RUN(run<<<kSms, 32 * w>>>(in, out, length))
    release(in, out);
  }
}

template <class Link>
void four_chains(const Choices& is_chosen, const char* name, int warps) {
  using T = typename Link::T;
  if (!is_chosen(std::string("four_chains_") + name + "_" + warps + "_warps")) return;
  T *in = links<T>(kSms * Ki), *out = device<T>(kSms * Ki);
  RUN(k_four_chains<Link, T><<<kSms, 32 * warps>>>(in, out, 128))
  release(in, out);
}

void chains(const Choices& c) {
  chain<IntegerMultiplyAdd>(c, "integer_multiply_add", {1, 16}, 256);
  chain<IntegerMix>(c, "integer_mix", {1, 16}, 256);
  chain<IntegerMultiplyWide>(c, "integer_multiply_wide", {1}, 256);
  chain<IntegerDivide>(c, "integer_divide", {1, 16}, 32);
  chain<IntegerRemainder>(c, "integer_remainder", {1}, 32);
  chain<Choice>(c, "choice", {1, 16}, 256);
  chain<Minimum>(c, "minimum", {1}, 256);
  chain<CountBits>(c, "count_bits", {1}, 256);
  chain<FloatMultiplyAdd>(c, "float_multiply_add", {1, 16}, 256);
  chain<FloatDivide>(c, "float_divide", {1, 16}, 64);
  chain<FloatRoot>(c, "float_root", {1}, 64);
  chain<FloatExponential>(c, "float_exponential", {1}, 128);
  chain<FloatToIntegerAndBack>(c, "float_to_integer", {1}, 128);
  chain<DoubleMultiplyAdd>(c, "double_multiply_add", {1}, 256);
  chain<IntegerMultiplyAdd, true>(c, "integer_multiply_add", {1, 16}, 2048);
  for (int warps : {1, 16, 32}) four_chains<FloatMultiplyAdd>(c, "float_multiply_add", warps);
  four_chains<IntegerMultiplyAdd>(c, "integer_multiply_add", 16);
}

void branches(const Choices& is_chosen) {
  int *in = integers<int>(kSms * Ki, 1 << 20), *other = integers<int>(kSms * Ki, 1 << 16),
      *out = device<int>(kSms * Ki);
  int* starts = integers<int>(kSms * Ki, 1 << 20);
  int* code = integers<int>(512, 8);
  std::vector<int> sorted(1024);
  Random random;
  for (int& v : sorted) v = random.below(4096);
  std::sort(sorted.begin(), sorted.end());
  int* table = upload(sorted);
  // A start of 0 would have no end.
  OK(cudaMemset(starts, 1, 4));
  for (int w : {1, 16}) {
    const int threads = 32 * w;
    const std::string warps = std::string("_") + w + "_warps";
    if (is_chosen("collatz_by_lane" + warps)) RUN(k_collatz<<<kSms, threads>>>(starts, out))
    if (is_chosen("two_sides_by_warp" + warps)) RUN(k_two_sides<false><<<kSms, threads>>>(in, out, 512))
    if (is_chosen("two_sides_by_lane" + warps)) RUN(k_two_sides<true><<<kSms, threads>>>(in, out, 512))
    if (is_chosen("until_bit" + warps)) RUN(k_until_bit<<<kSms, threads>>>(in, out, 128))
    if (is_chosen("gcd" + warps)) RUN(k_gcd<<<kSms, threads>>>(in, other, out, 16))
    if (w == 1 && is_chosen("loop_in_loop_3" + warps)) RUN(k_loop_in_loop<<<kSms, threads>>>(in, out, 256, 3))
    if (is_chosen("interpret" + warps)) RUN(k_interpret<<<kSms, threads>>>(code, 512, in, out))
    if (w == 1 && is_chosen("calls" + warps)) RUN(k_calls<<<kSms, threads>>>(in, out, 512))
    if (is_chosen("search_shared" + warps)) RUN(k_search_shared<<<kSms, threads>>>(table, other, out, 32))
  }
  release(in, other, out, starts, code, table);
}

void blocks(const Choices& is_chosen) {
  int *in = integers<int>(kSms * Ki, 1 << 20), *out = device<int>(kSms * Ki), *next = hashed(1024);
  for (int w : {1, 16}) {
    const int threads = 32 * w;
    const std::string warps = std::string("_") + w + "_warps";
    if (is_chosen("shared_chain" + warps)) RUN(k_shared_chain<<<kSms, threads>>>(next, out, 1024))
    if (w == 1 && is_chosen("shared_update" + warps)) RUN(k_shared_update<<<kSms, threads>>>(in, out, 512))
    if (is_chosen("local_array" + warps)) RUN(k_local_array<<<kSms, threads>>>(in, out, 256))
    if (is_chosen("shuffles" + warps)) RUN(k_shuffles<<<kSms, threads>>>(in, out, 128))
    if (is_chosen("ballots" + warps)) RUN(k_ballots<<<kSms, threads>>>(in, out, 512))
    if (w == 1 && is_chosen("one_lane_then_all" + warps))
      RUN(k_one_lane_then_all<<<kSms, threads>>>(out, in, 256))
  }
  for (int w : {1, 16, 32}) {
    if (is_chosen(std::string("block_barriers_") + w + "_warps"))
      RUN(k_block_barriers<<<kSms, 32 * w>>>(in, out, 256))
    if (is_chosen(std::string("block_trees_") + w + "_warps"))
      RUN(k_block_trees<<<kSms, 32 * w>>>(in, out, 32))
  }
  release(in, out, next);
}

template <int Instructions>
void long_code(const Choices& is_chosen, const float* in, float* out) {
  const std::string name = std::string("long_code_") + Instructions;
  if (Instructions != 256 && is_chosen(name + "_once"))
    RUN(k_long_code<Instructions><<<kSms, 32>>>(in, out, 1))
  if (Instructions != 4096 && is_chosen(name + "_16_times"))
    RUN(k_long_code<Instructions><<<kSms, 32>>>(in, out, 16))
  if (Instructions > 1024 && is_chosen(name + "_once_16_warps"))
    RUN(k_long_code<Instructions><<<kSms, 512>>>(in, out, 1))
}

template <int Instructions>
void wide_code(const Choices& is_chosen, const float* in, float* out) {
  if (is_chosen(std::string("wide_code_") + Instructions))
    RUN(k_wide_code<Instructions><<<kSms, 32>>>(in, out))
}

void long_codes(const Choices& is_chosen) {
  float *in = numbers(kSms * Ki), *out = device<float>(kSms * Ki);
  for (int blocks : {1, kSms, 8 * kSms, 80 * kSms}) {
    if (is_chosen(std::string("empty_") + blocks + "_blocks")) RUN(k_empty<<<blocks, 256>>>())
  }
  wide_code<64>(is_chosen, in, out);
  wide_code<512>(is_chosen, in, out);
  wide_code<1024>(is_chosen, in, out);
  wide_code<2048>(is_chosen, in, out);
  wide_code<4096>(is_chosen, in, out);
  long_code<256>(is_chosen, in, out);
  long_code<1024>(is_chosen, in, out);
  long_code<4096>(is_chosen, in, out);
  long_code<16384>(is_chosen, in, out);
  release(in, out);
}

void swaps(const Choices& is_chosen) {
  constexpr int kThreads = kSms * 512;
  int* in = integers<int>(kThreads, 100);
  float* reals = numbers(kThreads);
  for (int words : {1, 32, 1024, 65536}) {
    const std::string of = std::string("_") + words + "_words";
    // Each round begins with the same words.
    int* at = device<int>(words);
    float* real = device<float>(words);
    const auto clear = [&] {
      OK(cudaMemset(at, 0, sizeof(int) * words));
      OK(cudaMemset(real, 0, sizeof(float) * words));
    };
    if (is_chosen("swap_add_4096_threads" + of)) RUN(clear(), k_swap_add<<<16, 256>>>(at, in, words))
    if (words != 1 && is_chosen("swap_add_67584_threads" + of))
      RUN(clear(), k_swap_add<<<kSms, 512>>>(at, in, words))
    if (words == 32 && is_chosen("swap_add_float_4096_threads" + of))
      RUN(clear(), k_swap_add_float<<<16, 256>>>(real, reals, words))
    if (words <= 1024 && words != 32 && is_chosen("swap_maximum_67584_threads" + of))
      RUN(clear(), k_swap_maximum<<<kSms, 512>>>(real, reals, words))
    if (words <= 32 && is_chosen("swap_one_lane_1056_warps" + of))
      RUN(clear(), k_swap_one_lane<<<kSms, 256>>>(at, in, words, 4))
    if (words == 1 && is_chosen("swap_one_lane_132_warps" + of))
      RUN(clear(), k_swap_one_lane<<<kSms, 32>>>(at, in, words, 16))
    release(at, real);
  }
  for (int locks : {1, 32}) {
    int *lock = device<int>(32 * locks), *guarded = device<int>(32 * locks);
    if (is_chosen(std::string("locks_") + locks)) RUN(k_locks<<<kSms, 32>>>(lock, guarded, locks, 4))
    release(lock, guarded);
  }
  release(in, reals);
}

template <AtomicKind Kind, class T>
void atomics_of_tables(const Choices& is_chosen, const char* name) {
  for (int kib : {256, 4096, 65536}) {
    const unsigned words = kib * (Ki / sizeof(T));
    const std::string of = std::string("_") + name + "_" + kib + "k";
    T* table = device<T>(words);
    int* out = device<int>(Mi);
    const auto clear = [&] { OK(cudaMemset(table, 0, sizeof(T) * words)); };
    if (is_chosen("atomic_table" + of))
      RUN(clear(), k_atomic_of_table<Kind><<<Mi / 256, 256>>>(table, out, words - 1))
    const bool is_walked = Kind == AtomicKind::fails || Kind == AtomicKind::adds;
    for (int threads : {1, 32, 1024}) {
      if (is_walked && is_chosen("atomic_walk" + of + "_" + threads + "_threads"))
        RUN(clear(), k_atomic_walk<Kind, false><<<kSms, threads>>>(table, out, words - 1, 8))
    }
    release(table, out);
  }
}

// On words that L2 has.
template <AtomicKind Kind, class T>
void atomics_one_after_the_other(const Choices& is_chosen, const char* name) {
  for (int kib : {1, 64}) {
    const unsigned words = kib * (Ki / sizeof(T));
    T* table = device<T>(words);
    int* out = device<int>(1);
    for (int threads : {1, 32, 1024}) {
      const std::string of = std::string(name) + "_" + kib + "k_" + threads + "_threads";
      if (is_chosen("atomic_walk_of_neighbours_" + of))
        RUN(k_atomic_walk<Kind, true><<<kSms, threads>>>(table, out, words - 1, 64))
      if (is_chosen("atomic_long_walk_" + of))
        RUN(k_atomic_walk<Kind, false><<<kSms, threads>>>(table, out, words - 1, 64))
    }
    release(table, out);
  }
}

void atomics(const Choices& is_chosen) {
  atomics_of_tables<AtomicKind::swaps, int>(is_chosen, "swaps");
  atomics_of_tables<AtomicKind::swaps, unsigned long long>(is_chosen, "swaps_8_bytes");
  atomics_of_tables<AtomicKind::fails, int>(is_chosen, "fails");
  atomics_of_tables<AtomicKind::fails, unsigned long long>(is_chosen, "fails_8_bytes");
  atomics_of_tables<AtomicKind::adds, int>(is_chosen, "adds");
  atomics_of_tables<AtomicKind::adds, unsigned long long>(is_chosen, "adds_8_bytes");
  atomics_of_tables<AtomicKind::takes, int>(is_chosen, "takes");
  atomics_of_tables<AtomicKind::adds_unseen, int>(is_chosen, "adds_unseen");
  atomics_one_after_the_other<AtomicKind::fails, int>(is_chosen, "fails");
  atomics_one_after_the_other<AtomicKind::fails, unsigned long long>(is_chosen, "fails_8_bytes");
  atomics_one_after_the_other<AtomicKind::adds, int>(is_chosen, "adds");
}

template <bool TransposedA, bool TransposedB>
void product(const Choices& is_chosen, const char* name, int n, dim3 block) {
  if (!is_chosen(std::string(name) + "_" + n + "_by_" + block.x + "x" + block.y)) return;
  float *a = numbers(n * n), *b = numbers(n * n), *c = device<float>(n * n);
  const dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y);
  RUN(k_product<TransposedA, TransposedB><<<grid, block>>>(a, b, c, n))
  release(a, b, c);
}

template <int Rows>
void product_rows(const Choices& is_chosen, int n) {
  if (!is_chosen(std::string("product_rows_") + Rows + "_" + n)) return;
  float *a = numbers(n * n), *b = numbers(n * n), *c = device<float>(n * n);
  RUN(k_product_rows<Rows><<<dim3(n / 128, n / Rows), 128>>>(a, b, c, n))
  release(a, b, c);
}

void products(const Choices& is_chosen) {
  for (int n : {128, 256, 512, 1024}) product<false, false>(is_chosen, "product", n, {16, 16});
  for (dim3 block : {dim3(32, 8), dim3(8, 32), dim3(256, 1)})
    product<false, false>(is_chosen, "product", 512, block);
  for (dim3 block : {dim3(16, 16), dim3(32, 8)}) {
    product<true, false>(is_chosen, "product_transposed_a", 512, block);
    product<false, true>(is_chosen, "product_transposed_b", 512, block);
  }
  product_rows<4>(is_chosen, 512);
  product_rows<8>(is_chosen, 512);
  float *table = numbers(2 * Ki), *out = device<float>(2 * kSms * Ki);
  if (is_chosen("l1_mix_1")) RUN(k_l1_mix<1><<<2 * kSms, 1024>>>(table, out, 256))
  if (is_chosen("l1_mix_4")) RUN(k_l1_mix<4><<<2 * kSms, 1024>>>(table, out, 256))
  release(table, out);
}

template <Ways W, bool Used, class T>
void shared_counts(const Choices& is_chosen, const char* name, std::initializer_list<int> all_ways,
                   int warps) {
  T *in = links<T>(1024), *out = device<T>(kSms * Ki);
  for (int ways : all_ways) {
    if (is_chosen(std::string("shared_count_") + name + "_" + ways + "_ways_" + warps + "_warps"))
      RUN(k_shared_count<W, Used, T><<<kSms, 32 * warps>>>(in, out, ways, 128))
  }
  release(in, out);
}

void shared_counters(const Choices& c) {
  shared_counts<Ways::one_word, false, int>(c, "word", {1, 8, 32}, 8);
  shared_counts<Ways::one_word, false, int>(c, "word", {1, 32}, 1);
  shared_counts<Ways::one_word, true, int>(c, "word_used", {1, 32}, 8);
  shared_counts<Ways::one_word, true, int>(c, "word_used", {1, 32}, 1);
  shared_counts<Ways::one_bank, false, int>(c, "bank", {32}, 8);
  shared_counts<Ways::one_bank, true, int>(c, "bank_used", {32}, 8);
  shared_counts<Ways::one_word, false, float>(c, "word_float", {1}, 8);
  shared_counts<Ways::one_word, false, float>(c, "word_float", {1}, 1);
  unsigned* keys = integers<unsigned>(kSms * Ki, 1 << 30);
  int* out = device<int>(kSms * Ki);
  for (int mask : {0, 255}) {
    const std::string of = std::string("_") + (mask + 1);
    if (c("shared_digits" + of)) RUN(k_shared_digits<false><<<kSms, 256>>>(keys, out, mask, 128))
    if (c("shared_digits_ranked" + of)) RUN(k_shared_digits<true><<<kSms, 256>>>(keys, out, mask, 128))
  }
  release(keys, out);
}

int main(int argc, char** argv) {
  const Choices is_chosen{argc, argv};
  constants(is_chosen);
  chains(is_chosen);
  branches(is_chosen);
  blocks(is_chosen);
  long_codes(is_chosen);
  swaps(is_chosen);
  atomics(is_chosen);
  products(is_chosen);
  shared_counters(is_chosen);
}
