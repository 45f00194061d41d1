#include "trace_options.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>

namespace simt_tools {

const char* const kTraceUsage =
    R"(usage: simt_trace MODULE.so --kernel K --grid X[,Y,Z] --block X[,Y,Z] [--shared BYTES]
                  [--arg SPEC]... [--then --kernel …]... [--dump NAME[:COUNT|:all]]... [--seed N]
                  [--seeds N] [--data-seed N] [--workers N] [--time-limit SECONDS]
                  [--device NAME] [--expect-written]

Runs kernels of a module that simtcc compiled, and prints one JSON document: what each source line's
accesses cost, what went wrong, what the kernels printed, and the buffers that --dump names.
  --arg SPEC      one for each parameter, in order; @NAME passes an earlier buffer again, and null
                  passes a null pointer:
                  42  f64:0.5  in=f32:1024x1024:iota  u8:4Ki:random(0,255)  f32:100:=2.5
                  i32:100:permutation  f32:100:uninit  f32:file:PATH
                  {f32:100:iota, 16}: a struct, by its members
  --then          begins another launch, on the same buffers
  --seed N        shuffles the schedule, 0: in order
  --seeds N       also runs N shuffled schedules, and compares
  --data-seed N   the seed of random fills
  --device NAME   the GPU whose time is predicted: h200 (if it is left out), h100, a100, 4090
  --expect-written  after each launch, everything that its kernel gets as pointers to non-const must
                  have been written
Exit status: 0 ran, 1 ran and found faults, 2 could not run.
)";

namespace {

std::uint64_t parse_whole(const std::string& option, const std::string& text, std::uint64_t most) {
  const auto number = parse_number(text);
  if (!number || !(*number >= 0) || *number != std::floor(*number) || *number > static_cast<Number>(most)) {
    throw std::invalid_argument(option + " needs a whole number from 0 to " + std::to_string(most) +
                                ", not `" + text + "`");
  }
  return static_cast<std::uint64_t>(*number);
}

simt::Dim3 parse_dim3(const std::string& option, const std::string& text) {
  const std::string advice =
      option + " needs one to three positive numbers, such as 32 or 32,8 or 32,8,2, not `" + text + "`";
  std::vector<unsigned> sizes;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const auto number = parse_number(text.substr(begin, end - begin));
    if (!number || !(*number >= 1) || *number != std::floor(*number) ||
        *number > std::numeric_limits<unsigned>::max()) {
      throw std::invalid_argument(advice);
    }
    sizes.push_back(static_cast<unsigned>(*number));
    begin = end + 1;
  }
  if (sizes.size() > 3) throw std::invalid_argument(advice);
  sizes.resize(3, 1);
  return {sizes[0], sizes[1], sizes[2]};
}

DumpRequest parse_dump(const std::string& text) {
  const auto colon = text.find(':');
  DumpRequest dump{text.substr(0, colon)};
  if (colon == std::string::npos) return dump;
  const std::string count = text.substr(colon + 1);
  dump.elements = count == "all"
                      ? std::numeric_limits<std::size_t>::max()
                      : parse_whole("--dump NAME:COUNT", count, std::numeric_limits<std::uint32_t>::max());
  return dump;
}

double parse_seconds(const std::string& text) {
  const auto number = parse_number(text);
  if (!number || !(*number > 0) || !std::isfinite(*number))
    throw std::invalid_argument("--time-limit needs a positive number of seconds, not `" + text + "`");
  return static_cast<double>(*number);
}

class Parser {
 public:
  TraceOptions parse(const std::vector<std::string>& arguments) {
    options_.launches.emplace_back();
    given_.emplace_back();
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const std::string& word = arguments[i];
      if (word == "--help") options_.help = true;
      if (word == "--help" || take_flag(word)) continue;
      const auto setter = setters_.find(word);
      if (setter == setters_.end()) throw std::invalid_argument("unknown option `" + word + "`");
      if (++i == arguments.size()) throw std::invalid_argument(word + " needs a value");
      setter->second(arguments[i]);
      given_.back().insert(word);
    }
    if (!options_.help) check();
    return options_;
  }

 private:
  // Words that stand alone: --then, --expect-written and the module.
  bool take_flag(const std::string& word) {
    if (word == "--expect-written") {
      options_.session.expect_written = true;
      return true;
    }
    if (word == "--then") {
      options_.launches.emplace_back();
      given_.emplace_back();
      return true;
    }
    if (word.rfind("--", 0) == 0 || !options_.module.empty()) return false;
    options_.module = word;
    return true;
  }

  LaunchRequest& current() { return options_.launches.back(); }

  void check() const {
    if (options_.module.empty()) throw std::invalid_argument("no module is given");
    for (std::size_t i = 0; i < given_.size(); ++i) {
      for (const char* const needed : {"--kernel", "--grid", "--block"}) {
        if (given_[i].count(needed) == 0)
          throw std::invalid_argument("launch " + std::to_string(i + 1) + " has no " + needed);
      }
    }
  }

  TraceOptions options_;
  std::vector<std::set<std::string>> given_;  // options, for each launch
  using Setter = std::function<void(const std::string&)>;
  const std::map<std::string, Setter> setters_{
      {"--kernel", [this](const std::string& text) { current().kernel = text; }},
      {"--grid", [this](const std::string& text) { current().shape.grid = parse_dim3("--grid", text); }},
      {"--block", [this](const std::string& text) { current().shape.block = parse_dim3("--block", text); }},
      {"--shared",
       [this](const std::string& text) {
         current().shape.dynamic_shared_bytes = parse_whole("--shared", text, UINT32_MAX);
       }},
      {"--arg", [this](const std::string& text) { current().arguments.push_back(text); }},
      {"--dump", [this](const std::string& text) { options_.dumps.push_back(parse_dump(text)); }},
      {"--device",
       [this](const std::string& text) {
         options_.session.device = simt::find_device(text);
         if (options_.session.device != nullptr) return;
         throw std::invalid_argument("--device: no GPU that is known is called `" + text +
                                     "`: h200, h100, a100 and 4090 are");
       }},
      {"--seed",
       [this](const std::string& text) {
         options_.session.machine.schedule.seed =
             static_cast<unsigned>(parse_whole("--seed", text, UINT32_MAX));
       }},
      {"--seeds",
       [this](const std::string& text) {
         options_.schedules = static_cast<unsigned>(parse_whole("--seeds", text, 1000));
       }},
      {"--data-seed",
       [this](const std::string& text) {
         options_.session.data_seed = parse_whole("--data-seed", text, UINT64_MAX);
       }},
      {"--workers",
       [this](const std::string& text) {
         options_.session.machine.workers = static_cast<unsigned>(parse_whole("--workers", text, 1024));
       }},
      {"--time-limit",
       [this](const std::string& text) {
         options_.session.machine.time_limit_seconds = parse_seconds(text);
       }},
  };
};

}  // namespace

TraceOptions parse_trace_options(const std::vector<std::string>& arguments) {
  return Parser().parse(arguments);
}

}  // namespace simt_tools
