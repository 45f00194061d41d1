// A paged KV cache: sequences of several lengths, the pages that hold their tokens, the launch of
// gather_pages(), and the expected result.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gather_scatter.h"
#include "lab/problem.h"

namespace gathers {

// The pages that hold the tokens of each sequence.
struct PageTable {
  int max_pages = 0;
  int pages = 0;             // pages of the cache
  std::vector<int> lengths;  // tokens of each sequence
  std::vector<int> entries;  // max_pages a sequence; those behind its last page name one that is not in use

  int sequences() const { return static_cast<int>(lengths.size()); }
  int tokens_in(int sequence, int page) const;  // 0 to 16

  // Draws a table for sequences of these lengths: whole pages may be shared, as those of a common prompt are,
  // and each partly filled one belongs to one sequence.
  static PageTable drawn(const std::vector<int>& lengths, int max_pages, const std::string& purpose);
};

// Returns tables with no token, with one, around each multiple of a page, and with as many as there is room
// for; some are drawn from the session's seed.
std::vector<PageTable> page_tables();

// The table at which costs are checked, drawn: lengths that fill pages and that do not.
PageTable costly_table();

// The reads that are faults. With `nothing`, a read of a slot without a token can be told from other faults.
enum class Unwritten { what_holds_no_token, nothing };

class Pages : public lab::Problem {
 public:
  Pages(PageTable table, const lab::Use& use, Unwritten unwritten = Unwritten::what_holds_no_token);

  // Timed: 256 sequences of up to 4096 tokens each from a cache of 1 GiB; less where memory is small. Each
  // ends five tokens before its last page does.
  static Pages timed_pages();

  lab::LaunchResult run() { return Problem::run(call("gather_pages", lab::From::student)); }

  // lab::expect_no_faults, whose message says if a place was read that holds no token.
  bool expect_safe(const lab::LaunchResult& run) const;

  // Every token is in its place, bit for bit, and nothing was written behind a sequence's last.
  bool expect_values(const lab::LaunchResult& run) const;

  // The launch qualifies for a check of costs.
  bool expect_right(const lab::LaunchResult& run) const;

  // The sectors of the tokens, and one for each warp's look at the table and at the length.
  bool expect_sectors(const lab::LaunchResult& run) const;

  // 16 bytes a lane, two tokens a request.
  bool expect_full_requests(const lab::LaunchResult& run) const;

  lab::TimedKernel timed(const std::string& kernel);
  lab::TimedKernel memcpy();

  // Each token read and written.
  std::uint64_t bytes() const override;

 private:
  lab::Call call(const std::string& kernel, lab::From from) const;
  std::uint64_t tokens() const;
  std::uint64_t requests() const;  // two tokens each, within a page
  std::size_t source_of(std::size_t word) const;
  bool holds_token(std::size_t word) const;
  std::string described(std::size_t word) const;

  PageTable pages_;
  lab::Input<std::uint32_t> kv_;  // two halves a word
  lab::Input<int> block_table_;
  lab::Input<int> seq_len_;
  lab::Output<std::uint32_t> out_;
};

}  // namespace gathers
