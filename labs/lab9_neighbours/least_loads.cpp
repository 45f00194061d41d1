#include "least_loads.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "lab/accesses.h"
#include "lab/expectations.h"
#include "simt/words.h"

namespace neighbours {
namespace {

constexpr std::int64_t kSectorFloats = simt::kSectorBytes / sizeof(float);
constexpr std::uint64_t kSplit = 2;  // requests that the compiler may make of one store

// A request for neighbouring elements, from `first` up to but not including `end`; none where there is none.
void add(Loads& loads, std::int64_t first, std::int64_t end) {
  if (first >= end) return;
  ++loads.requests;
  loads.sectors += static_cast<std::uint64_t>((end - 1) / kSectorFloats - first / kSectorFloats + 1);
}

// The rows of a volume, and the planes that a chunk computes.
struct Rows {
  const Shape& shape;

  std::int64_t at(int x, int y, int z) const { return (std::int64_t{z} * shape.ny + y) * shape.nx + x; }
  // Adds the loads from x up to but not including `end`, moved by some elements.
  void add(Loads& loads, int x, int end, int y, int z) const {
    neighbours::add(loads, at(x, y, z), at(end, y, z));
  }
};

struct Planes {
  int first = 0;
  int end = 0;
};

template <class Visit>
void each_chunk(const Shape& shape, Visit visit) {
  for (int z = 0; z < shape.nz; z += CHUNK) {
    const Planes planes{std::max(z, 1), std::min(z + CHUNK, shape.nz - 1)};
    if (planes.first < planes.end) visit(planes);
  }
}

// The four neighbours in the plane, or fewer, of the points inside from x up to but not including `end`.
void add_neighbours_in_plane(Loads& loads, const Rows& rows, int x, int end, int y, int z) {
  rows.add(loads, x - 1, end - 1, y, z);
  rows.add(loads, x + 1, end + 1, y, z);
  rows.add(loads, x, end, y - 1, z);
  rows.add(loads, x, end, y + 1, z);
}

// Calls visit(x, end, y) for each warp's part of the points inside a plane.
template <class Visit>
void each_piece_inside(const Shape& shape, Visit visit) {
  for (int y = 1; y < shape.ny - 1; ++y) {
    for (int x = 0; x < shape.nx; x += BLOCK_X) {
      const int first = std::max(x, 1);
      const int end = std::min(x + BLOCK_X, shape.nx - 1);
      if (first < end) visit(first, end, y);
    }
  }
}

// The whole plane, in the pieces of the blocks: each lane loads its own point.
void add_plane(Loads& loads, const Rows& rows, int z) {
  const Shape& shape = rows.shape;
  const std::uint64_t before = loads.requests;
  for (int y = 0; y < shape.ny; ++y) {
    for (int x = 0; x < shape.nx; x += BLOCK_X) rows.add(loads, x, std::min(x + BLOCK_X, shape.nx), y, z);
  }
  loads.of_columns += loads.requests - before;
}

// The four sides of every block's part of a plane, as far as they are in the volume.
void add_halos(Loads& loads, const Rows& rows, int z) {
  const Shape& shape = rows.shape;
  for (int y = 0; y < shape.ny; y += BLOCK_Y) {
    const int y_end = std::min(y + BLOCK_Y, shape.ny);
    for (int x = 0; x < shape.nx; x += BLOCK_X) {
      const int x_end = std::min(x + BLOCK_X, shape.nx);
      if (y > 0) rows.add(loads, x, x_end, y - 1, z);
      if (y_end < shape.ny) rows.add(loads, x, x_end, y_end, z);
      for (int row = y; row < y_end; ++row) {
        if (x > 0) rows.add(loads, x - 1, x, row, z);
        if (x_end < shape.nx) rows.add(loads, x_end, x_end + 1, row, z);
      }
    }
  }
}

// Lists what each line loads of `in`, the one with most requests first.
std::string listed_by_line(const lab::LaunchResult& run) {
  std::map<unsigned, Loads> lines;
  for (const simt::AccessCost& access : run.report.accesses) {
    if (!lab::is_traffic(access, simt::Op::load, "in")) continue;
    Loads& loads = lines[access.where.line];
    loads.requests += access.requests;
    loads.sectors += access.sectors;
  }
  std::vector<std::pair<unsigned, Loads>> order(lines.begin(), lines.end());
  std::stable_sort(order.begin(), order.end(), [](const auto& one, const auto& other) {
    return one.second.requests > other.second.requests;
  });
  std::string text;
  for (const auto& [line, loads] : order) {
    const double each = static_cast<double>(loads.sectors) / static_cast<double>(loads.requests);
    text += "\n  line " + std::to_string(line) + ": " + std::to_string(loads.requests) + " requests of " +
            lab::number(each) + " " + simt::noun_for(each, "sector");
  }
  return text;
}

// Whether the lanes of the access's example load points of their own columns.
bool is_of_columns(const simt::AccessCost& access, const lab::LaunchResult& run, const Shape& shape) {
  const simt::ExampleRequest& example = access.example;
  const auto nx = static_cast<std::int64_t>(shape.nx);
  const auto ny = static_cast<std::int64_t>(shape.ny);
  for (unsigned lane = 0; lane < simt::kWarpSize; ++lane) {
    if (example.offsets[lane] < 0) continue;
    const std::int64_t point = example.offsets[lane] / static_cast<std::int64_t>(sizeof(float));
    const unsigned thread = example.warp * simt::kWarpSize + lane;
    const simt::Dim3& block = run.launch.block;
    const std::int64_t x = std::int64_t{example.block.x} * block.x + thread % block.x;
    const std::int64_t y = std::int64_t{example.block.y} * block.y + thread / block.x % block.y;
    if (point % nx != x || point / nx % ny != y) return false;
  }
  return true;
}

// Where a block walks through the planes, one line loads each of the threads' own columns: of several, the one with most
// requests. The next one loads again what that one did. Null: it is one line.
const simt::AccessCost* loads_column_again(const lab::LaunchResult& run, const Shape& shape) {
  std::vector<const simt::AccessCost*> columns;
  for (const simt::AccessCost& access : run.report.accesses) {
    if (lab::is_traffic(access, simt::Op::load, "in") && is_of_columns(access, run, shape))
      columns.push_back(&access);
  }
  if (columns.size() < 2) return nullptr;
  std::stable_sort(columns.begin(), columns.end(),
                   [](const auto* one, const auto* other) { return one->requests > other->requests; });
  return columns[0]->where == columns[1]->where ? nullptr : columns[1];
}

// Where each thread has one point, the place beside it that a request loads: 0 is the point itself.
std::int64_t place_beside(const simt::AccessCost& access, const lab::LaunchResult& run, const Shape& shape) {
  const simt::ExampleRequest& example = access.example;
  const auto* const first = std::find_if(example.offsets.begin(), example.offsets.end(),
                                         [](std::int64_t offset) { return offset >= 0; });
  const auto lane = static_cast<unsigned>(first - example.offsets.begin());
  const unsigned thread = example.warp * simt::kWarpSize + lane;
  const simt::Dim3& block = run.launch.block;
  const std::int64_t x = std::int64_t{example.block.x} * block.x + thread % block.x;
  const std::int64_t y = std::int64_t{example.block.y} * block.y + thread / block.x % block.y;
  const std::int64_t own = (std::int64_t{example.block.z} * shape.ny + y) * shape.nx + x;
  return *first / static_cast<std::int64_t>(sizeof(float)) - own;
}

// The line that loads what another line has loaded, where each thread has one point. Null: none does.
const simt::AccessCost* loads_place_again(const lab::LaunchResult& run, const Shape& shape) {
  if (run.launch.grid.z != static_cast<unsigned>(shape.nz)) return nullptr;
  std::map<std::int64_t, simt::SourceLine> lines;
  for (const simt::AccessCost& access : run.report.accesses) {
    if (!lab::is_traffic(access, simt::Op::load, "in") || access.requests == 0) continue;
    const auto [known, is_new] = lines.emplace(place_beside(access, run, shape), access.where);
    if (!is_new && !(known->second == access.where)) return &access;
  }
  return nullptr;
}

// The access with most requests among those of the kind, own columns or others, that exceeds its part of the least by more.
const simt::AccessCost& with_excess(const lab::LaunchResult& run, const Loads& least, const Shape& shape) {
  if (const simt::AccessCost* const again = loads_place_again(run, shape); again != nullptr) return *again;
  const auto part = [&](bool of_columns) {
    return lab::sum_of(run.report, [&, of_columns](const simt::AccessCost& access) {
      return lab::is_traffic(access, simt::Op::load, "in") && is_of_columns(access, run, shape) == of_columns;
    });
  };
  const lab::AccessSum columns = part(true);
  const lab::AccessSum others = part(false);
  if (columns.requests == 0) return *others.largest;
  if (others.requests == 0) return *columns.largest;
  const auto excess = [](std::uint64_t found, std::uint64_t most) {
    return static_cast<std::int64_t>(found) - static_cast<std::int64_t>(most);
  };
  const bool by_columns =
      excess(columns.requests, least.of_columns) > excess(others.requests, least.requests - least.of_columns);
  if (!by_columns) return *others.largest;
  const simt::AccessCost* const again = loads_column_again(run, shape);
  return again == nullptr ? *columns.largest : *again;
}

std::string text_of(const Loads& loads) {
  return std::to_string(loads.requests) + " requests and " + std::to_string(loads.sectors) + " sectors";
}

}  // namespace

std::size_t Shape::points() const {
  return static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny) * static_cast<std::size_t>(nz);
}

std::size_t Shape::points_inside() const {
  const auto inside = [](int side) { return static_cast<std::size_t>(std::max(side - 2, 0)); };
  return inside(nx) * inside(ny) * inside(nz);
}

std::string Shape::text() const {
  return std::to_string(nx) + " x " + std::to_string(ny) + " x " + std::to_string(nz);
}

Loads least_of_smooth(int n, int passes) {
  Loads loads;
  for (int first = 0; first < n; first += LINE) {
    const int end = std::min(first + LINE, n);
    for (int i = first; i < end; i += static_cast<int>(simt::kWarpSize)) {
      add(loads, i, std::min(i + static_cast<int>(simt::kWarpSize), end));
      ++loads.of_columns;
    }
    add(loads, std::max(first - passes, 0), first);
    add(loads, end, std::min(end + passes, n));
  }
  return loads;
}

Loads least_of_direct(const Shape& shape) {
  Loads loads;
  const Rows rows{shape};
  for (int z = 1; z < shape.nz - 1; ++z) {
    each_piece_inside(shape, [&](int x, int end, int y) {
      for (const int plane : {z - 1, z, z + 1}) {
        rows.add(loads, x, end, y, plane);
        ++loads.of_columns;
      }
      add_neighbours_in_plane(loads, rows, x, end, y, z);
    });
  }
  return loads;
}

Loads least_of_walk(const Shape& shape) {
  Loads loads;
  const Rows rows{shape};
  each_chunk(shape, [&](const Planes& planes) {
    for (int z = planes.first - 1; z <= planes.end; ++z) add_plane(loads, rows, z);
    for (int z = planes.first; z < planes.end; ++z) {
      each_piece_inside(shape,
                        [&](int x, int end, int y) { add_neighbours_in_plane(loads, rows, x, end, y, z); });
    }
  });
  return loads;
}

Loads least_of_plane(const Shape& shape) {
  Loads loads;
  const Rows rows{shape};
  each_chunk(shape, [&](const Planes& planes) {
    for (int z = planes.first - 1; z <= planes.end; ++z) add_plane(loads, rows, z);
    for (int z = planes.first; z < planes.end; ++z) add_halos(loads, rows, z);
  });
  return loads;
}

bool expect_least_loads(const lab::LaunchResult& run, const Loads& least, const std::string& each,
                        const Shape* shape) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  const auto concerns = [](const simt::AccessCost& access) {
    return lab::is_traffic(access, simt::Op::load, "in");
  };
  if (!lab::expect_accesses(run, "in", simt::Op::load)) return false;
  const lab::AccessSum sum = lab::sum_of(run.report, concerns);
  const bool few_sectors = lab::weigh(static_cast<double>(sum.sectors), lab::Comparison::at_most,
                                      static_cast<double>(least.sectors), "sectors loaded");
  const bool few_requests = lab::weigh(static_cast<double>(sum.requests), lab::Comparison::at_most,
                                       static_cast<double>(least.requests), "load requests");
  if (few_sectors && few_requests) return true;
  // If there are as many requests as there may be, or fewer, some of them are too costly.
  const simt::AccessCost* const costly = lab::costliest(
      run.report, concerns, [](const auto& access) { return lab::per_request(access.sectors, access); });
  const simt::AccessCost& blamed = few_requests       ? *costly
                                   : shape == nullptr ? *sum.largest
                                                      : with_excess(run, least, *shape);
  lab::fail_at(run, blamed.where,
               lab::accesses_text(simt::Op::load, "in") + " are " + text_of({sum.requests, sum.sectors, 0}) +
                   ", where " + text_of(least) + " are enough: " + each + listed_by_line(run));
  return false;
}

namespace {

bool expect_stores_up_to(const lab::LaunchResult& run, std::uint64_t sectors, std::uint64_t requests) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  const auto concerns = [](const simt::AccessCost& access) {
    return lab::is_traffic(access, simt::Op::store, "out");
  };
  const lab::AccessSum sum = lab::sum_of(run.report, concerns);
  const bool few_sectors = lab::weigh(static_cast<double>(sum.sectors), lab::Comparison::at_most,
                                      static_cast<double>(sectors), "sectors stored");
  const bool few_requests = lab::weigh(static_cast<double>(sum.requests), lab::Comparison::at_most,
                                       static_cast<double>(requests), "store requests");
  if (few_sectors && few_requests) return true;
  lab::fail_at(run, sum.where(),
               lab::accesses_text(simt::Op::store, "out") + " take " +
                   text_of(Loads{sum.requests, sum.sectors, 0}) + ", where " +
                   text_of(Loads{requests, sectors, 0}) +
                   " are enough\n  a warp must store 32 neighbours along x, each of them once");
  return false;
}

}  // namespace

bool expect_least_stores(const lab::LaunchResult& run, const Shape& shape) {
  Loads stores;
  const Rows rows{shape};
  for (int z = 1; z < shape.nz - 1; ++z)
    each_piece_inside(shape, [&](int x, int end, int y) { rows.add(stores, x, end, y, z); });
  return expect_stores_up_to(run, stores.sectors, kSplit * stores.requests);
}

bool expect_least_stores(const lab::LaunchResult& run, int n) {
  return expect_stores_up_to(run, lab::sectors_in_pieces(1, n, LINE),
                             kSplit * lab::pieces(n, static_cast<int>(simt::kWarpSize)));
}

}  // namespace neighbours
