#include "elements.h"

namespace gathers {
namespace {

std::string text_of(int table_bits, int count, Order order) {
  constexpr int kBitsOfMib = 18;  // in floats
  return std::to_string(count >> 20) + " Mi floats from " + std::to_string(1 << (table_bits - kBitsOfMib)) +
         " MiB, " + (order == Order::random ? "random" : "sorted");
}

lab::Draw sorted_below(int limit) {
  return [limit](void* values, std::size_t bytes, std::uint64_t seed) {
    const auto n = static_cast<int>(bytes / sizeof(int));
    lab::Kernel<void(int*, int, int, unsigned)>("draw_sorted", lab::From::given)
        .enqueue(lab::blocks_of(BLOCK, n), static_cast<int*>(values), n, limit, static_cast<unsigned>(seed));
  };
}

}  // namespace

Elements::Elements(int table_bits, int count, Order order)
    : Problem(lab::timed(), text_of(table_bits, count, order)),
      count_(count),
      table_(*this, "table", std::size_t{1} << table_bits),
      index_(*this, "index", static_cast<std::size_t>(count)),
      out_(*this, "out", static_cast<std::size_t>(count)) {
  const int limit = 1 << table_bits;
  index_.draw_with(order == Order::random ? lab::ints_below(static_cast<unsigned>(limit))
                                          : sorted_below(limit));
}

// However large the table is.
std::uint64_t Elements::bytes() const { return 2 * out_.bytes() + index_.bytes(); }

lab::Call Elements::call(const std::string& kernel) const {
  return lab::Kernel<void(const float*, const int*, float*, int)>(kernel, lab::From::given)
      .call(lab::blocks_of(BLOCK, count_), table_.device(), index_.device(), out_.device(), count_);
}

// The right answer comes from another kernel than the timed one.
lab::TimedKernel Elements::timed(const std::string& kernel) {
  const std::string other = kernel == "gather" ? "gather_ldg" : "gather";
  return contender(
      kernel, lab::From::given, [this, kernel] { return call(kernel); },
      [this, other] { return call(other); });
}

}  // namespace gathers
