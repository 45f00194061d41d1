// Rows that are looked up in a table: the table, the ids, the launch of gather_rows() or of a given kernel,
// and the expected result; and what the least possible requests for them cost.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "costs.h"
#include "gather_scatter.h"
#include "lab/problem.h"

namespace gathers {

struct RowShape {
  int rows = 0;  // rows of `out`
  int dim = 0;   // floats of a row
  int table_rows = 0;

  std::size_t floats() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(dim); }
  std::size_t table_floats() const {
    return static_cast<std::size_t>(table_rows) * static_cast<std::size_t>(dim);
  }
};

// Every kind of dim: one vector a row, several rows a request, rows that straddle sectors and requests, a
// row a group; and some drawn from the session's seed. Around each multiple of a group.
std::vector<RowShape> row_shapes();

// More rows than 16 bits can count, drawn.
RowShape many_rows();

// Shapes at which costs are checked, drawn: short rows, rows whose size no sector divides, rows of 128 bytes,
// and rows of several requests.
std::vector<RowShape> costly_shapes();

// Rows of 128 bytes and of 1 KiB, of as many bytes in all, drawn.
RowShape short_rows();
RowShape long_rows();

// Rows of `dim` floats whose time is predicted, `floats` in all, from a table of twice as many.
RowShape modelled_rows(int dim, int floats = 1 << 21);

enum class RowKernel { student, by_thread, by_floats, copy };

// Ids of a checked problem: any, some of them several times; or no row twice.
enum class Ids { any, distinct };

class Rows : public lab::Problem {
 public:
  Rows(const RowShape& shape, const lab::Use& use, Ids ids = Ids::any);

  // Timed: rows of so many floats from a table of 2^28 floats (1 GiB), half as many in all; less where memory
  // is small.
  static Rows timed_rows(int dim);

  lab::LaunchResult run(RowKernel kernel = RowKernel::student) { return Problem::run(call(kernel)); }

  // Every element is that of its row, bit for bit, and was stored by the kernel.
  bool expect_values(const lab::LaunchResult& run) const;

  // The launch qualifies for a check of costs: no faults, right values, no other traffic.
  bool expect_right(const lab::LaunchResult& run) const;

  // The sectors of the rows drawn, and no others; stores that are coalesced. A request more than the least
  // cuts a run of neighbours, so it may touch one sector twice: floats move in four times the requests, and
  // rows one by one in a request each. What makes still more requests has lanes take turns, and no more
  // sectors are allowed for that. Where a group's last request is not full and a loop is unrolled, the lanes
  // that have a round less are a round behind: each request is cut once.
  bool expect_sectors(const lab::LaunchResult& run) const;

  // Each id is loaded once: the ids of a group by one request.
  bool expect_ids_once(const lab::LaunchResult& run) const;

  // 16 bytes a lane, and no lane idle as long as the group has something to move. Where a group's last
  // request is not full, half as many more are allowed: a loop that the compiler unrolls sends the lanes that
  // have a round less through other instructions.
  bool expect_full_requests(const lab::LaunchResult& run) const;

  // Timed: under its own name, or what a message calls it.
  lab::TimedKernel timed(const std::string& name, RowKernel kernel = RowKernel::student);
  lab::TimedKernel memcpy();

  // The rows read, the rows written, and the ids.
  std::uint64_t bytes() const override { return 2 * out_.bytes() + ids_.bytes(); }

  int row_bytes() const { return shape_.dim * static_cast<int>(sizeof(float)); }

 private:
  lab::Call call(RowKernel kernel) const;

  // The least requests of the launch: lane l of a group's k-th request moves the group's vector 32 k + l.
  RequestCount loads() const;
  RequestCount stores() const;
  std::uint64_t most_requests() const;
  std::uint64_t requests_that_cut() const;
  std::uint64_t requests_beside_a_part() const;  // those of groups whose last request is not full
  lab::SectorLimit limit_of(const lab::LaunchResult& run, const std::string& array, simt::Op op,
                            const RequestCount& least) const;
  template <class OffsetOf>
  RequestCount counted(OffsetOf offset_of) const;

  RowShape shape_;
  lab::Input<float> table_;
  lab::Input<int> ids_;
  lab::Output<float> out_;
};

}  // namespace gathers
