// Where the workers of a cooperative launch meet: at grid.sync(), which waits for all threads of the grid.
//
// Each worker runs its blocks until they wait there or have ended, and comes here with what it found. The
// last one to come looks at all of it and decides whether the launch goes on. A worker that fails leaves, so
// that nobody waits for it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>

namespace simt {

// The blocks that came to one place since the last meeting.
struct BlocksAt {
  std::uint64_t count = 0;
  std::uint64_t first = UINT64_MAX;

  void add(std::uint64_t block);
  void add(const BlocksAt& others);
};

// What the blocks of one worker, or of all workers, did since the last meeting.
struct GridPhase {
  std::map<std::uint32_t, BlocksAt> waiting;  // keyed by the place of the grid.sync()
  BlocksAt ended;
  bool is_stopped = false;      // a fault has stopped a block
  std::uint64_t next_tick = 0;  // the clock's next tick

  void add(const GridPhase& other);
};

class GridBarrier {
 public:
  void begin(unsigned workers);

  // Returns when all workers have come. `goes_on` is asked by the last of them, of all workers' phases. The
  // tick that all clocks go on with; none where the launch is over.
  std::optional<std::uint64_t> meet(const GridPhase& phase,
                                    const std::function<bool(const GridPhase&)>& goes_on);

  // A worker's part in a launch: it leaves the barrier where the worker fails, as when memory runs out.
  class Member {
   public:
    explicit Member(GridBarrier& barrier) : barrier_(barrier) {}
    ~Member() {
      if (!is_over_) barrier_.leave();
    }
    Member(const Member&) = delete;
    Member& operator=(const Member&) = delete;

    void finish() { is_over_ = true; }

   private:
    GridBarrier& barrier_;
    bool is_over_ = false;
  };

 private:
  void leave();  // a worker will not come again: the launch is over
  void finish(bool goes_on);

  std::mutex mutex_;
  std::condition_variable finished_;
  unsigned workers_ = 1;
  unsigned arrived_ = 0;
  std::uint64_t meetings_ = 0;
  bool somebody_left_ = false;
  GridPhase all_;                      // the phases of the workers that have come, added up
  std::optional<std::uint64_t> tick_;  // the tick that the last meeting agreed on
};

}  // namespace simt
