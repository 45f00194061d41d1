// A launch's report, as a machine's process sends it.
#include <algorithm>

#include "contract/module_abi.h"
#include "messages.h"

namespace simt::remote {
namespace {

// One place of a module is the least that can make an entry of its own.
constexpr std::size_t kMostEntries = abi::kMostPlaces;

Json json_of(const SourceLine& where) { return {{"file", where.file}, {"line", where.line}}; }

class Reader {
 public:
  explicit Reader(const std::vector<std::string>& files) : files_(files) {}

  AccessCost access(const Json& json) const {
    AccessCost cost;
    cost.where = line(json, "where");
    cost.space = choice_in(json, "space", Space::local);
    cost.op = choice_in(json, "op", Op::atomic);
    cost.width = static_cast<unsigned>(unsigned_in(json, "width", 16));
    cost.instruction = choice_in(json, "instruction", Instruction::matrix4);
    cost.array = string_in(json, "array");
    cost.asynchronous = bool_in(json, "asynchronous");
    cost.split_requests = number_in<std::uint64_t>(json, "split_requests");
    cost.requests = number_in<std::uint64_t>(json, "requests");
    if (cost.requests == 0) throw Error("a report tells the cost of no request");
    cost.lanes = number_in<std::uint64_t>(json, "lanes");
    cost.sectors = number_in<std::uint64_t>(json, "sectors");
    cost.least_sectors = number_in<std::uint64_t>(json, "least_sectors");
    cost.wavefronts = number_in<std::uint64_t>(json, "wavefronts");
    cost.least_wavefronts = number_in<std::uint64_t>(json, "least_wavefronts");
    cost.bank_conflicts = number_in<std::uint64_t>(json, "bank_conflicts");
    cost.worst_instruction = instruction(member(json, "worst_instruction"));
    cost.example = example(member(json, "example"));
    return cost;
  }

  Fault fault(const Json& json) const {
    Fault fault;
    fault.kind = choice_in<FaultKind>(json, "kind");
    fault.message = string_in(json, "message");
    fault.advice = string_in(json, "advice");
    fault.where = line(json, "where");
    fault.other = line(json, "other");
    fault.block = dim3_in(json, "block");
    fault.thread = dim3_in(json, "thread");
    fault.names_a_thread = bool_in(json, "names_a_thread");
    fault.count = number_in<std::uint64_t>(json, "count");
    return fault;
  }

  Remark remark(const Json& json) const { return {string_in(json, "message"), line(json, "where")}; }

 private:
  SourceLine line(const Json& json, const char* name) const {
    const Json& place = member(json, name);
    SourceLine where{string_in(place, "file"), number_in<unsigned>(place, "line")};
    if (where.line == 0) return {};
    if (std::find(files_.begin(), files_.end(), where.file) == files_.end())
      throw Error("a report names a line of a file that its module was not made from");
    return where;
  }

  static InstructionCost instruction(const Json& json) {
    InstructionCost cost;
    cost.requests = number_in<std::uint64_t>(json, "requests");
    cost.sectors = number_in<std::uint64_t>(json, "sectors");
    cost.least_sectors = number_in<std::uint64_t>(json, "least_sectors");
    cost.wavefronts = number_in<std::uint64_t>(json, "wavefronts");
    cost.least_wavefronts = number_in<std::uint64_t>(json, "least_wavefronts");
    cost.bank_conflicts = number_in<std::uint64_t>(json, "bank_conflicts");
    return cost;
  }

  static RequestCost cost(const Json& json) {
    RequestCost cost;
    cost.sectors = number_in<std::uint32_t>(json, "sectors");
    cost.least_sectors = number_in<std::uint32_t>(json, "least_sectors");
    cost.wavefronts = number_in<std::uint32_t>(json, "wavefronts");
    cost.least_wavefronts = number_in<std::uint32_t>(json, "least_wavefronts");
    cost.bank_conflicts = number_in<std::uint32_t>(json, "bank_conflicts");
    return cost;
  }

  static ExampleRequest example(const Json& json) {
    ExampleRequest request;
    request.array = string_in(json, "array");
    request.block = dim3_in(json, "block");
    request.warp = number_in<unsigned>(json, "warp");
    const Json& offsets = list_in(json, "offsets", kWarpSize);
    for (std::size_t lane = 0; lane < offsets.size(); ++lane) {
      if (!offsets[lane].is_number_integer()) throw Error("a lane's offset is no number");
      request.offsets.at(lane) = offsets[lane].get<std::int64_t>();
    }
    request.cost = cost(member(json, "cost"));
    return request;
  }

  const std::vector<std::string>& files_;
};

Json json_of(const RequestCost& cost) {
  return {{"sectors", cost.sectors},
          {"least_sectors", cost.least_sectors},
          {"wavefronts", cost.wavefronts},
          {"least_wavefronts", cost.least_wavefronts},
          {"bank_conflicts", cost.bank_conflicts}};
}

Json json_of(const InstructionCost& cost) {
  return {{"requests", cost.requests},
          {"sectors", cost.sectors},
          {"least_sectors", cost.least_sectors},
          {"wavefronts", cost.wavefronts},
          {"least_wavefronts", cost.least_wavefronts},
          {"bank_conflicts", cost.bank_conflicts}};
}

Json json_of(const ExampleRequest& request) {
  return {{"array", request.array},
          {"block", remote::json_of(request.block)},
          {"warp", request.warp},
          {"offsets", request.offsets},
          {"cost", json_of(request.cost)}};
}

Json json_of(const AccessCost& access) {
  return {{"where", json_of(access.where)},
          {"space", static_cast<unsigned>(access.space)},
          {"op", static_cast<unsigned>(access.op)},
          {"width", access.width},
          {"instruction", static_cast<unsigned>(access.instruction)},
          {"array", access.array},
          {"asynchronous", access.asynchronous},
          {"split_requests", access.split_requests},
          {"requests", access.requests},
          {"lanes", access.lanes},
          {"sectors", access.sectors},
          {"least_sectors", access.least_sectors},
          {"wavefronts", access.wavefronts},
          {"least_wavefronts", access.least_wavefronts},
          {"bank_conflicts", access.bank_conflicts},
          {"worst_instruction", json_of(access.worst_instruction)},
          {"example", json_of(access.example)}};
}

Json json_of(const Fault& fault) {
  return {{"kind", static_cast<unsigned>(fault.kind)},
          {"message", fault.message},
          {"advice", fault.advice},
          {"where", json_of(fault.where)},
          {"other", json_of(fault.other)},
          {"block", remote::json_of(fault.block)},
          {"thread", remote::json_of(fault.thread)},
          {"names_a_thread", fault.names_a_thread},
          {"count", fault.count}};
}

Json json_of(const SharedArray& array) { return {{"name", array.name}, {"bytes", array.bytes}}; }
Json json_of(const Remark& remark) { return {{"message", remark.message}, {"where", json_of(remark.where)}}; }

template <class T>
Json list_of(const std::vector<T>& values) {
  Json list = Json::array();
  for (const T& value : values) list.push_back(json_of(value));
  return list;
}

}  // namespace

Json json_of(const LaunchReport& report) {
  return {{"accesses", list_of(report.accesses)},
          {"faults", list_of(report.faults)},
          {"printed", report.printed},
          {"shared_arrays", list_of(report.shared_arrays)},
          {"remarks", list_of(report.remarks)},
          {"in_flight",
           {{"bytes", report.in_flight.bytes},
            {"waits", report.in_flight.waits},
            {"most", report.in_flight.most},
            {"resident_threads", report.in_flight.resident_threads}}},
          {"barriers", {{"of_blocks", report.barriers.of_blocks}, {"of_warps", report.barriers.of_warps}}},
          {"warp_shares",
           {{"requests", report.warp_shares.requests},
            {"busiest", report.warp_shares.busiest},
            {"warps", report.warp_shares.warps}}}};
}

LaunchReport report_of(const Json& json, const std::vector<std::string>& files) {
  const Reader reader(files);
  LaunchReport report;
  for (const Json& one : list_in(json, "accesses", kMostEntries))
    report.accesses.push_back(reader.access(one));
  for (const Json& one : list_in(json, "faults", kMostEntries)) report.faults.push_back(reader.fault(one));
  report.printed = string_in(json, "printed");
  for (const Json& one : list_in(json, "shared_arrays", kMostEntries))
    report.shared_arrays.push_back({string_in(one, "name"), number_in<std::uint64_t>(one, "bytes")});
  for (const Json& one : list_in(json, "remarks", kMostEntries)) report.remarks.push_back(reader.remark(one));
  const Json& in_flight = member(json, "in_flight");
  report.in_flight.bytes = number_in<std::uint64_t>(in_flight, "bytes");
  report.in_flight.waits = number_in<std::uint64_t>(in_flight, "waits");
  report.in_flight.most = number_in<std::uint64_t>(in_flight, "most");
  report.in_flight.resident_threads = number_in<std::uint64_t>(in_flight, "resident_threads");
  const Json& barriers = member(json, "barriers");
  report.barriers.of_blocks = number_in<std::uint64_t>(barriers, "of_blocks");
  report.barriers.of_warps = number_in<std::uint64_t>(barriers, "of_warps");
  const Json& shares = member(json, "warp_shares");
  report.warp_shares.requests = number_in<std::uint64_t>(shares, "requests");
  report.warp_shares.busiest = number_in<std::uint64_t>(shares, "busiest");
  report.warp_shares.warps = number_in<unsigned>(shares, "warps");
  return report;
}

}  // namespace simt::remote
