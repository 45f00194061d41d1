#include "time/sm_program.h"

#include <algorithm>

#include "common/for_each_lane.h"

namespace simt {
namespace {

class Builder {
 public:
  Builder(const abi::Module& module, const BlockTraffic& block) : module_(module), block_(block) {}

  SmProgram run() {
    for (const WarpTraffic& warp : block_.warps) {
      program_.warps.emplace_back();
      begin_stretch();
      for (const Step& step : warp.steps) add(step);
      end_stretch();
      program_.operations += program_.warps.back().size();
    }
    if (block_.recorded_work != 0)
      program_.truncated = static_cast<double>(block_.work) / static_cast<double>(block_.recorded_work);
    return std::move(program_);
  }

 private:
  std::vector<Operation>& operations() { return program_.warps.back(); }

  void add(const Step& step) {
    const abi::Place& place = module_.places[step.place];
    Operation operation;
    operation.kind = step.kind;
    operation.space = step.space;
    operation.place = step.place;
    operation.wavefronts = step.wavefronts;
    if (step.kind == StepKind::atomic && (place.flags & abi::kSameValue) != 0 && step.space == Space::global)
      operation.wavefronts = 1;
    if (step.kind == StepKind::barrier) {
      end_stretch();
      operation.instructions = std::max<std::uint32_t>(1, place.instructions);
      operation.cycles = place.cycles;
      operations().push_back(operation);
      begin_stretch();
      return;
    }
    operation.level = place.level;
    operation.instructions = place.instructions;
    operation.cycles = place.cycles;
    operation.is_awaited = step.kind != StepKind::atomic || (place.flags & abi::kAnswerUsed) != 0;
    operation.bypasses_l1 = step.kind == StepKind::atomic || (place.flags & abi::kVolatile) != 0;
    operation.swaps = step.kind == StepKind::atomic &&
                      place.atomic_form == static_cast<std::uint8_t>(AtomicForm::compare_and_swap);
    if (step.kind == StepKind::computed) {
      operation.instructions += static_cast<std::uint32_t>(step.first);
      operation.cycles +=
          static_cast<std::uint32_t>(step.first * place.array_bytes / abi::kComputedInstructions);
    }
    if (step.kind == StepKind::copy_wait) operation.groups = static_cast<std::uint32_t>(step.first);
    if (step.lanes != 0 && step.kind != StepKind::round && step.kind != StepKind::computed)
      note_lines(step, operation);
    const bool ends =
        step.kind == StepKind::round || step.kind == StepKind::computed || step.kind == StepKind::copy_wait;
    if (ends) end_stretch();
    operations().push_back(operation);
    if (ends) begin_stretch();
  }

  // ptxas moves loads ahead of what waits for others, as far as the next barrier or the loop's end.
  void end_stretch() {
    auto& all = operations();
    std::stable_sort(all.begin() + static_cast<std::ptrdiff_t>(begin_), all.end(),
                     [](const Operation& a, const Operation& b) { return a.level < b.level; });
    begin_ = all.size();
  }
  void begin_stretch() { begin_ = operations().size(); }

  void note_lines(const Step& step, Operation& operation) {
    if (step.space == Space::shared || step.space == Space::constant) return;
    operation.first_line = static_cast<std::uint32_t>(program_.lines.size());
    const unsigned bytes = std::max<unsigned>(step.width, 1);
    for_each_lane(step.lanes, [&](unsigned lane) {
      const std::uint64_t address = block_.address_of(step, lane);
      if (step.space == Space::local) return add_local(operation, address, lane);
      const std::uint64_t first = address / kSectorBytes;
      const std::uint64_t last = (address + bytes - 1) / kSectorBytes;
      for (std::uint64_t sector = first; sector <= last; ++sector) add_sector(operation, sector);
    });
    operation.line_count = static_cast<std::uint32_t>(program_.lines.size()) - operation.first_line;
    unsigned sectors = 0;
    for (std::size_t i = operation.first_line; i < program_.lines.size(); ++i)
      sectors += static_cast<unsigned>(__builtin_popcount(program_.lines[i].sectors));
    operation.is_partial =
        static_cast<unsigned>(__builtin_popcount(step.lanes)) * bytes < sectors * kSectorBytes;
  }

  // A line of local memory holds one word of each lane of the warp.
  void add_local(const Operation& operation, std::uint64_t address, unsigned lane) {
    const std::uint64_t of_warp = (block_.block * kWarpSize + program_.warps.size()) << 20U;
    constexpr std::uint64_t kApart = std::uint64_t{1} << 60U;  // above all addresses of arrays
    add_sector(operation, (kApart + of_warp + address / 4) * (kLineBytes / kSectorBytes) + lane / 8);
  }

  void add_sector(const Operation& operation, std::uint64_t sector) {
    const std::uint64_t line = sector / kSectorsALine;
    const auto bit = static_cast<std::uint8_t>(1U << sector % kSectorsALine);
    // Neighbours mostly share a line.
    for (std::size_t i = program_.lines.size(); i > operation.first_line; --i) {
      if (program_.lines[i - 1].line != line) continue;
      program_.lines[i - 1].sectors |= bit;
      return;
    }
    program_.lines.push_back({line, bit});
  }

  const abi::Module& module_;
  const BlockTraffic& block_;
  SmProgram program_;
  std::size_t begin_ = 0;
};

}  // namespace

SmProgram program_of(const abi::Module& module, const BlockTraffic& block) {
  return Builder(module, block).run();
}

}  // namespace simt
