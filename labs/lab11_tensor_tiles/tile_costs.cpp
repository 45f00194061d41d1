#include "tile_costs.h"

#include <functional>

#include "lab/accesses.h"
#include "lab/check.h"
#include "lab/expectations.h"
#include "simt/words.h"

namespace tile_costs {
namespace {

using simt::AccessCost;

constexpr unsigned kChunkBytes = 16;

// The access that makes most requests among those that are accepted.
const AccessCost* most_frequent(const lab::LaunchResult& run,
                                const std::function<bool(const AccessCost&)>& accept) {
  return lab::costliest(run.report, accept, [](const AccessCost& access) { return access.requests; });
}

bool fail_by_width(const lab::LaunchResult& run, const AccessCost& access, const std::string& what) {
  lab::weigh(access.width, lab::Comparison::exactly, kChunkBytes, "bytes a lane");
  lab::fail_at(run, access.where,
               what + " in " + lab::line_text(access.where) + " moves " + simt::plural(access.width, "byte") +
                   " a lane, 16 required\n  a chunk is 16 bytes and moves whole: through a pointer to "
                   "uint4 or float4");
  return false;
}

bool is_shared_load(const AccessCost& access) {
  return lab::is_shared(access) && access.op == simt::Op::load;
}

}  // namespace

bool expect_sixteen_bytes(const lab::LaunchResult& run, const std::string& array, simt::Op op) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  const AccessCost* const narrow = most_frequent(run, [&](const AccessCost& access) {
    return lab::is_traffic(access, op, array) && access.width != kChunkBytes;
  });
  if (narrow == nullptr) return true;
  const char* const noun = op == simt::Op::load ? "the load of `" : "the store of `";
  return fail_by_width(run, *narrow, noun + array + "`");
}

bool expect_sixteen_bytes_in_shared(const lab::LaunchResult& run) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  const AccessCost* const narrow = most_frequent(run, [](const AccessCost& access) {
    return lab::is_shared(access) && access.width != kChunkBytes &&
           access.instruction == simt::Instruction::plain;
  });
  if (narrow == nullptr) return true;
  const char* const noun = narrow->op == simt::Op::load ? "the load of" : "the store to";
  const std::string array = narrow->array.empty() ? "" : " `" + narrow->array + "`";
  return fail_by_width(run, *narrow, std::string(noun) + " shared memory" + array);
}

bool expect_matrix_loads(const lab::LaunchResult& run) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  const lab::AccessSum loads = lab::sum_of(run.report, is_shared_load);
  const auto is_plain = [](const AccessCost& access) {
    return is_shared_load(access) && access.instruction == simt::Instruction::plain;
  };
  const lab::AccessSum plain = lab::sum_of(run.report, is_plain);
  if (loads.requests > 0 && plain.requests == 0) return true;
  lab::weigh(static_cast<double>(loads.requests - plain.requests), lab::Comparison::at_least,
             loads.requests == 0 ? 1 : static_cast<double>(loads.requests), "loads of matrices (ldmatrix)");
  lab::fail_at(run, loads.requests == 0 ? lab::line_that_stores(run, "S") : plain.where(),
               loads.requests == 0 ? "the kernel never loads from shared memory: there is no tile"
                                   : "the load of shared memory in " + lab::line_text(plain.largest->where) +
                                         " is a plain one\n  tensor cores are fed by ldmatrix: LDMATRIX_X4, "
                                         "or load_matrix_sync from a pointer into shared memory");
  return false;
}

bool expect_wavefronts(const lab::LaunchResult& run, simt::Op op, std::uint64_t most,
                       const std::string& what) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  const lab::AccessSum sum = lab::sum_of(run.report, [&](const AccessCost& access) {
    return lab::is_shared(access) && (access.op == op || access.op == simt::Op::atomic);
  });
  if (lab::weigh(static_cast<double>(sum.wavefronts), lab::Comparison::at_most, static_cast<double>(most),
                 std::string("wavefronts of ") + (op == simt::Op::load ? "loads" : "stores"))) {
    return true;
  }
  lab::fail_at(run, sum.where(),
               what + " take " + std::to_string(sum.wavefronts) + " wavefronts in " +
                   std::to_string(sum.requests) + " requests, " + std::to_string(most) +
                   " are enough\n  no request conflicts, but there are too many of them, or they move too "
                   "little: a wavefront can move 128 bytes");
  return false;
}

}  // namespace tile_costs
