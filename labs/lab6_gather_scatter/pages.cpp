#include "pages.h"

#include <algorithm>
#include <random>
#include <utility>

#include "costs.h"
#include "lab/drawn.h"
#include "lab/expectations.h"
#include "lab/values.h"
#include "simt/words.h"

namespace gathers {
namespace {

using simt::Op;

constexpr std::size_t kTokenWords = TOKEN_HALVES * sizeof(std::uint16_t) / sizeof(std::uint32_t);
constexpr std::size_t kPageWords = PAGE_TOKENS * kTokenWords;
constexpr std::uint64_t kTokenBytes = kTokenWords * sizeof(std::uint32_t);
constexpr std::uint64_t kTokenSectors = kTokenBytes / simt::kSectorBytes;
constexpr int kTokensOfRequest = 2;
constexpr int kWarpsOfBlock = BLOCK / WARP;

std::size_t as_size(int number) { return static_cast<std::size_t>(number); }

// Drawn one by one: no word tells another. Hardly two are equal, so that a wrong one tells where it came
// from.
std::vector<std::uint32_t> drawn_words(std::size_t count, const std::string& purpose) {
  std::mt19937_64 random = lab::Session::current().random("kv, " + purpose);
  std::vector<std::uint32_t> words(count);
  for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random());
  return words;
}

std::string text_of(const PageTable& table) {
  const int sequences = table.sequences();
  return simt::plural(sequences, "sequence") + " of up to " + std::to_string(table.max_pages * PAGE_TOKENS) +
         " tokens";
}

// A word of an array of tokens: "halves 2 and 3 of token 5 of page 7".
std::string words_text(std::size_t word, const char* of, std::size_t words_each) {
  const std::size_t half = 2 * (word % kTokenWords);
  return "halves " + std::to_string(half) + " and " + std::to_string(half + 1) + " of token " +
         std::to_string(word % words_each / kTokenWords) + " of " + of + " " +
         std::to_string(word / words_each);
}

}  // namespace

int PageTable::tokens_in(int sequence, int page) const {
  return std::clamp(lengths[as_size(sequence)] - page * PAGE_TOKENS, 0, PAGE_TOKENS);
}

PageTable PageTable::drawn(const std::vector<int>& lengths, int max_pages, const std::string& purpose) {
  std::mt19937_64 random = lab::Session::current().random("pages, " + purpose);
  const int partial = static_cast<int>(
      std::count_if(lengths.begin(), lengths.end(), [](int length) { return length % PAGE_TOKENS != 0; }));
  const int whole = max_pages + static_cast<int>(random() % 5);
  const int unused = 1 + static_cast<int>(random() % 3);
  std::vector<int> numbers(as_size(partial + whole + unused));
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int>(i);
  std::shuffle(numbers.begin(), numbers.end(), random);
  auto next_partial = numbers.begin() + whole;
  PageTable table{max_pages, partial + whole + unused, lengths, {}};
  table.entries.assign(lengths.size() * as_size(max_pages), numbers.back());
  for (int s = 0; s < table.sequences(); ++s) {
    for (int p = 0; p < max_pages; ++p) {
      const int tokens = table.tokens_in(s, p);
      int& entry = table.entries[as_size(s * max_pages + p)];
      if (tokens == PAGE_TOKENS) entry = numbers[random() % as_size(whole)];
      if (tokens > 0 && tokens < PAGE_TOKENS) entry = *next_partial++;
    }
  }
  return table;
}

std::vector<PageTable> page_tables() {
  std::mt19937_64 random = lab::Session::current().random("sequences");
  const auto any_length = [&](int max_pages) {
    return static_cast<int>(random() % as_size(max_pages * PAGE_TOKENS + 1));
  };
  std::vector<PageTable> tables;  // first one that has everything: a message can then name a line
  tables.push_back(PageTable::drawn({16, 17, 15, 32, 31, 33, 48}, 3, "around pages"));
  tables.push_back(PageTable::drawn({1}, 1, "one token"));
  tables.push_back(PageTable::drawn({16}, 1, "one page"));
  tables.push_back(PageTable::drawn({0, 15, 0}, 2, "empty sequences"));
  for (const int max_pages : {5, 9}) {
    std::vector<int> lengths(5);
    for (int& length : lengths) length = any_length(max_pages);
    tables.push_back(PageTable::drawn(lengths, max_pages, "drawn " + std::to_string(max_pages)));
  }
  return tables;
}

PageTable costly_table() {
  std::vector<int> lengths{0};
  for (const char* const of : {"first", "second", "third", "fourth", "fifth"})
    lengths.push_back(lab::drawn(std::string("tokens of the ") + of + " sequence", 17, 127));
  lengths.push_back(lab::drawn("tokens of whole pages", 16, 128, 16));
  lengths.push_back(lab::drawn("tokens of a short page", 33, 35));
  return PageTable::drawn(lengths, 8, "costs");
}

Pages::Pages(PageTable table, const lab::Use& use, Unwritten unwritten)
    : Problem(use, text_of(table)),
      pages_(std::move(table)),
      kv_(*this, "kv", as_size(pages_.pages) * kPageWords,
          [&] { return drawn_words(as_size(pages_.pages) * kPageWords, use.purpose); }),
      block_table_(*this, "block_table", as_size(pages_.sequences()) * as_size(pages_.max_pages),
                   [this] { return pages_.entries; }),
      seq_len_(*this, "seq_len", as_size(pages_.sequences()), [this] { return pages_.lengths; }),
      out_(*this, "out", as_size(pages_.sequences()) * as_size(pages_.max_pages) * kPageWords) {
  if (use.is_timed) {
    block_table_.draw_with(lab::ints_below(static_cast<unsigned>(pages_.pages)));
    const int length = pages_.lengths.front();
    seq_len_.draw_with([length](void* values, std::size_t bytes, std::uint64_t) {
      const auto n = static_cast<int>(bytes / sizeof(int));
      lab::Kernel<void(int*, int, int)>("draw_constant", lab::From::given)
          .enqueue(lab::blocks_of(BLOCK, n), static_cast<int*>(values), n, length);
    });
    return;
  }
  if (unwritten == Unwritten::nothing) return;
  std::vector<int> filled(as_size(pages_.pages));  // tokens of each page that some sequence has
  for (int s = 0; s < pages_.sequences(); ++s) {
    for (int p = 0; p < pages_.max_pages; ++p) {
      const std::size_t entry = as_size(s * pages_.max_pages + p);
      const int tokens = pages_.tokens_in(s, p);
      if (tokens == 0) continue;
      int& most = filled[as_size(pages_.entries[entry])];
      most = std::max(most, tokens);
    }
  }
  for (std::size_t page = 0; page < filled.size(); ++page) {
    const std::size_t held = as_size(filled[page]) * kTokenWords;
    if (held < kPageWords) kv_.take_back(page * kPageWords + held, kPageWords - held);
  }
}

Pages Pages::timed_pages() {
  constexpr int kSequences = 256;
  constexpr int kMaxPages = 256;
  constexpr std::size_t kTimesInMemory = 8;  // a cache of four times the tokens, and the result twice
  PageTable table;
  const std::size_t most = as_size(kSequences) * as_size(kMaxPages);
  const std::size_t entries = lab::that_fit(most, kTimesInMemory * kPageWords * sizeof(std::uint32_t));
  table.max_pages = kMaxPages;
  table.pages = static_cast<int>(4 * entries);
  table.lengths.assign(std::max<std::size_t>(1, entries / as_size(kMaxPages)), kMaxPages * PAGE_TOKENS - 5);
  return {table, lab::timed()};
}

lab::Call Pages::call(const std::string& kernel, lab::From from) const {
  const auto blocks = [](int count) { return static_cast<unsigned>(count); };
  const simt::LaunchShape launch{{blocks(pages_.max_pages), blocks(pages_.sequences()), 1}, {BLOCK, 1, 1}, 0};
  return lab::Kernel<decltype(gather_pages)>(kernel, from)
      .call(launch, reinterpret_cast<const __half*>(kv_.device()), block_table_.device(), seq_len_.device(),
            reinterpret_cast<__half*>(out_.device()), pages_.max_pages);
}

bool Pages::expect_safe(const lab::LaunchResult& run) const {
  if (!lab::measuring() && lab::has_read_unwritten(run)) {
    const lab::LaunchResult written = Pages(pages_, lab::checked("safe"), Unwritten::nothing).run();
    if (const simt::Fault* const fault = lab::read_of_unwritten(run, written)) {
      lab::note_fault(simt::name_of(fault->kind));
      lab::fail_at(run, fault->where,
                   "line " + std::to_string(fault->where.line) +
                       " reads a place of `kv` that holds no token of any sequence: a sequence's last page "
                       "may be partly filled, and entries of block_table behind it mean nothing\n  "
                       "compare the token's number in the sequence with seq_len before any access; token t "
                       "is token t % "
                       "16 of the sequence's page t / 16");
      return false;
    }
  }
  return lab::expect_no_faults(run);
}

bool Pages::holds_token(std::size_t word) const {
  const std::size_t room = as_size(pages_.max_pages) * kPageWords;
  return static_cast<int>(word % room / kTokenWords) < pages_.lengths[word / room];
}

std::size_t Pages::source_of(std::size_t word) const {
  return as_size(pages_.entries[word / kPageWords]) * kPageWords + word % kPageWords;
}

std::string Pages::described(std::size_t word) const {
  const std::size_t room = as_size(pages_.max_pages) * kPageWords;
  const std::size_t sequence = word / room;
  const std::string place = words_text(word, "sequence", room);
  const std::string length = std::to_string(pages_.lengths[sequence]);
  if (!holds_token(word)) {
    return place + ", where nothing may be written: the sequence has " + length + " tokens";
  }
  const std::size_t source = source_of(word);
  std::string found = ", which was never written";
  if (out_.is_written(word)) {
    const auto& words = kv_.values();
    const auto from = std::find(words.begin(), words.end(), out_[word]);
    found = from == words.end() ? ", which hold bits that are nowhere in `kv`"
                                : ", which hold " + words_text(static_cast<std::size_t>(from - words.begin()),
                                                               "page", kPageWords);
  }
  return place + found + "\n  they must hold " + words_text(source, "page", kPageWords) + ": token " +
         std::to_string(word % room / kTokenWords) + " is token " +
         std::to_string(word % kPageWords / kTokenWords) + " of the sequence's page " +
         std::to_string(word % room / kPageWords) + ", and block_table[" + std::to_string(word / kPageWords) +
         "] is " + std::to_string(source / kPageWords);
}

bool Pages::expect_values(const lab::LaunchResult& run) const {
  const auto is_right = [this](std::size_t word) {
    return holds_token(word) ? out_.holds(word, kv_.values()[source_of(word)]) : !out_.is_written(word);
  };
  return lab::expect_values(
      run, {"out", "pair of halves", out_.size(), is_right, [this](std::size_t i) { return described(i); }});
}

bool Pages::expect_right(const lab::LaunchResult& run) const {
  return expect_safe(run) && expect_values(run) &&
         lab::expect_no_other_traffic(
             run, {{"kv", Op::load}, {"block_table", Op::load}, {"seq_len", Op::load}, {"out", Op::store}});
}

std::uint64_t Pages::tokens() const {
  std::uint64_t tokens = 0;
  for (const int length : pages_.lengths) tokens += static_cast<std::uint64_t>(length);
  return tokens;
}

std::uint64_t Pages::requests() const {
  std::uint64_t requests = 0;
  for (int s = 0; s < pages_.sequences(); ++s) {
    for (int p = 0; p < pages_.max_pages; ++p)
      requests += lab::pieces(pages_.tokens_in(s, p), kTokensOfRequest);
  }
  return requests;
}

std::uint64_t Pages::bytes() const { return 2 * kTokenBytes * tokens(); }

bool Pages::expect_sectors(const lab::LaunchResult& run) const {
  const std::uint64_t blocks =
      static_cast<std::uint64_t>(pages_.sequences()) * static_cast<std::uint64_t>(pages_.max_pages);
  return lab::expect_sectors(run, {{"kv", Op::load, kTokenSectors * tokens()},
                                   {"out", Op::store, kTokenSectors * tokens()},
                                   {"block_table", Op::load, kWarpsOfBlock * blocks},
                                   {"seq_len", Op::load, kWarpsOfBlock * blocks}});
}

bool Pages::expect_full_requests(const lab::LaunchResult& run) const {
  const std::string when_idle =
      "a token is 16 pieces of 16 bytes, so let neighbouring lanes move neighbouring pieces of two tokens";
  const std::uint64_t moved = kTokenBytes * tokens();
  return gathers::expect_full_requests(run, {"kv", Op::load, moved, requests(), when_idle}) &&
         gathers::expect_full_requests(run, {"out", Op::store, moved, requests(), when_idle});
}

lab::TimedKernel Pages::timed(const std::string& kernel) {
  const lab::From from = kernel == "gather_pages" ? lab::From::student : lab::From::given;
  return contender(
      kernel, from, [this, kernel, from] { return call(kernel, from); },
      [this] { return call("gather_pages_by_halves", lab::From::given); });
}

lab::TimedKernel Pages::memcpy() {
  const auto copy = [this] { return lab::memcpy_call(out_.device(), kv_.device(), kTokenBytes * tokens()); };
  return contender("cudaMemcpy", lab::From::kit, copy, copy);
}

}  // namespace gathers
