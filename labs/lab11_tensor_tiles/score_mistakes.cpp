#include "score_mistakes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace score_tiles {
namespace {

// One product of a score: element `dq` of a row of Q times element `dk` of a row of K.
struct Product {
  int query = 0;
  int dq = 0;
  int key = 0;
  int dk = 0;
};

// The products that a score is made of by mistake; those that must be made are those of its own rows, d from 0 to 63.
using Visit = std::function<void(const Product&)>;
using Mistaken = std::function<void(int query, int key, const Visit& visit)>;

struct Mistake {
  std::string cause;
  Mistaken products;
};

constexpr int kMatrix = 8;  // rows and columns of a matrix that ldmatrix loads
constexpr int kDepth = 16;  // of one MMA_M16N8K16

int tile_begin(int row) { return row / TILE * TILE; }
bool is_second(int index) { return index % kDepth >= kMatrix; }

// Each product is replaced by another one.
Mistaken replaced(const std::function<Product(const Product&)>& replace) {
  return [=](int query, int key, const Visit& visit) {
    for (int d = 0; d < TILE; ++d) visit(replace({query, d, key, d}));
  };
}

// Only some products are made.
Mistaken left_out(const std::function<bool(int d)>& is_made) {
  return [=](int query, int key, const Visit& visit) {
    for (int d = 0; d < TILE; ++d) {
      if (is_made(d)) visit({query, d, key, d});
    }
  };
}

// Adds the scores of the columns before it, as far as they are in the same group of `width`, in steps of 8.
Mistaken carried_over(int width) {
  return [=](int query, int key, const Visit& visit) {
    for (int other = key; other >= key / width * width; other -= kMatrix) {
      for (int d = 0; d < TILE; ++d) visit({query, d, other, d});
    }
  };
}

// Each sum has the products of all columns that are 8 apart in a group of `width`.
Mistaken added_up(int width) {
  return [=](int query, int key, const Visit& visit) {
    const int begin = key / width * width;
    for (int other = begin + key % kMatrix; other < begin + width; other += kMatrix) {
      for (int d = 0; d < TILE; ++d) visit({query, d, other, d});
    }
  };
}

// Which half is found where half d belongs if only one of store and load goes to place(row, chunk).
using Order = std::function<int(int row, int d)>;

Order loaded_by_place(const Operands& operands) {
  return [&operands](int row, int d) { return operands.place(row % TILE, d / CHUNK) * CHUNK + d % CHUNK; };
}

Order stored_by_place(const Operands& operands) {
  return [&operands](int row, int d) {
    int chunk = 0;
    while (chunk < CHUNKS && operands.place(row % TILE, chunk) != d / CHUNK) ++chunk;
    return chunk * CHUNK + d % CHUNK;
  };
}

std::vector<Mistake> mistakes_of_place(const Order& swizzled, const std::string& without) {
  return {
      {"the " + without +
           " Q's tile goes to `chunk`, and must go to place(row, chunk) as the other side does",
       replaced([=](const Product& p) {
         return Product{p.query, swizzled(p.query, p.dq), p.key, p.dk};
       })},
      {"the " + without +
           " K's tile goes to `chunk`, and must go to place(row, chunk) as the other side does",
       replaced([=](const Product& p) {
         return Product{p.query, p.dq, p.key, swizzled(p.key, p.dk)};
       })},
      {"the " + without +
           " both tiles goes to `chunk`, and must go to place(row, chunk) as the other side does",
       replaced([=](const Product& p) {
         return Product{p.query, swizzled(p.query, p.dq), p.key, swizzled(p.key, p.dk)};
       })},
  };
}

std::vector<Mistake> mistakes_of_tiles() {
  return {
      {"rows and columns of S are exchanged: it holds K Q^T, so lanes that count keys are used as queries",
       replaced([](const Product& p) {
         const int query = tile_begin(p.query) + p.key % TILE;
         return Product{query, p.dq, tile_begin(p.key) + p.query % TILE, p.dk};
       })},
      {"tiles are exchanged: blockIdx.x counts tiles of K, and blockIdx.y tiles of Q",
       replaced([](const Product& p) {
         return Product{p.key / TILE * TILE + p.query % TILE, p.dq, p.query / TILE * TILE + p.key % TILE,
                        p.dk};
       })},
      {"K's tile is read as if it were transposed: the products are Q[q][d] * K[d][k], and must be Q[q][d] * K[k][d]",
       replaced([](const Product& p) {
         return Product{p.query, p.dq, tile_begin(p.key) + p.dk, p.key % TILE};
       })},
      {"Q's tile is read as if it were transposed: the products are Q[d][q] * K[k][d], and must be Q[q][d] * K[k][d]",
       replaced([](const Product& p) {
         return Product{tile_begin(p.query) + p.dq, p.query % TILE, p.key, p.dk};
       })},
      {"only the last 16 of 64 products are in each sum: it is set anew in each step, and must be added to",
       left_out([](int d) { return d >= TILE - kDepth; })},
      {"only the last 8 of 64 products are in each sum: it is set anew for each chunk, and must be added to",
       left_out([](int d) { return d >= TILE - CHUNK; })},
      {"only the first 16 of 64 products are in each sum: the loop over the chunks ends too early",
       left_out([](int d) { return d < kDepth; })},
      {"every second chunk is left out: a step of 16 halves is two chunks",
       left_out([](int d) { return d / CHUNK % 2 == 0; })},
      {"only the first of two neighbouring halves is multiplied: a __half2 holds two",
       left_out([](int d) { return d % 2 == 0; })},
  };
}

std::vector<Mistake> mistakes_of_fragments() {
  std::vector<Mistake> all{
      {"a[1] and a[2] are exchanged: a[1] must hold rows 8 to 15 of the first chunk, a[2] rows 0 to 7 of the second",
       replaced([](const Product& p) {
         if (is_second(p.query) == is_second(p.dq)) return p;
         const int step = is_second(p.query) ? kMatrix : -kMatrix;
         return Product{p.query - step, p.dq + step, p.key, p.dk};
       })},
      {"the two chunks of a step meet the wrong way round: a[0], a[1] and b0 belong to one chunk, a[2], a[3] and b1 to "
       "the other",
       replaced([](const Product& p) {
         return Product{p.query, p.dq, p.key, p.dk ^ kMatrix};
       })},
      {"b0 and b1 come from two blocks of 8 rows of K: they must be two chunks of the same 8 rows",
       replaced([](const Product& p) {
         if (is_second(p.key) == is_second(p.dk)) return p;
         const int step = is_second(p.key) ? kMatrix : -kMatrix;
         return Product{p.query, p.dq, p.key - step, p.dk + step};
       })},
      {"each 8 x 8 matrix of K is transposed: rows of K are what B's registers need, so .trans does not belong here",
       replaced([](const Product& p) {
         return Product{p.query, p.dq, p.key / kMatrix * kMatrix + p.dk % kMatrix,
                        p.dk / kMatrix * kMatrix + p.key % kMatrix};
       })},
      {"each 8 x 8 matrix of Q is transposed: rows of Q are what A's registers need, so .trans does not belong here",
       replaced([](const Product& p) {
         return Product{p.query / kMatrix * kMatrix + p.dq % kMatrix,
                        p.dq / kMatrix * kMatrix + p.query % kMatrix, p.key, p.dk};
       })},
      {"sums[1] and sums[2] are exchanged where S is stored: sums[0] and [1] are two columns of row l / 4, "
       "[2] and [3] the same columns 8 rows below",
       replaced([](const Product& p) {
         if (is_second(p.query) == (p.key % 2 == 1)) return p;
         const int step = is_second(p.query) ? 1 : -1;
         return Product{p.query - step * kMatrix, p.dq, p.key + step, p.dk};
       })},
      {"rows 0 to 7 and 8 to 15 are exchanged: either in A, where a[0] and a[2] are the upper rows, or where S is stored: "
       "sums[0] and [1] are row l / 4, [2] and [3] the row 8 below it",
       replaced([](const Product& p) {
         return Product{p.query ^ kMatrix, p.dq, p.key, p.dk};
       })},
  };
  for (const int width : {TILE / 4, TILE / 2, TILE}) {
    all.push_back(
        {"sums of one block of 8 columns are carried over to the next: each needs sums of its own, "
         "which begin at 0",
         carried_over(width)});
    all.push_back(
        {"the products of several blocks of 8 columns are added to the same sums: each block needs four sums "
         "of its own",
         added_up(width)});
  }
  return all;
}

bool is_there(const Operands& operands, const Product& p) {
  return p.query >= 0 && p.query < operands.query_rows() && p.key >= 0 && p.key < operands.key_rows();
}

double product_of(const Operands& operands, const Product& p) {
  const auto at = [](int row, int d) {
    return static_cast<std::size_t>(row) * TILE + static_cast<std::size_t>(d);
  };
  return operands.queries[at(p.query, p.dq)] * operands.keys[at(p.key, p.dk)];
}

bool explains(const Operands& operands, const Mistaken& products, const WrongScore& wrong, double rounding) {
  lab::RoundedSum sum;
  bool all_there = true;
  products(wrong.query, wrong.key, [&](const Product& p) {
    all_there = all_there && is_there(operands, p);
    if (all_there) sum.add(product_of(operands, p));
  });
  return all_there && sum.is_near(wrong.found, rounding);
}

template <class Accept>
bool all_of(const std::vector<WrongScore>& wrong, const Accept& accept) {
  return std::all_of(wrong.begin(), wrong.end(), accept);
}

// All scores are the right ones times one number.
std::string factor_text(const Operands& operands, const std::vector<WrongScore>& wrong, double rounding) {
  constexpr double kStep = 64;  // factors are told in whole 64ths
  const lab::RoundedSum first = operands.score(wrong.front().query, wrong.front().key);
  const double factor = std::round(kStep * wrong.front().found / first.value) / kStep;
  const bool is_one = all_of(wrong, [&](const WrongScore& score) {
    lab::RoundedSum sum = operands.score(score.query, score.key);
    sum.value *= factor;
    return sum.is_near(score.found, rounding * std::max(1.0, std::fabs(factor)));
  });
  if (!is_one) return "";
  if (factor == 0) return "every wrong score is 0: its sum is never added to, or not what is stored";
  if (factor == 2) return "every product is added twice";
  if (factor == 0.125)
    return "every score is divided by 8, the root of 64: compute S = Q K^T without a scale";
  return "every wrong score is " + std::to_string(factor) + " times what it must be";
}

// Whether every wrong score is near: sums or products were rounded on the way, as halves are.
bool are_rounded(const Operands& operands, const std::vector<WrongScore>& wrong) {
  constexpr double kNear = 0.02;
  return all_of(wrong, [&](const WrongScore& score) {
    return operands.score(score.query, score.key).is_near(score.found, kNear);
  });
}

}  // namespace

lab::RoundedSum Operands::score(int query, int key) const {
  lab::RoundedSum sum;
  for (int d = 0; d < TILE; ++d) sum.add(product_of(*this, {query, d, key, d}));
  return sum;
}

std::string mistake_in(const Operands& operands, const std::vector<WrongScore>& wrong, Tolerance tolerance,
                       bool by_fragments) {
  constexpr std::size_t kTelling = 16;  // fewer scores may agree with a mistake that nobody made
  if (wrong.size() < kTelling) return "";
  if (are_rounded(operands, wrong)) {
    return "all wrong scores are near, but rounded on the way: keep the products and the sums in float, "
           "not in halves or whole numbers";
  }
  std::vector<Mistake> mistakes = mistakes_of_tiles();
  const auto add = [&](const std::vector<Mistake>& more) {
    mistakes.insert(mistakes.end(), more.begin(), more.end());
  };
  if (operands.place) {
    add(mistakes_of_place(stored_by_place(operands), "load of"));
    add(mistakes_of_place(loaded_by_place(operands), "store to"));
  }
  if (by_fragments) add(mistakes_of_fragments());
  for (const Mistake& mistake : mistakes) {
    const bool fits = all_of(wrong, [&](const WrongScore& score) {
      return explains(operands, mistake.products, score, tolerance.rounding);
    });
    if (fits) return mistake.cause;
  }
  return factor_text(operands, wrong, tolerance.rounding);
}

std::string fragment_element(int query, int key) {
  const int lane = query % kMatrix * 4 + key % kMatrix / 2;
  const int number = (is_second(query) ? 2 : 0) + key % 2;
  return "sums[" + std::to_string(number) + "] of lane " + std::to_string(lane);
}

}  // namespace score_tiles
