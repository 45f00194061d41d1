// A launch's report, as a machine's process sends it. Each struct is described once: describe() names its fields to a
// Writer, which makes JSON of them, or to a Reader, which believes nothing of what it reads.
#include <algorithm>
#include <array>
#include <type_traits>

#include "contract/module_abi.h"
#include "messages.h"

namespace simt::remote {
namespace {

// One place of a module is the least that can make an entry of its own.
constexpr std::size_t kMostEntries = abi::kMostPlaces;

using Offsets = std::array<std::int64_t, kWarpSize>;
using Passes = std::vector<std::int8_t>;

// A struct as an archive sees it: a Writer's is constant.
template <class Archive, class Struct>
using Seen = std::conditional_t<Archive::kReads, Struct, const Struct>;

template <class Archive>
void describe(Archive& archive, Seen<Archive, SourceLine>& where) {
  archive("file", where.file);
  archive("line", where.line);
}

template <class Archive>
void describe(Archive& archive, Seen<Archive, RequestCost>& cost) {
  RequestCost::each([&](const char* name, auto of) { archive(name, of(cost)); });
}

template <class Archive>
void describe(Archive& archive, Seen<Archive, Counts>& counts) {
  Counts::each([&](const char* name, auto of) { archive(name, of(counts)); });
}

template <class Archive>
void describe(Archive& archive, Seen<Archive, ExampleRequest>& example) {
  archive("array", example.array);
  archive("block", example.block);
  archive("warp", example.warp);
  archive("offsets", example.offsets);
  archive("cost", example.cost);
  archive("passes", example.passes.of_words);
  archive("group_starts", example.passes.group_starts);
}

template <class Archive>
void describe(Archive& archive, Seen<Archive, AccessCost>& access) {
  archive("where", access.where);
  archive("space", access.space);
  archive("op", access.op);
  archive("width", access.width);
  archive("instruction", access.instruction);
  archive("array", access.array);
  archive("asynchronous", access.asynchronous);
  archive("split_requests", access.split_requests);
  describe(archive, static_cast<Seen<Archive, Counts>&>(access));
  archive("worst_instruction", access.worst_instruction);
  archive("instructions", access.instructions);
  archive("joined_lines", access.joined_lines);
  archive("example", access.example);
}

template <class Archive>
void describe(Archive& archive, Seen<Archive, Fault>& fault) {
  archive("kind", fault.kind);
  archive("message", fault.message);
  archive("advice", fault.advice);
  archive("where", fault.where);
  archive("other", fault.other);
  archive("block", fault.block);
  archive("thread", fault.thread);
  archive("names_a_thread", fault.names_a_thread);
  archive("count", fault.count);
  archive("follows", fault.follows);
}

template <class Archive>
void describe(Archive& archive, Seen<Archive, SharedArray>& array) {
  archive("name", array.name);
  archive("bytes", array.bytes);
}

template <class Archive>
void describe(Archive& archive, Seen<Archive, Remark>& remark) {
  archive("message", remark.message);
  archive("where", remark.where);
}

template <class Archive>
void describe(Archive& archive, Seen<Archive, BytesInFlight>& in_flight) {
  archive("bytes", in_flight.bytes);
  archive("waits", in_flight.waits);
  archive("most", in_flight.most);
  archive("resident_threads", in_flight.resident_threads);
}

template <class Archive>
void describe(Archive& archive, Seen<Archive, BarrierCounts>& barriers) {
  archive("of_blocks", barriers.of_blocks);
  archive("of_warps", barriers.of_warps);
}

template <class Archive>
void describe(Archive& archive, Seen<Archive, MarkedPassage>& passage) {
  archive("stored", passage.stored);
  archive("read_back", passage.read_back);
}

template <class Archive>
void describe(Archive& archive, Seen<Archive, WarpShares>& shares) {
  archive("requests", shares.requests);
  archive("busiest", shares.busiest);
  archive("warps", shares.warps);
}

template <class Archive>
void describe(Archive& archive, Seen<Archive, ExchangedOrder>& exchanged) {
  archive("made", exchanged.made);
  archive("what", exchanged.what);
  archive("block", exchanged.block);
  archive("from", exchanged.from);
  archive("earlier", exchanged.earlier);
  archive("later", exchanged.later);
}

template <class Archive>
void describe(Archive& archive, Seen<Archive, AtomicDigest>& digest) {
  archive("where", digest.where);
  archive("found", digest.found);
  archive("in_turn", digest.in_turn);
}

template <class Archive>
void describe(Archive& archive, Seen<Archive, TurnOrder>& order) {
  archive("may_matter", order.may_matter);
  archive("exchanged", order.exchanged);
  archive("atomics", order.atomics);
}

template <class Archive>
void describe(Archive& archive, Seen<Archive, LineTime>& line) {
  archive("where", line.where);
  archive("share", line.share);
}

template <class Archive>
void describe(Archive& archive, Seen<Archive, PredictedTime>& time) {
  archive("us", time.us);
  archive("least_us", time.least_us);
  archive("error", time.error);
  archive("limiter", time.limiter);
  archive("next", time.next);
  archive("why_not", time.why_not);
  archive("besides_waits_us", time.besides_waits_us);
  archive("resident_blocks", time.resident_blocks);
  archive("fixed_us", time.fixed_us);
  archive("busiest_block", time.busiest_block);
  archive("lines", time.lines);
}

template <class Archive>
void describe(Archive& archive, Seen<Archive, LaunchReport>& report) {
  archive("accesses", report.accesses);
  archive("faults", report.faults);
  archive("printed", report.printed);
  archive("shared_arrays", report.shared_arrays);
  archive("remarks", report.remarks);
  archive("in_flight", report.in_flight);
  archive("barriers", report.barriers);
  archive("passage", report.passage);
  archive("in_lockstep", report.in_lockstep);
  archive("warp_shares", report.warp_shares);
  archive("order", report.order);
  archive("predicted_on", report.predicted_on);
}

class Writer {
 public:
  static constexpr bool kReads = false;

  template <class Struct>
  static Json json_of(const Struct& value) {
    Writer writer;
    describe(writer, value);
    return std::move(writer.json_);
  }

  template <class Field>
  void operator()(const char* name, const Field& field) {
    if constexpr (std::is_enum_v<Field>) {
      json_[name] = static_cast<unsigned>(field);
    } else if constexpr (std::is_same_v<Field, Dim3>) {
      json_[name] = remote::json_of(field);
    } else if constexpr (std::is_class_v<Field> && !std::is_same_v<Field, std::string> &&
                         !std::is_same_v<Field, Offsets>) {
      json_[name] = json_of(field);
    } else {
      json_[name] = field;
    }
  }
  void operator()(const char* name, const Passes& passes) { json_[name] = passes; }
  void operator()(const char* name, const std::vector<unsigned>& lines) { json_[name] = lines; }
  template <class Struct>
  void operator()(const char* name, const std::vector<Struct>& list) {
    Json& items = json_[name] = Json::array();
    for (const Struct& value : list) items.push_back(json_of(value));
  }

 private:
  Json json_ = Json::object();
};

class Reader {
 public:
  static constexpr bool kReads = true;

  // `files`: those that the module was made from.
  Reader(const Json& json, const std::vector<std::string>& files) : json_(json), files_(files) {}

  template <class Field>
  void operator()(const char* name, Field& field) const {
    if constexpr (std::is_same_v<Field, bool>) {
      field = bool_in(json_, name);
    } else if constexpr (std::is_enum_v<Field>) {
      field = choice_in<Field>(json_, name);
    } else if constexpr (std::is_unsigned_v<Field>) {
      field = number_in<Field>(json_, name);
    } else if constexpr (std::is_floating_point_v<Field>) {
      field = double_in(json_, name);
    } else {
      read(member(json_, name), field);
    }
  }
  void operator()(const char* name, std::string& text) const { text = string_in(json_, name); }
  void operator()(const char* name, Dim3& dim) const { dim = dim3_in(json_, name); }
  void operator()(const char* name, Offsets& offsets) const {
    const Json& list = list_in(json_, name, kWarpSize);
    for (std::size_t lane = 0; lane < list.size(); ++lane) {
      if (!list[lane].is_number_integer()) throw Error("a lane's offset is no number");
      offsets.at(lane) = list[lane].get<std::int64_t>();
    }
  }
  void operator()(const char* name, Passes& passes) const {
    for (const Json& item : list_in(json_, name, kMostPasses)) {
      if (!item.is_number_integer() || item < -1 || item >= kWarpSize)
        throw Error("a pass over the banks is not one of 32");
      passes.push_back(item.get<std::int8_t>());
    }
  }
  void operator()(const char* name, std::vector<unsigned>& lines) const {
    for (const Json& item : list_in(json_, name, kMostEntries)) {
      if (!item.is_number_unsigned() || item > UINT32_MAX) throw Error("a line's number is none");
      lines.push_back(item.get<unsigned>());
    }
  }
  template <class Struct>
  void operator()(const char* name, std::vector<Struct>& list) const {
    for (const Json& item : list_in(json_, name, kMostEntries)) read(item, list.emplace_back());
  }

 private:
  template <class Struct>
  void read(const Json& json, Struct& value) const {
    const Reader reader(json, files_);
    describe(reader, value);
    check(value);
  }
  template <class Struct>
  void check(const Struct& /*value*/) const {}
  void check(SourceLine& where) const {
    if (where.line == 0) {
      where = {};
    } else if (std::find(files_.begin(), files_.end(), where.file) == files_.end()) {
      throw Error("a report names a line of a file that its module was not made from");
    }
  }
  void check(const LineTime& line) const {
    if (!(line.share >= 0 && line.share <= 1)) throw Error("a line takes no share of a launch's time");
  }
  void check(const PredictedTime& time) const {
    constexpr double kMost = 1e12;  // eleven days, in us
    for (const double part :
         {time.us, time.besides_waits_us, time.least_us, time.error, time.fixed_us, time.busiest_block}) {
      if (!(part >= 0 && part <= kMost)) throw Error("a report predicts a time that no launch takes");
    }
    if (time.why_not.empty() && time.us < time.fixed_us)
      throw Error("a report predicts less time than a launch takes that does nothing");
  }
  void check(const AccessCost& access) const {
    if (access.requests == 0) throw Error("a report tells the cost of no request");
    if (access.width > kWidestAccess)
      throw Error("a report tells of an access of " + std::to_string(access.width) + " bytes");
    const std::size_t words = access.example.passes.of_words.size();
    if (words != 0 && words != kWarpSize * std::max<std::size_t>(1, access.width / kBankBytes))
      throw Error("a report does not give each word a pass");
  }

  static constexpr unsigned kWidestAccess = 16;
  static constexpr std::size_t kMostPasses = kWidestAccess / kBankBytes * kWarpSize;

  const Json& json_;
  const std::vector<std::string>& files_;
};

}  // namespace

Json json_of(const LaunchReport& report) { return Writer::json_of(report); }

LaunchReport report_of(const Json& json, const std::vector<std::string>& files) {
  LaunchReport report;
  const Reader reader(json, files);
  describe(reader, report);
  return report;
}

}  // namespace simt::remote
