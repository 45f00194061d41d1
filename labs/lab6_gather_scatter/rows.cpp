#include "rows.h"

#include <algorithm>
#include <numeric>
#include <random>

#include "lab/drawn.h"
#include "lab/values.h"
#include "simt/words.h"

namespace gathers {
namespace {

using simt::Op;

constexpr int kVectorFloats = 4;
constexpr std::uint64_t kVectorBytes = kVectorFloats * sizeof(float);
constexpr int kMostDim = 1024;

// The floats of the timed table; the rows looked up are half as many.
constexpr std::size_t kTableFloats = std::size_t{1} << 28;

std::size_t as_size(int number) { return static_cast<std::size_t>(number); }

std::string text_of(const RowShape& shape, bool is_timed) {
  const std::string rows = simt::plural(shape.rows, "row") + " of ";
  if (!is_timed) return rows + std::to_string(shape.dim) + " floats";
  return rows + std::to_string(as_size(shape.dim) * sizeof(float)) + " bytes from " +
         std::to_string((shape.table_floats() * sizeof(float)) >> 20U) + " MiB";
}

// Any rows of the table in any order: some several times, some side by side.
std::vector<int> random_ids(const RowShape& shape, const std::string& purpose) {
  std::mt19937_64 random = lab::Session::current().random("ids, " + purpose);
  std::uniform_int_distribution<int> any(0, shape.table_rows - 1);
  std::vector<int> ids(as_size(shape.rows));
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = i > 0 && random() % 8 == 0 ? ids[i - 1] : any(random);
  return ids;
}

std::vector<int> distinct_ids(const RowShape& shape, const std::string& purpose) {
  std::vector<int> ids(as_size(shape.table_rows));
  std::iota(ids.begin(), ids.end(), 0);
  std::mt19937_64 random = lab::Session::current().random("ids, " + purpose);
  std::shuffle(ids.begin(), ids.end(), random);
  ids.resize(as_size(shape.rows));
  return ids;
}

// A shape whose last group is not whole.
RowShape of_groups(int dim, int groups, int rest) {
  const int group = rows_per_warp(dim);
  return {groups * group + std::min(rest, group - 1), dim, 3 * group + 5};
}

}  // namespace

std::vector<RowShape> row_shapes() {
  std::vector<RowShape> shapes{{1, 4, 1}, {1, kMostDim, 3}};
  std::mt19937_64 random = lab::Session::current().random("row shapes");
  std::vector<int> dims{4, 8, 12, 20, 32, 36, 60, 100, 128, 132, 256, 340, 512, 516, 1020, kMostDim};
  for (int i = 0; i < 4; ++i) dims.push_back(kVectorFloats * static_cast<int>(1 + random() % 256));
  for (const int dim : dims) {
    const int groups = 1 + static_cast<int>(random() % 10);
    shapes.push_back(of_groups(dim, groups, static_cast<int>(random() % WARP)));
  }
  for (const int rows : {31, 32, 33, 255, 256, 257}) shapes.push_back({rows, 8, 97});
  return shapes;
}

RowShape many_rows() { return {lab::drawn("many rows", (1 << 16) + 1, (1 << 16) + 300), 4, 1000}; }

std::vector<RowShape> costly_shapes() {
  const auto shape = [](const char* purpose, int low, int high, int step) {
    const int dim = lab::drawn(std::string("dim, ") + purpose, low, high, step);
    const int group = rows_per_warp(dim);
    const int groups = lab::drawn(std::string("groups, ") + purpose, 9, 14);
    const int rest = lab::drawn(std::string("rows of the last group, ") + purpose, 1, WARP - 1);
    return RowShape{groups * group + rest % group, dim, 40 * group + 7};
  };
  return {shape("two vectors", 8, 8, 4),
          shape("no whole sectors", 12, 28, 8),
          shape("a line", 32, 32, 4),
          shape("a request and some", 132, 252, 8),
          shape("several requests", 260, 1020, 4),
          shape("one vector", 4, 4, 4)};
}

RowShape short_rows() {
  const int kib = lab::drawn("KiB of rows", 48, 80);
  return {8 * kib, 32, 1500};
}

RowShape long_rows() {
  const RowShape shape = short_rows();
  return {shape.rows / 8, 256, 190};
}

RowShape modelled_rows(int dim, int floats) { return {floats / dim, dim, 2 * floats / dim}; }

Rows::Rows(const RowShape& shape, const lab::Use& use, Ids ids)
    : Problem(use, text_of(shape, use.is_timed)),
      shape_(shape),
      table_(*this, "table", shape.table_floats(),
             [&] { return lab::distinct_floats(shape.table_floats(), use.purpose); }),
      ids_(*this, "ids", as_size(shape.rows),
           [&] {
             return ids == Ids::any ? random_ids(shape, use.purpose) : distinct_ids(shape, use.purpose);
           }),
      out_(*this, "out", shape.floats()) {
  ids_.draw_with(lab::ints_below(static_cast<unsigned>(shape.table_rows)));
}

Rows Rows::timed_rows(int dim) {
  constexpr std::size_t kTimesInMemory = 6;  // two such problems: the table, half of it twice, and ids
  const std::size_t floats = lab::that_fit(kTableFloats, kTimesInMemory * sizeof(float));
  const auto rows = static_cast<int>(floats / as_size(dim));
  return {{rows / 2, dim, rows}, lab::timed()};
}

lab::Call Rows::call(RowKernel kernel) const {
  const int dim = shape_.dim;
  const int rows = shape_.rows;
  const auto launch = [&](const char* name, lab::From from, const simt::LaunchShape& blocks) {
    return lab::Kernel<decltype(gather_rows)>(name, from)
        .call(blocks, table_.device(), ids_.device(), out_.device(), rows, dim);
  };
  switch (kernel) {
    case RowKernel::student:
      return launch("gather_rows", lab::From::student,
                    lab::blocks_of(BLOCK, as_size(WARP) * lab::pieces(rows, rows_per_warp(dim))));
    case RowKernel::by_thread:
      return launch("gather_rows_by_thread", lab::From::given, lab::blocks_of(BLOCK, rows));
    case RowKernel::by_floats:
      return launch("gather_rows_by_floats", lab::From::given, lab::blocks_of(BLOCK, shape_.floats()));
    case RowKernel::copy:
      break;
  }
  const auto vectors = static_cast<int>(shape_.floats() / kVectorFloats);
  return lab::Kernel<void(const float4*, float4*, int)>("copy_vectors", lab::From::given)
      .call(lab::blocks_of(BLOCK, vectors), reinterpret_cast<const float4*>(table_.device()),
            reinterpret_cast<float4*>(out_.device()), vectors);
}

bool Rows::expect_values(const lab::LaunchResult& run) const {
  const std::size_t dim = as_size(shape_.dim);
  lab::ExpectedCopies expected;
  expected.source = [=](std::size_t i) { return as_size(ids_.values()[i / dim]) * dim + i % dim; };
  expected.input_name = [=](std::size_t i) {
    return "float " + std::to_string(i % dim) + " of row " + std::to_string(i / dim) + " of `table`";
  };
  expected.output_name = [=](std::size_t i) {
    return "float " + std::to_string(i % dim) + " of row " + std::to_string(i / dim) + " of `out`";
  };
  expected.from_same_place = ", the element at the same place: its row's id is not looked up";
  expected.note = [=](std::size_t i) {
    return ", since ids[" + std::to_string(i / dim) + "] is " + std::to_string(ids_.values()[i / dim]) +
           lab::where_type_ends(i / dim, "a row's number");
  };
  return lab::expect_copies(run, out_, table_, expected);
}

bool Rows::expect_right(const lab::LaunchResult& run) const {
  return lab::expect_no_faults(run) && expect_values(run) &&
         lab::expect_no_other_traffic(run, {{"table", Op::load}, {"ids", Op::load}, {"out", Op::store}});
}

template <class OffsetOf>
RequestCount Rows::counted(OffsetOf offset_of) const {
  const int vectors_of_row = shape_.dim / kVectorFloats;
  const int group = rows_per_warp(shape_.dim);
  RequestCount count;
  for (int first = 0; first < shape_.rows; first += group) {
    const int vectors = std::min(group, shape_.rows - first) * vectors_of_row;
    for (int v = 0; v < vectors; ++v) {
      if (v % vectors_of_row == 0) count.end_row();
      if (v % WARP == 0) count.end_request();
      count.add_lane(offset_of(as_size(first + v / vectors_of_row), as_size(v % vectors_of_row)));
    }
    count.end_request();
  }
  return count;
}

RequestCount Rows::loads() const {
  const std::size_t row_bytes = as_size(this->row_bytes());
  return counted([&](std::size_t row, std::size_t vector) {
    return as_size(ids_.values()[row]) * row_bytes + vector * kVectorBytes;
  });
}

RequestCount Rows::stores() const {
  const std::size_t row_bytes = as_size(this->row_bytes());
  return counted(
      [&](std::size_t row, std::size_t vector) { return row * row_bytes + vector * kVectorBytes; });
}

std::uint64_t Rows::most_requests() const {
  const int vectors_of_row = shape_.dim / kVectorFloats;
  const int group = rows_per_warp(shape_.dim);
  std::uint64_t most = 0;
  for (int first = 0; first < shape_.rows; first += group) {
    const int vectors = std::min(group, shape_.rows - first) * vectors_of_row;
    const std::uint64_t requests = lab::pieces(vectors, WARP);
    most += vectors % WARP == 0 ? requests : 2 * requests - 1;
  }
  return most;
}

std::uint64_t Rows::requests_that_cut() const {
  constexpr std::uint64_t kFloatsOfVector = 4;
  const std::uint64_t of_row = lab::pieces(shape_.dim / kVectorFloats, WARP);
  return std::max(kFloatsOfVector * most_requests(), static_cast<std::uint64_t>(shape_.rows) * of_row);
}

std::uint64_t Rows::requests_beside_a_part() const {
  const int vectors_of_row = shape_.dim / kVectorFloats;
  const int group = rows_per_warp(shape_.dim);
  std::uint64_t requests = 0;
  for (int first = 0; first < shape_.rows; first += group) {
    const int vectors = std::min(group, shape_.rows - first) * vectors_of_row;
    if (vectors % WARP != 0) requests += lab::pieces(vectors, WARP);
  }
  return requests;
}

lab::SectorLimit Rows::limit_of(const lab::LaunchResult& run, const std::string& array, simt::Op op,
                                const RequestCount& least) const {
  const std::uint64_t requests = std::min(requests_of(run, array, op), requests_that_cut());
  const std::uint64_t more = requests - std::min(requests, least.requests());
  return {array, op, least.sectors() + more + requests_beside_a_part()};
}

bool Rows::expect_sectors(const lab::LaunchResult& run) const {
  return lab::expect_sectors(
      run, {limit_of(run, "table", Op::load, loads()), limit_of(run, "out", Op::store, stores()),
            whatever_it_moves(run, "ids", Op::load)});
}

bool Rows::expect_ids_once(const lab::LaunchResult& run) const {
  const std::uint64_t least = lab::sectors_in_pieces(1, shape_.rows, rows_per_warp(shape_.dim));
  return lab::expect_sectors(run, {{"ids", Op::load, least},
                                   whatever_it_moves(run, "table", Op::load),
                                   whatever_it_moves(run, "out", Op::store)});
}

bool Rows::expect_full_requests(const lab::LaunchResult& run) const {
  const std::string when_idle = shape_.dim < kVectorFloats * WARP
                                    ? "a row of " + std::to_string(shape_.dim) + " floats is " +
                                          std::to_string(shape_.dim / kVectorFloats) +
                                          " vectors, so let a request move vectors of several rows"
                                    : "let the warp walk over all vectors of its group, 32 at a time";
  return gathers::expect_full_requests(run, {"table", Op::load, out_.bytes(), most_requests(), when_idle}) &&
         gathers::expect_full_requests(run, {"out", Op::store, out_.bytes(), most_requests(), when_idle});
}

lab::TimedKernel Rows::timed(const std::string& name, RowKernel kernel) {
  const lab::From from = kernel == RowKernel::student ? lab::From::student : lab::From::given;
  return contender(
      name, from, [this, kernel] { return call(kernel); }, [this] { return call(RowKernel::by_floats); },
      kernel == RowKernel::student ? "gather_rows" : "");
}

lab::TimedKernel Rows::memcpy() {
  const auto copy = [this] { return lab::memcpy_call(out_.device(), table_.device(), out_.bytes()); };
  lab::TimedKernel memcpy = contender("cudaMemcpy", lab::From::kit, copy, copy);
  memcpy.bytes = 2 * static_cast<double>(out_.bytes());  // it needs no ids
  return memcpy;
}

}  // namespace gathers
