#include "time/sm_program.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "common/for_each_lane.h"
#include "time/time_constants.h"

namespace simt {
namespace {

// Cycles of a warp alone for each instruction that the compiler did not count.
constexpr std::uint32_t kForOne = 2;

class Builder {
 public:
  Builder(const abi::Module& module, const BlockTraffic& block) : module_(module), block_(block) {}

  SmProgram run() {
    for (const WarpTraffic& warp : block_.warps) {
      program_.warps.emplace_back().reserve(warp.steps.size() + 1);
      begin_stretch();
      forget_waiting();
      before_ = -1;
      behind_stores_ = 0;
      for (const Step& step : warp.steps) {
        taken_ = static_cast<std::uint32_t>(&step - warp.steps.data());
        follow_loops(step);
        add(step);
        before_ = step.place;
      }
      leave_loops(0);
      end_stretch();
      program_.operations += program_.warps.back().size();
      program_.longer.push_back(share_of(warp.work, warp.unrecorded_work));
    }
    program_.work = block_.work;
    program_.unrecorded_work = block_.unrecorded_work;
    return std::move(program_);
  }

 private:
  static double share_of(std::uint64_t work, std::uint64_t unrecorded) {
    return work == unrecorded ? 1 : static_cast<double>(work) / static_cast<double>(work - unrecorded);
  }

  std::vector<Operation>& operations() { return program_.warps.back(); }

  // A round is logged where its loop goes on. The last one is known by what comes behind it: a step that lies in another loop.
  void follow_loops(const Step& step) {
    const abi::Place& place = module_.places[step.place];
    const bool goes_on = place.kind == abi::PlaceKind::round;
    std::vector<std::uint16_t>& around = around_;
    around.clear();
    if (goes_on) around.push_back(step.place);
    for (std::uint16_t round = place.round; round != abi::kNoPlace; round = module_.places[round].round)
      around.push_back(round);
    std::size_t same = 0;
    while (same < loops_.size() && same < around.size() &&
           loops_[same].round == around[around.size() - 1 - same])
      ++same;
    leave_loops(same);
    while (loops_.size() < around.size())
      loops_.push_back({around[around.size() - 1 - loops_.size()], false});
    for (OpenLoop& loop : loops_) loop.has_begun = true;
    if (goes_on) loops_.back().has_begun = false;
  }

  void append(Operation operation) { operations().push_back(operation); }

  void leave_loops(std::size_t until) {
    for (; loops_.size() > until; loops_.pop_back()) {
      if (!loops_.back().has_begun) continue;
      const abi::Place& place = module_.places[loops_.back().round];
      Operation operation;
      operation.kind = StepKind::round;
      operation.place = loops_.back().round;
      operation.instructions = operation.code = place.instructions;
      operation.unit_cycles = place.unit_cycles;
      operation.cycles = place.cycles;
      operation.chain_cycles = place.chain_cycles;
      append(operation);
    }
  }

  // The instructions of predicated blocks that no lane of the warp came by on its way to a place. Places are numbered in the order in which
  // one lane reaches them.
  std::uint32_t passed_by(std::uint16_t to) const {
    const std::uint16_t round = module_.places[to].round;
    const bool is_next_round = before_ == round && round != abi::kNoPlace;
    if (before_ < 0 || (before_ >= to && !is_next_round)) return 0;
    std::uint32_t instructions = 0;
    for (int place = to - 1; place >= 0 && (is_next_round || place > before_); --place) {
      const abi::Place& passed = module_.places[place];
      if (passed.round != round) {
        if (is_next_round && !is_inside(passed, round)) break;
      } else if (passed.is_predicated != 0) {
        instructions += passed.instructions;
      }
    }
    return instructions;
  }

  bool is_inside(const abi::Place& place, std::uint16_t round) const {
    std::uint16_t around = place.round;
    while (around != abi::kNoPlace && around != round) around = module_.places[around].round;
    return around == round;
  }

  void add(const Step& step) {
    const abi::Place& place = module_.places[step.place];
    Operation operation;
    operation.kind = step.kind;
    operation.space = step.space;
    operation.place = step.place;
    operation.wavefronts = step.wavefronts;
    if (step.kind == StepKind::barrier) {
      end_stretch();
      forget_waiting();
      operation.level = place.level;
      operation.arrival = place.arrival;
      const std::uint32_t passed = passed_by(step.place);
      operation.instructions = operation.code = std::max<std::uint32_t>(1, place.instructions) + passed;
      operation.unit_cycles = place.unit_cycles;
      operation.cycles = place.cycles + kForOne * passed;
      operation.chain_cycles = place.chain_cycles + kForOne * passed;
      append(operation);
      begin_stretch();
      return;
    }
    operation.level = place.level;
    operation.arrival = place.arrival;
    operation.step = taken_;
    const std::uint32_t passed = passed_by(step.place);
    operation.instructions = operation.code = place.instructions + passed;
    operation.unit_cycles = place.unit_cycles;
    operation.cycles = place.cycles + kForOne * passed;
    operation.chain_cycles = place.chain_cycles + kForOne * passed;
    operation.is_awaited = step.kind != StepKind::atomic || (place.flags & abi::kAnswerUsed) != 0;
    operation.bypasses_l1 = step.kind == StepKind::atomic || (place.flags & abi::kVolatile) != 0;
    operation.tries =
        step.kind == StepKind::atomic && step.space == Space::global && (place.flags & abi::kSwaps) != 0;
    operation.spins = step.kind == StepKind::atomic && step.space == Space::shared &&
                      place.atomic_form == static_cast<std::uint8_t>(AtomicForm::compare_and_swap) &&
                      (place.flags & abi::kSwaps) == 0;
    if (operation.spins) note_words(step, operation);
    if (step.kind == StepKind::computed) {
      // How long the code of its round is, nobody has said: most are shorter than this, and fetched once.
      constexpr std::uint32_t kMostOfLoop = 128;
      operation.code += std::min(static_cast<std::uint32_t>(step.first), kMostOfLoop);
      operation.instructions += static_cast<std::uint32_t>(step.first);
      const auto alone =
          static_cast<std::uint32_t>(step.first * place.array_bytes / abi::kComputedInstructions);
      operation.cycles += alone;
      operation.chain_cycles += alone;
      operation.unit_cycles +=
          static_cast<std::uint32_t>(step.first * place.load_waits / abi::kComputedInstructions);
    }
    if (step.kind == StepKind::copy_wait) operation.groups = static_cast<std::uint32_t>(step.first);
    if (place.spill_frame != 0) add_spills(step, place, operation);
    const bool accesses = step.lanes != 0 && step.kind != StepKind::round &&
                          step.kind != StepKind::computed && step.kind != StepKind::side;
    if (accesses) note_lines(step, operation);
    if (step.kind == StepKind::load && step.space == Space::constant) count_constants(step, operation);
    const bool ends = ends_stretch(step.kind);
    if (accesses && !ends && place.is_predicated == 0) follow_sides(step, operation);
    if (ends) end_stretch();
    append(operation);
    if (ends) begin_stretch();
  }

  // Lanes that went apart run one side after the other, and ptxas moves no load ahead of the branch between them. Each side took 22 cycles
  // besides what it did (agreement/timing/paths.cu, H200). Of two sides, such as the two ends of a tile's row, it predicates.
  void follow_sides(const Step& step, Operation& operation) {
    constexpr std::uint32_t kBranch = 22;
    const bool is_other_side = before_ >= 0 && (side_.lanes & step.lanes) == 0 &&
                               operation.level < side_.level &&
                               module_.places[step.place].round == module_.places[before_].round;
    if (is_other_side && ++side_.before > 1) {
      end_stretch();
      operation.cycles += kBranch;
    }
    side_.lanes = step.lanes;
    side_.level = operation.level;
  }

  // What registers have no room for goes to local memory and comes back, word by word, before the step.
  void add_spills(const Step& step, const abi::Place& place, Operation& user) {
    constexpr std::uint64_t kAtATime = 16;  // that come back while none of them is waited for
    const bool computed = step.kind == StepKind::computed;
    const auto words = [&](std::uint64_t given) {
      return computed ? given * step.first / abi::kComputedInstructions : given;
    };
    std::uint64_t stores = words(place.spill_stores);
    std::uint64_t loads = words(place.spill_loads);
    user.instructions += static_cast<std::uint32_t>(stores + loads);
    user.cycles += kForOne * static_cast<std::uint32_t>(stores + loads);
    user.chain_cycles += kForOne * static_cast<std::uint32_t>(stores + loads);
    // Of a long loop a part stands for the whole.
    constexpr std::uint64_t kMost = 1024;
    const std::uint64_t times = std::max(stores, loads) / kMost + 1;
    stores /= times;
    loads /= times;
    while (stores + loads != 0) {
      const std::uint64_t stored = std::min(stores, kAtATime);
      const std::uint64_t loaded = std::min(loads, kAtATime);
      if (stored != 0) add_spill(StepKind::store, stored, times, place, user);
      if (loaded != 0) add_spill(StepKind::load, loaded, times, place, user);
      stores -= stored;
      loads -= loaded;
    }
  }

  void add_spill(StepKind kind, std::uint64_t words, std::uint64_t times, const abi::Place& place,
                 const Operation& user) {
    Operation operation;
    operation.times = static_cast<std::uint32_t>(times);
    operation.kind = kind;
    operation.space = Space::local;
    operation.place = user.place;
    operation.level = user.level;
    operation.arrival = static_cast<std::uint16_t>(abi::next_step(user.level));
    operation.first_line = static_cast<std::uint32_t>(program_.lines.size());
    operation.line_count = static_cast<std::uint32_t>(words);
    std::uint64_t& next = kind == StepKind::store ? next_stored_ : next_loaded_;
    constexpr std::uint8_t kAllSectors = (1U << kSectorsALine) - 1;
    constexpr std::array<std::uint8_t, kSectorsALine> kWhole{kSectorBytes, kSectorBytes, kSectorBytes,
                                                             kSectorBytes};
    for (std::uint64_t i = 0; i < words; ++i) {
      program_.lines.push_back({local_line(kSpilled + next++ % place.spill_frame), kAllSectors, kWhole});
    }
    append(operation);
  }

  // Each address that lanes want is a pass of its own, of bytes and of LDC.64 as well: base64_encode and dct_quantise of
  // agreement/timing/blind. nvcc loads two neighbouring words by one LDC.64, where the first is at a multiple of eight bytes.
  void count_constants(const Step& step, Operation& operation) {
    constexpr std::uint64_t kWord = 4;
    Constants wanted;
    for_each_lane(step.lanes, [&](unsigned lane) { wanted.push_back(block_.address_of(step, lane)); });
    const bool is_word = step.width == kWord;
    const bool is_second = is_word && wanted.size() == constants_.size() &&
                           std::equal(wanted.begin(), wanted.end(), constants_.begin(),
                                      [](std::uint64_t second, std::uint64_t first) {
                                        return second == first + kWord && first % (2 * kWord) == 0;
                                      });
    constants_ = is_word ? wanted : Constants{};
    std::sort(wanted.begin(), wanted.end());
    operation.wavefronts =
        is_second ? 0
                  : static_cast<std::uint32_t>(std::unique(wanted.begin(), wanted.end()) - wanted.begin());
    if (is_second) operation.instructions -= std::min(operation.instructions, 1U);
  }

  // ptxas moves loads ahead of what waits for others, as far as the next barrier or the loop's end.
  void end_stretch() {
    constants_.clear();
    auto& all = operations();
    std::stable_sort(all.begin() + static_cast<std::ptrdiff_t>(begin_), all.end(),
                     [](const Operation& a, const Operation& b) { return a.level < b.level; });
    sink_stores();
    join_stores();
    begin_ = all.size();
  }

  // ptxas computes what several stores store before the first, and then begins one after the other: five results of greeks_of_800000_calls
  // and seven of cloth_step_1200x800 (agreement/timing/practice.cu) reach L2 together, however long it took to compute them.
  void sink_stores() {
    auto& all = operations();
    for (std::size_t i = begin_; i < all.size(); ++i) {
      if (!is_global_store(all[i])) continue;
      const std::size_t first = i;
      std::size_t of_level = i;
      for (; i + 1 < all.size() && is_global_store(all[i + 1]); ++i) {
        if (all[i + 1].level == all[of_level].level) {
          compute_before(all[of_level], all[i + 1]);
        } else {
          of_level = i + 1;
        }
      }
      note_undisturbed(first, i);
    }
  }

  // Where each warp computes for longer than the stores of all four schedulers' warps take, the others rarely store at the same time, and
  // all that a warp stores to a line leaves together, however many lines there are.
  void note_undisturbed(std::size_t first, std::size_t last) {
    constexpr double kCyclesALine = TimeConstants{}.line * kSchedulers;
    auto& all = operations();
    double computes = 0;
    double stores = 0;
    for (std::size_t i = behind_stores_; i <= first; ++i)
      computes += std::max(all[i].instructions, all[i].unit_cycles);
    for (std::size_t i = first; i <= last; ++i) stores += all[i].line_count * kCyclesALine;
    for (std::size_t i = first + 1; i <= last; ++i) all[i].is_undisturbed = computes > stores;
    behind_stores_ = last + 1;
  }
  static bool is_global_store(const Operation& operation) {
    return operation.kind == StepKind::store && operation.space == Space::global;
  }
  static void compute_before(Operation& first, Operation& store) {
    const std::uint32_t own = std::min(1U, store.instructions);
    store.follows_store = true;
    first.instructions += std::exchange(store.instructions, own) - own;
    first.unit_cycles += std::exchange(store.unit_cycles, 0);
    first.cycles += std::exchange(store.cycles, kForOne * own);
    first.chain_cycles += std::exchange(store.chain_cycles, kForOne * own);
  }

  // What a warp stores to a line that still waits to leave for L2 goes with it: the simulation of the SM knows whether it does. The first
  // part has the bytes of all. In local memory nothing waits (shuffle_cards of agreement/timing/held_out.cu).
  void join_stores() {
    for (std::size_t i = begin_; i < operations().size(); ++i) {
      const Operation& operation = operations()[i];
      if (!is_global_store(operation)) continue;
      for (std::uint32_t line = 0; line < operation.line_count; ++line) {
        const std::size_t number = operation.first_line + line;
        LinePart& part = program_.lines[number];
        const auto [first, is_new] = waiting_.try_emplace(part.line, number);
        part.goes_with_another = !is_new;
        if (!is_new) program_.lines[first->second].add(part);
      }
    }
  }
  void forget_waiting() { waiting_.clear(); }

  void begin_stretch() {
    begin_ = operations().size();
    side_ = {};
  }

  void note_lines(const Step& step, Operation& operation) {
    if (step.space == Space::shared) return;
    operation.first_line = static_cast<std::uint32_t>(program_.lines.size());
    const unsigned bytes = std::max<unsigned>(step.width, 1);
    const bool are_side_by_side = step.is_progression && step.step == bytes && ~step.lanes == 0;
    if (step.space != Space::local && are_side_by_side) {
      add_bytes(operation, step.first, kWarpSize * bytes);
    } else {
      for_each_lane(step.lanes, [&](unsigned lane) {
        const std::uint64_t address = block_.address_of(step, lane);
        if (step.space == Space::local) return add_local(operation, address, lane, bytes);
        add_bytes(operation, address, bytes);
      });
    }
    if (step.kind == StepKind::load && step.space != Space::constant) operation.wavefronts = l1_passes(step);
    operation.line_count = static_cast<std::uint32_t>(program_.lines.size()) - operation.first_line;
  }

  void note_words(const Step& step, Operation& operation) {
    operation.first_word = static_cast<std::uint32_t>(program_.words.size());
    for_each_lane(step.lanes, [&](unsigned lane) {
      program_.words.push_back(static_cast<std::uint32_t>(block_.address_of(step, lane) / kBankBytes));
    });
    operation.word_count = static_cast<std::uint32_t>(program_.words.size()) - operation.first_word;
  }

  void add_bytes(const Operation& operation, std::uint64_t address, unsigned bytes) {
    const std::uint64_t last = (address + bytes - 1) / kSectorBytes;
    for (std::uint64_t sector = address / kSectorBytes; sector <= last; ++sector) {
      const std::uint64_t begin = std::max(address, sector * kSectorBytes);
      const std::uint64_t end = std::min(address + bytes, (sector + 1) * kSectorBytes);
      add_sector(operation, sector, static_cast<unsigned>(end - begin));
    }
  }

  // A line of local memory holds one word of each lane of the warp.
  void add_local(const Operation& operation, std::uint64_t address, unsigned lane, unsigned bytes) {
    constexpr unsigned kWord = 4;
    for (std::uint64_t word = address / kWord; word * kWord < address + bytes; ++word)
      add_sector(operation, local_line(word) * kSectorsALine + lane / 8, std::min(bytes, kWord));
  }

  // Passes over L1's banks, which are those of shared memory (docs/measurements/h200/clock.md).
  std::uint32_t l1_passes(const Step& step) const {
    constexpr unsigned kWord = 4;
    const unsigned words = std::max(1U, step.width / kWord);
    if (step.space == Space::local || (step.is_progression && step.step <= step.width)) return words;
    Request request;
    request.space = Space::shared;
    request.width = step.width;
    request.active = step.lanes;
    for_each_lane(step.lanes,
                  [&](unsigned lane) { request.addresses[lane] = block_.address_of(step, lane); });
    return cost_of(request).wavefronts;
  }
  std::uint64_t local_line(std::uint64_t word) const {
    const std::uint64_t of_warp = (block_.block * kWarpSize + program_.warps.size()) << 20U;
    constexpr std::uint64_t kApart = std::uint64_t{1} << 60U;  // above all addresses of arrays
    return kApart + of_warp + word;
  }

  void add_sector(const Operation& operation, std::uint64_t sector, unsigned bytes) {
    const std::uint64_t line = sector / kSectorsALine;
    const auto bit = static_cast<std::uint8_t>(1U << sector % kSectorsALine);
    const auto touch = [&](LinePart& part) {
      std::uint8_t& touched = part.bytes[sector % kSectorsALine];
      touched = static_cast<std::uint8_t>(std::min<unsigned>(touched + bytes, kSectorBytes));
    };
    // Neighbours mostly share a line.
    for (std::size_t i = program_.lines.size(); i > operation.first_line; --i) {
      if (program_.lines[i - 1].line != line) continue;
      program_.lines[i - 1].sectors |= bit;
      touch(program_.lines[i - 1]);
      return;
    }
    program_.lines.push_back({line, bit, {}, false});
    touch(program_.lines.back());
  }

  const abi::Module& module_;
  const BlockTraffic& block_;
  SmProgram program_;
  // The lanes that took the stretch's last step, and its level; how many sides were taken before.
  struct Side {
    std::uint32_t lanes = 0;
    std::uint16_t level = 0;
    unsigned before = 0;
  };
  Side side_;
  // Of the lines that the warp stored to: the first's place in SmProgram::lines.
  std::unordered_map<std::uint64_t, std::size_t> waiting_;
  std::uint32_t taken_ = 0;  // steps of the warp
  int before_ = -1;          // the place of the warp's step before; -1: there is none
  std::size_t begin_ = 0;
  std::size_t behind_stores_ = 0;  // the operation behind the last stores of the warp
  // The addresses of the stretch's last constants, if they are words.
  using Constants = std::vector<std::uint64_t>;
  Constants constants_;
  struct OpenLoop {
    std::uint16_t round = abi::kNoPlace;
    bool has_begun = false;  // a round that is not logged yet
  };
  std::vector<OpenLoop> loops_;                         // that the warp is in, the outermost first
  std::vector<std::uint16_t> around_;                   // the loops around a step, the innermost first
  static constexpr std::uint64_t kSpilled = 1U << 19U;  // words of local memory, above all arrays
  std::uint64_t next_stored_ = 0;                       // spilled words, in turn
  std::uint64_t next_loaded_ = 0;
};

}  // namespace

SmProgram program_of(const abi::Module& module, const BlockTraffic& block) {
  return Builder(module, block).run();
}

}  // namespace simt
