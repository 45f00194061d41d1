#include "time/sm_simulation.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>
#include <unordered_map>
#include <utility>

namespace simt {
namespace {

// A part that serves one after the other.
class Server {
 public:
  // Serves a request that comes at `now` and takes so many cycles. Returns when it is done.
  double serve(double now, double cycles) {
    free_ = std::max(free_, now) + cycles;
    busy_ += cycles;
    return free_;
  }
  double free() const { return free_; }
  double busy() const { return busy_; }

 private:
  double free_ = 0;
  double busy_ = 0;
};

// L1: sets of lines; of each the one that was not used longest goes.
class L1 {
 public:
  explicit L1(double bytes) {
    std::size_t sets = 1;
    while (static_cast<double>(2 * sets * kWays * kLineBytes) <= bytes) sets *= 2;
    ways_ =
        std::max<std::size_t>(1, static_cast<std::size_t>(bytes / static_cast<double>(sets * kLineBytes)));
    lines_.resize(sets * ways_);
    mask_ = sets - 1;
  }

  struct Line {
    std::uint64_t number = UINT64_MAX;
    double ready = 0;  // when the last of its sectors has come
    std::uint64_t used = 0;
    std::uint8_t valid = 0;
  };

  // The line, if it is here.
  Line* find(std::uint64_t number) {
    Line* const set = set_of(number);
    for (std::size_t way = 0; way < ways_; ++way) {
      if (set[way].number != number) continue;
      set[way].used = ++clock_;
      return &set[way];
    }
    return nullptr;
  }
  Line& take(std::uint64_t number) {
    Line* const set = set_of(number);
    Line* const oldest =
        std::min_element(set, set + ways_, [](const Line& a, const Line& b) { return a.used < b.used; });
    *oldest = {number, 0, ++clock_, 0};
    return *oldest;
  }

 private:
  static constexpr std::size_t kWays = 16;
  Line* set_of(std::uint64_t number) {
    const std::uint64_t hash = number * 0x9E3779B97F4A7C15ULL >> 32U;
    return &lines_[(hash & mask_) * ways_];
  }

  std::vector<Line> lines_;
  std::size_t ways_ = 1;
  std::uint64_t mask_ = 0;
  std::uint64_t clock_ = 0;
};

// The caches of constants: a first one of 2 KiB, and a second one that has room for all of constant memory (60 KiB were read again without
// a further miss) and fetches 256 bytes at a time.
class ConstantCaches {
 public:
  static constexpr std::uint64_t kFirstLineBytes = 64;
  static constexpr std::size_t kFirstLines = 2048 / kFirstLineBytes;
  static constexpr std::uint64_t kSecondLineBytes = 256;
  struct Latencies {
    double first = 0;
    double second = 0;
    double l2 = 0;
  };

  // Returns when the line of 64 bytes that holds the address is there for who asks for it now.
  double read(std::uint64_t address, double now, const Latencies& latency) {
    const std::uint64_t number = address / kFirstLineBytes;
    const auto known =
        std::find_if(first_.begin(), first_.end(), [&](const Line& line) { return line.number == number; });
    if (known != first_.end()) {
      std::rotate(first_.begin(), known, known + 1);
      return std::max(first_.front().ready, now + latency.first);
    }
    if (first_.size() == kFirstLines) first_.pop_back();
    const auto [second, is_new] = second_.try_emplace(address / kSecondLineBytes, now + latency.l2);
    const double ready = std::max(second->second, now + latency.second);
    first_.insert(first_.begin(), {number, ready});
    return ready;
  }

 private:
  struct Line {
    std::uint64_t number = 0;
    double ready = 0;
  };
  std::vector<Line> first_;  // the one that was used last first
  std::unordered_map<std::uint64_t, double> second_;
};

// The lines that stores wait in for a while, on their way to L2: what a warp stores to one of them goes with what it stored there before.
class StoredLines {
 public:
  // Whether the part goes with another. If not, its line waits for others from now on, instead of the one that was stored to longest ago.
  bool joins(const LinePart& part, double now, double within) {
    auto found = std::find_if(waiting_.begin(), waiting_.end(),
                              [&](const Waiting& line) { return line.number == part.line; });
    const bool goes = found != waiting_.end() && now <= found->stored + within && part.goes_with_another;
    if (found == waiting_.end()) found = waiting_.end() - 1;
    *found = {part.line, now};
    std::rotate(waiting_.begin(), found, found + 1);
    return goes;
  }

 private:
  struct Waiting {
    std::uint64_t number = UINT64_MAX;
    double stored = 0;
  };
  // So many that structures of five words, which each scheduler's warps store to five lines, go as a whole where all warps store at a time,
  // and those of eight words not at all (docs/measurements/time_model.md, "Stores that go together").
  std::array<Waiting, 22> waiting_;  // the latest first
};

struct Load {
  double done = 0;
  std::uint16_t place = 0;
  std::uint16_t arrival = 0;
};

// A warp whose next instructions wait for their scheduler.
struct Candidate {
  std::uint64_t age = 0;  // how many warps began before it
  std::uint32_t warp = 0;
  unsigned part = 0;  // of its operation, if that is a long one
  double since = 0;
};

// Issues one warp's instructions at a time. It goes on with the warp that it was at, and else takes the youngest of those that wait
// (R. Huerta, M. Abaie Shoushtary, J.-L. Cruz, A. González, "Analyzing Modern NVIDIA GPU cores", arXiv 2503.20481). So one warp comes
// to its next loads early, and their latency passes while the others issue; if warps took turns, all of them would come to their loads
// together. Long stretches without accesses are shared out evenly: 8 warps of a scheduler that each ran one chain of 12,800 sums ended
// within 8 % of that time (H200, docs/measurements/time_model.md).
class Scheduler {
 public:
  bool has_candidates() const { return !candidates_.empty(); }
  void add(const Candidate& candidate) { candidates_.push_back(candidate); }
  Candidate take_next() {
    const auto is_behind = [this](const Candidate& a, const Candidate& b) {
      if (a.part != b.part) return a.part > b.part;
      if (a.age == current_ || b.age == current_) return b.age == current_;
      return a.age < b.age;
    };
    const auto next = std::max_element(candidates_.begin(), candidates_.end(), is_behind);
    const Candidate taken = std::exchange(*next, candidates_.back());
    candidates_.pop_back();
    return taken;
  }
  // Returns when the warp's instructions have been issued, which take so many cycles.
  double issue(const Candidate& candidate, double now, double cycles) {
    current_ = candidate.age;
    return server_.serve(now, cycles);
  }
  // Until the warp that it is at can go on with a store, no other has its turn.
  void keep(double now) {
    constexpr double kCycles = 2;
    server_.serve(now, kCycles);
  }
  double free() const { return server_.free(); }
  double busy() const { return server_.busy(); }

 private:
  Server server_;
  std::vector<Candidate> candidates_;
  std::uint64_t current_ = 0;  // the age of the warp that it was at
};

struct SimulatedWarp {
  static constexpr std::uint32_t kNoLevel = UINT32_MAX;  // a round begins, or what is behind a barrier

  const std::vector<Operation>* operations = nullptr;
  std::size_t next = 0;
  unsigned part = 0;        // of its next operation
  std::uint64_t age = 0;    // how many warps began before it
  std::uint32_t block = 0;  // slot
  unsigned scheduler = 0;
  double middle = 0;      // when the later half of its steps began
  double longer = 1;      // SmProgram::longer, until that time has passed
  bool has_left = false;  // it comes to no further barrier
  // The level that its next operation is of, and until when the chain lasts that began when the level before was left: what waits
  // for no load goes on while loads are under way.
  std::uint32_t level = kNoLevel;
  double chain = 0;
  std::vector<Load> loads;
  std::vector<double> groups;  // of asynchronous copies: when each has come
  double group = 0;            // the one that is not committed
};

struct Block {
  const SmProgram* program = nullptr;
  std::uint64_t number = 0;
  unsigned live = 0;     // warps that have not ended
  unsigned meeting = 0;  // of these, those that still come to barriers
  unsigned waiting = 0;
  double last_arrival = 0;
  std::vector<std::uint32_t> at_barrier;
  std::unordered_map<std::uint32_t, double>
      kept_words;  // of shared memory: until when a warp's compare-and-swap keeps one
};

// The code of a place, which comes instruction by instruction.
struct PlaceCode {
  double begins = 0;
  double takes = 0;
};

struct Event {
  double time = 0;
  std::uint64_t order = 0;
  std::uint32_t number = 0;  // of a warp, or of a scheduler that is free
  bool is_of_scheduler = false;
  // A scheduler takes its turn behind all that happens at the same time: the warp that it was at is ready again.
  bool operator<(const Event& other) const {
    if (time != other.time) return time > other.time;
    return is_of_scheduler != other.is_of_scheduler ? is_of_scheduler : order > other.order;
  }
};

class Simulation {
 public:
  Simulation(const std::vector<SmProgram>& programs, std::size_t blocks, unsigned resident,
             std::size_t places, const SmRates& rates, const L2Replay& l2)
      : programs_(programs), blocks_(blocks), rates_(rates), l2_(l2), l1_(rates.l1_bytes), slots_(resident) {
    run_.of_places.resize(places);
    run_.asked.resize(places);
    run_.past_l1.resize(places);
    owed_.resize(places);
    code_.resize(places);
  }

  SmRun run() {
    for (std::uint32_t slot = 0; slot < slots_.size() && begun_ < blocks_; ++slot) begin_block(slot, 0);
    while (!events_.empty()) {
      const Event event = events_.top();
      events_.pop();
      if (event.is_of_scheduler) {
        issue_next(event.number, event.time);
      } else {
        advance(event.number, event.time);
      }
    }
    finish();
    return std::move(run_);
  }

 private:
  // ---------------------------------------------------------------------------------------- blocks

  void begin_block(std::uint32_t slot, double now) {
    const SmProgram& program = programs_[begun_ % programs_.size()];
    Block& block = slots_[slot];
    block.program = &program;
    block.number = begun_++;
    block.live = static_cast<unsigned>(program.warps.size());
    block.meeting = block.live;
    block.waiting = 0;
    block.kept_words.clear();
    const double begins = launches_.serve(now, rates_.block_interval) - rates_.block_interval;
    if (block.live == 0) return end_block(slot, begins);
    work_ += program.work;
    unrecorded_work_ += program.unrecorded_work;
    for (std::size_t i = 0; i < program.warps.size(); ++i) {
      std::uint32_t number = 0;
      if (free_.empty()) {
        number = static_cast<std::uint32_t>(warps_.size());
        warps_.emplace_back();
      } else {
        number = free_.back();
        free_.pop_back();
      }
      SimulatedWarp& warp = warps_[number];
      warp.operations = &program.warps[i];
      warp.next = warp.part = 0;
      warp.block = slot;
      warp.age = turn_;
      warp.scheduler = turn_++ % kSchedulers;
      warp.middle = begins;
      warp.has_left = false;
      warp.longer = program.longer.empty() ? 1 : program.longer[i];
      warp.level = SimulatedWarp::kNoLevel;
      warp.loads.clear();
      warp.groups.clear();
      warp.group = 0;
      push(number, begins);
    }
  }

  void end_block(std::uint32_t slot, double now) {
    last_end_ = std::max(last_end_, now);
    if (begun_ < blocks_) begin_block(slot, now);
  }

  void end_warp(std::uint32_t number, double now) {
    SimulatedWarp& warp = warps_[number];
    const std::uint32_t slot = warp.block;
    free_.push_back(number);
    Block& block = slots_[slot];
    --block.live;
    if (block.live == 0) end_block(slot, now);
  }

  // The others of its block wait for it no more.
  void leave_barriers(Block& block, double now) {
    --block.meeting;
    if (block.meeting != 0 && block.waiting == block.meeting)
      release(block, std::max(now, block.last_arrival));
  }

  void release(Block& block, double now) {
    std::vector<std::uint32_t> waiting;
    waiting.swap(block.at_barrier);
    block.waiting = 0;
    block.last_arrival = 0;
    for (const std::uint32_t number : waiting) push(number, now + rates_.barrier);
  }

  void push(std::uint32_t warp, double time) { events_.push({time, ++order_, warp, false}); }

  // ---------------------------------------------------------------------------------------- warps

  void advance(std::uint32_t number, double now) {
    SimulatedWarp& warp = warps_[number];
    running_ = slots_[warp.block].program;
    if (warp.next == warp.operations->size()) {
      // A warp ends when what it loaded has come. What it did beyond its recorded steps takes as long as the later half of these for
      // as much work: by then L1 has what a loop goes back to, and the other warps of its block may have long ended.
      const double end = wait_for(warp, UINT16_MAX, now);
      if (!std::exchange(warp.has_left, true)) leave_barriers(slots_[warp.block], end);
      const double longer = std::exchange(warp.longer, 1);
      if (longer > 1) return push(number, end + steady_time(warp, end) * (longer - 1));
      return end_warp(number, end);
    }
    const Operation& operation = (*warp.operations)[warp.next];
    if (warp.level != operation.level) {
      warp.level = operation.level;
      warp.chain = now;
    }
    const double ready = wait_for(warp, operation.level, now);
    if (ready > now) return push(number, ready);
    if (warp.next == warp.operations->size() / 2) warp.middle = now;
    Scheduler& scheduler = schedulers_[warp.scheduler];
    const Candidate candidate{warp.age, number, warp.part, now};
    if (!scheduler.has_candidates() && scheduler.free() <= now) return issue(candidate, now);
    if (!scheduler.has_candidates()) wake_when_free(warp.scheduler);
    scheduler.add(candidate);
  }

  void wake_when_free(unsigned scheduler) {
    events_.push({schedulers_[scheduler].free(), ++order_, scheduler, true});
  }

  void issue_next(unsigned scheduler, double now) {
    issue(schedulers_[scheduler].take_next(), now);
    if (schedulers_[scheduler].has_candidates()) wake_when_free(scheduler);
  }

  // A loop without accesses is one operation, but other warps get their turn in it.
  static unsigned parts_of(const Operation& operation) {
    constexpr unsigned kOfOnePart = 64;
    constexpr unsigned kMost = 32;
    return std::clamp(operation.instructions / kOfOnePart, 1U, kMost);
  }

  // Returns when the code of the warp's part of its operation is there. It comes from L2 while the first warp that comes by issues it.
  double fetched(const Operation& operation, double share, double now) {
    PlaceCode& code = code_[operation.place];
    if (code.takes == 0) code = {now, std::max(1U, operation.code) * rates_.fetch};
    return code.begins + code.takes * share;
  }

  // The instructions of other warps fill what waits for its own results.
  void issue(const Candidate& candidate, double now) {
    SimulatedWarp& warp = warps_[candidate.warp];
    running_ = slots_[warp.block].program;
    const Operation& operation = (*warp.operations)[warp.next];
    const double parts = parts_of(operation);
    const double instructions = operation.instructions * rates_.issue;
    const double issued = schedulers_[warp.scheduler].issue(candidate, now, instructions / parts);
    const double computed =
        operation.unit_cycles == 0
            ? now
            : units_[warp.scheduler].serve(now, operation.unit_cycles * rates_.unit / parts);
    warp.chain += operation.chain_cycles / parts;
    const double code = fetched(operation, (warp.part + 1) / parts, candidate.since);
    const double time =
        std::max({issued, computed, candidate.since + operation.cycles / parts, warp.chain, code});
    run_.of_places[operation.place] += time - candidate.since;
    if (++warp.part < parts) return push(candidate.warp, time);
    warp.part = 0;
    ++warp.next;
    if (ends_stretch(operation.kind)) warp.level = SimulatedWarp::kNoLevel;
    if (operation.kind == StepKind::barrier) return arrive(candidate.warp, time);
    const double goes_on = serve(warp, operation, time);
    const bool stores_more =
        warp.next < warp.operations->size() && (*warp.operations)[warp.next].follows_store;
    if (stores_more) schedulers_[warp.scheduler].keep(issued);
    push(candidate.warp, goes_on);
  }

  // How long all recorded steps of the warp would take if each took as long for its work as those of the later half.
  static double steady_time(const SimulatedWarp& warp, double end) {
    const auto middle = warp.operations->begin() + static_cast<std::ptrdiff_t>(warp.operations->size() / 2);
    const auto work_of = [](auto from, auto to) {
      return std::accumulate(from, to, 0.0, [](double sum, const Operation& operation) {
        return sum + std::max<std::uint32_t>(1, operation.instructions);
      });
    };
    const double later = work_of(middle, warp.operations->end());
    return (end - warp.middle) * (later + work_of(warp.operations->begin(), middle)) / std::max(1.0, later);
  }

  void arrive(std::uint32_t number, double now) {
    Block& block = slots_[warps_[number].block];
    block.at_barrier.push_back(number);
    block.last_arrival = std::max(block.last_arrival, now);
    if (++block.waiting == block.meeting) release(block, block.last_arrival);
  }

  // Waits for loads that have arrived by this level (abi::Place::arrival). Each has its share of that time, by how long it alone would have taken.
  double wait_for(SimulatedWarp& warp, std::uint16_t level, double now) {
    const auto is_awaited = [&](const Load& load) { return load.arrival <= level || level == UINT16_MAX; };
    double ready = now;
    double sum = 0;
    for (const Load& load : warp.loads) {
      if (!is_awaited(load) || load.done <= now) continue;
      ready = std::max(ready, load.done);
      sum += load.done - now;
    }
    if (ready > now) {
      for (const Load& load : warp.loads) {
        if (is_awaited(load) && load.done > now)
          run_.of_places[load.place] += (ready - now) * (load.done - now) / sum;
      }
      return ready;  // they are dropped when the warp comes back
    }
    warp.loads.erase(std::remove_if(warp.loads.begin(), warp.loads.end(), is_awaited), warp.loads.end());
    return now;
  }

  // Returns when the warp may go on.
  double serve(SimulatedWarp& warp, const Operation& operation, double now) {
    switch (operation.kind) {
      case StepKind::load:
        warp.loads.push_back({load(warp, operation, now), operation.place, operation.arrival});
        return now;
      case StepKind::copy_source:
        warp.group = std::max(warp.group, load(warp, operation, now));
        return now;
      case StepKind::copy_commit:
        warp.groups.push_back(std::exchange(warp.group, 0));
        return now;
      case StepKind::copy_wait: {
        double ready = now;
        for (std::size_t i = 0; i + operation.groups < warp.groups.size(); ++i)
          ready = std::max(ready, warp.groups[i]);
        run_.of_places[operation.place] += ready - now;
        return ready;
      }
      case StepKind::store:
        return store(warp, operation, now);
      case StepKind::atomic:
        return atomic(warp, operation, now);
      default:
        return now;
    }
  }

  // ---------------------------------------------------------------------------------------- memory

  double load(const SimulatedWarp& warp, const Operation& operation, double now) {
    if (operation.space == Space::shared) return near(warp, operation, now) + rates_.shared_latency;
    if (operation.space == Space::constant) return load_constants(operation, now);
    unsigned hits = 0;
    for (std::uint32_t i = 0; i < operation.line_count && !operation.bypasses_l1; ++i)
      hits += has(running_->lines[operation.first_line + i]) ? 1U : 0U;
    const double begins = from_l1(warp, operation, hits, now);
    double done = begins + operation.times * rates_.l1_latency;
    missing_lines_ = 0;
    for (std::uint32_t i = 0; i < operation.line_count; ++i)
      done = std::max(done, load_line(operation, operation.first_line + i, begins));
    return done;
  }

  // What L1 has takes passes over its banks, as shared memory does, and the look-up of its lines, whichever is more.
  double from_l1(const SimulatedWarp& warp, const Operation& operation, unsigned hits, double now) {
    const double lines = std::max(1U, operation.line_count);
    const double passes =
        std::max({1.0, operation.wavefronts * rates_.wavefront, lines * rates_.line_hit}) * hits / lines;
    const double misses = (operation.line_count - hits) * rates_.line;
    const double begins = data_path_.serve(now, operation.times * std::max(1.0, passes + misses));
    if (hits == 0) return begins;
    const double of_quarter = operation.times * (2 * passes - rates_.wavefront);
    return std::max(begins, quarters_[warp.scheduler].serve(now, of_quarter));
  }

  // Constants have caches and a way of their own.
  double load_constants(const Operation& operation, double now) {
    const double begins = constants_.serve(now, operation.wavefronts * rates_.constant);
    double done = begins + rates_.constant_latency;
    const ConstantCaches::Latencies latency{rates_.constant_latency, rates_.constant_second_latency,
                                            rates_.l2_latency};
    for (std::uint32_t i = 0; i < operation.line_count; ++i) {
      const LinePart& part = running_->lines[operation.first_line + i];
      for (unsigned half = 0; half < kLineBytes / ConstantCaches::kFirstLineBytes; ++half) {
        constexpr auto kSectorsOfHalf = static_cast<unsigned>(ConstantCaches::kFirstLineBytes / kSectorBytes);
        if ((part.sectors >> half * kSectorsOfHalf & ((1U << kSectorsOfHalf) - 1)) == 0) continue;
        const std::uint64_t address = part.line * kLineBytes + half * ConstantCaches::kFirstLineBytes;
        done = std::max(done, constant_caches_.read(address, begins, latency));
      }
    }
    return done;
  }

  bool has(const LinePart& part) {
    const L1::Line* const line = l1_.find(part.line);
    return line != nullptr && (part.sectors & ~line->valid) == 0;
  }

  // Passes over the banks. A quarter of the SM gets one in two cycles: a warp alone waits two cycles for each further one, where several
  // warps together have one in each cycle (docs/measurements/h200/bank_conflicts.md, "Cycles a load, by resident warps").
  double near(const SimulatedWarp& warp, const Operation& operation, double now) {
    const double passes = std::max(1U, operation.wavefronts) * rates_.wavefront;
    const double behind_others = data_path_.serve(now, passes);
    return std::max(behind_others, quarters_[warp.scheduler].serve(now, 2 * passes - rates_.wavefront));
  }

  double load_line(const Operation& operation, std::uint32_t number, double now) {
    const LinePart& part = running_->lines[number];
    L1::Line* line = operation.bypasses_l1 ? nullptr : l1_.find(part.line);
    const unsigned missing = part.sectors & ~(line == nullptr ? 0U : line->valid);
    double done = line == nullptr ? now : std::max(now, line->ready);
    done += rates_.l1_latency;
    const bool is_local = operation.space == Space::local;
    if (!is_local) run_.asked[operation.place] += __builtin_popcount(part.sectors);
    if (missing == 0) return done;
    const int sectors = __builtin_popcount(missing);
    if (!is_local) run_.past_l1[operation.place] += sectors;
    const double sent =
        l2_reads_.serve(now, operation.times * (rates_.l2_read_line + sectors * rates_.l2_read_sector));
    const double behind = missing_lines_++ * rates_.line_latency;
    double comes = sent + behind + operation.times * rates_.l2_latency;
    const DramCost& cost = l2_.places[operation.place];
    const double busy =
        is_local
            ? 0
            : sectors * (cost.read_a_sector() * rates_.dram_byte + cost.lone_ns_a_sector() * rates_.dram_ns);
    if (busy > 0) {
      const double fetched = dram_.serve(sent, busy);
      if (misses_l2(operation)) comes = fetched + behind + rates_.dram_latency;
    }
    if (operation.bypasses_l1) return comes;
    if (line == nullptr) line = &l1_.take(part.line);
    line->valid |= static_cast<std::uint8_t>(missing);
    line->ready = std::max(line->ready, comes - rates_.l1_latency);
    return std::max(done, comes);
  }

  // Spreads the misses evenly over the place's lines of one part of a block's life.
  bool misses_l2(const Operation& operation) {
    double& owed = owed_[operation.place];
    owed += l2_.places[operation.place].missing_lines(l2_.part_of(operation.step));
    if (owed < 1) return false;
    owed -= 1;
    return true;
  }

  double store(const SimulatedWarp& warp, const Operation& operation, double now) {
    if (operation.space == Space::shared)
      return std::max(now, near(warp, operation, now) - rates_.store_queue);
    const double begins =
        data_path_.serve(now, operation.times * std::max(1U, operation.line_count) * rates_.line);
    const double leaves = write(operation, begins, operation.times) - rates_.store_queue;
    if (operation.space == Space::local) return std::max(keep_local(operation, now), leaves);
    keep(operation);
    return std::max(now, leaves);
  }

  // L1 keeps the sectors that are stored as a whole, and writes them through to L2 as well: of adi_columns_1024x768 and
  // distance_columns_1920x600 (agreement/timing/textbook.cu), whose threads load what they stored, 96 and 95 % of these sectors hit.
  void keep(const Operation& operation) {
    for (std::uint32_t i = 0; i < operation.line_count; ++i) {
      const LinePart& part = running_->lines[operation.first_line + i];
      std::uint8_t whole = 0;
      for (unsigned sector = 0; sector < kSectorsALine; ++sector)
        whole |= static_cast<std::uint8_t>((part.bytes[sector] == kSectorBytes ? 1U : 0U) << sector);
      if (whole == 0) continue;
      L1::Line* line = l1_.find(part.line);
      if (line == nullptr) line = &l1_.take(part.line);
      line->valid |= whole;
    }
  }

  // The same of local memory, whatever part of a sector is stored. Returns when the warp may go on: where sectors were stored in part, what
  // it does next waits.
  double keep_local(const Operation& operation, double now) {
    for (std::uint32_t i = 0; i < operation.line_count; ++i) {
      const LinePart& part = running_->lines[operation.first_line + i];
      L1::Line* line = l1_.find(part.line);
      if (line == nullptr) line = &l1_.take(part.line);
      line->valid |= part.sectors;
      if (part.is_partial())
        now += rates_.local_part_line + part.touched_sectors() * rates_.local_part_sector;
    }
    return now;
  }

  // The way of a store's sectors to L2, and what they make of DRAM. Returns when the last has left.
  double write(const Operation& operation, double now, double share) {
    double left = now;
    for (std::uint32_t i = 0; i < operation.line_count; ++i) {
      const LinePart& part = running_->lines[operation.first_line + i];
      const int sectors = __builtin_popcount(part.sectors);
      const bool goes_along = operation.is_undisturbed && part.goes_with_another;
      if (!goes_along && !stored_.joins(part, now, rates_.joined))
        left = l2_writes_.serve(now, share * write_cycles(operation, part));
      if (operation.space == Space::local) continue;
      const DramCost& cost = l2_.places[operation.place];
      const double busy =
          sectors * (cost.written_a_sector() * rates_.dram_byte + cost.read_a_sector() * rates_.dram_byte +
                     cost.lone_ns_a_sector() * rates_.dram_ns);
      if (busy > 0) left = std::max(left, dram_.serve(now, busy));
    }
    return left;
  }

  // What L2 takes for a line that comes to it.
  double write_cycles(const Operation& operation, const LinePart& part) const {
    const double sectors = part.touched_sectors();
    if (operation.kind == StepKind::atomic) {
      const double of_sector = rates_.l2_atomic_sector * (part.is_partial() ? rates_.l2_atomic_part : 1);
      return std::max(operation.is_awaited ? rates_.l2_atomic_line : rates_.l2_sum_line, sectors * of_sector);
    }
    if (!part.is_partial()) return std::max(rates_.l2_write_line, sectors * rates_.l2_write_sector);
    const double cycles = rates_.l2_part_line + sectors * rates_.l2_part_sector;
    return operation.space == Space::local ? cycles * rates_.l2_part_local : cycles;
  }

  // A loop around a compare-and-swap: in each pass one lane of each bank has its turn, and keeps its word from others. Returns when the last
  // lane is through.
  double spin(Block& block, const Operation& operation, double now) {
    double done = now + operation.wavefronts / 2.0 * rates_.shared_spin;
    for (std::uint32_t i = 0; i < operation.word_count; ++i) {
      double& kept = block.kept_words[running_->words[operation.first_word + i]];
      kept = std::max(kept, now) + rates_.shared_spin_word;
      done = std::max(done, kept);
    }
    return done;
  }

  double atomic(SimulatedWarp& warp, const Operation& operation, double now) {
    if (operation.space == Space::shared) {
      double done = near(warp, operation, now);
      if (operation.spins) done = std::max(done, spin(slots_[warp.block], operation, now));
      if (operation.is_awaited || operation.spins) {
        const double comes = done + (operation.spins ? 0 : rates_.shared_latency + rates_.shared_answer);
        warp.loads.push_back({comes, operation.place, operation.arrival});
      }
      return std::max(now, done - rates_.store_queue);
    }
    const double begins = data_path_.serve(now, std::max(1U, operation.line_count) * rates_.line);
    const double passes = std::max<double>(0, operation.wavefronts) - operation.line_count;
    const double attempts = operation.tries ? rates_.swap_attempts : 1;
    const double sent = std::max(write(operation, begins, attempts),
                                 l2_writes_.serve(begins, attempts * std::max(0.0, passes) * rates_.l2_pass));
    if (operation.is_awaited) {
      const double comes =
          sent + rates_.atomic_answer + (misses_l2(operation) ? rates_.dram_latency : rates_.l2_latency);
      warp.loads.push_back({comes, operation.place, operation.arrival});
    }
    return std::max(now, sent - rates_.store_queue);
  }

  // ---------------------------------------------------------------------------------------- the end

  void finish() {
    // What the parts did for steps that were not recorded.
    const double unseen = unrecorded_work_ == 0
                              ? 1
                              : static_cast<double>(work_) /
                                    static_cast<double>(std::max<std::uint64_t>(1, work_ - unrecorded_work_));
    run_.cycles = std::max({last_end_, data_path_.free(), dram_.free(), l2_writes_.free()});
    double issue = 0;
    for (unsigned i = 0; i < kSchedulers; ++i)
      issue = std::max({issue, schedulers_[i].busy(), units_[i].busy()});
    const auto set = [&](Resource resource, double busy) {
      const bool is_of_steps = resource != Resource::blocks;
      run_.busy[static_cast<std::size_t>(resource)] = busy * (is_of_steps ? unseen : 1);
      run_.cycles = std::max(run_.cycles, run_.busy[static_cast<std::size_t>(resource)]);
    };
    set(Resource::dram, dram_.busy());
    set(Resource::l2_read, l2_reads_.busy());
    set(Resource::l2_write, l2_writes_.busy());
    // The cache of constants is told as part of L1.
    set(Resource::data_path, std::max(data_path_.busy(), constants_.busy()));
    set(Resource::issue, issue);
    set(Resource::blocks, launches_.busy());
  }

  const std::vector<SmProgram>& programs_;
  std::size_t blocks_;
  SmRates rates_;
  const L2Replay& l2_;
  L1 l1_;
  std::vector<Block> slots_;
  std::vector<SimulatedWarp> warps_;
  const SmProgram* running_ = nullptr;  // of the warp whose turn it is
  std::vector<std::uint32_t> free_;
  std::priority_queue<Event> events_;
  std::uint64_t order_ = 0;
  std::size_t begun_ = 0;
  unsigned turn_ = 0;
  double last_end_ = 0;
  std::uint64_t work_ = 0;  // SmProgram::work, the sum of all blocks
  std::uint64_t unrecorded_work_ = 0;
  std::array<Scheduler, kSchedulers> schedulers_;
  std::array<Server, kSchedulers> units_;  // that compute a warp's instruction in several cycles
  Server data_path_;
  std::array<Server, kSchedulers> quarters_;  // of shared memory's passes
  Server constants_;
  ConstantCaches constant_caches_;
  Server l2_reads_;
  Server l2_writes_;
  StoredLines stored_;
  Server dram_;
  Server launches_;
  unsigned missing_lines_ = 0;   // of the request that is served
  std::vector<PlaceCode> code_;  // of each place
  std::vector<double> owed_;     // misses that a place's lines owe
  SmRun run_;
};

}  // namespace

SmRun simulate_sm(const std::vector<SmProgram>& programs, std::size_t blocks, unsigned resident,
                  std::size_t places, const SmRates& rates, const L2Replay& l2) {
  return Simulation(programs, blocks, resident, places, rates, l2).run();
}

}  // namespace simt
