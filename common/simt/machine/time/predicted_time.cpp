#include "simt/devices.h"
#include "simt/report.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "time/l2_cache.h"
#include "time/sm_program.h"
#include "time/sm_simulation.h"
#include "time/time_constants.h"
#include "time/time_model.h"
#include "traffic/launch_traffic.h"

namespace simt {
namespace {

const char* name_of(Resource resource) {
  switch (resource) {
    case Resource::dram:
      return "DRAM";
    case Resource::l2_read:
      return "reads from L2";
    case Resource::l2_write:
      return "writes to L2";
    case Resource::data_path:
      return "L1 and shared memory";
    case Resource::issue:
      return "instructions";
    case Resource::blocks:
      return "the launch of blocks";
    case Resource::atomics:
      return "atomic operations on one line";
    case Resource::latency:
    case Resource::kCount:
      break;
  }
  return "latency: too little in flight";
}

std::vector<LineTime> lines_of(const abi::Module& module, const std::vector<double>& of_places) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> cycles;
  double all = 0;
  for (std::uint32_t i = 0; i < module.place_count && i < of_places.size(); ++i) {
    if (of_places[i] <= 0) continue;
    cycles[{module.places[i].file, module.places[i].line}] += of_places[i];
    all += of_places[i];
  }
  std::vector<LineTime> lines;
  for (const auto& [where, spent] : cycles) {
    const char* const file = where.first < module.file_count ? module.files[where.first] : "";
    lines.push_back({{file, where.second}, spent / all});
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const LineTime& a, const LineTime& b) { return a.share > b.share; });
  return lines;
}

double busiest_block_of(const LaunchTraffic& traffic) {
  return traffic.work == 0 ? 0
                           : static_cast<double>(traffic.heaviest.work) / static_cast<double>(traffic.work);
}

std::string why_not(const LaunchReport& report) {
  if (!report.completed()) return "the launch did not complete";
  if (report.traffic == nullptr || report.traffic->module == nullptr || report.traffic->blocks.empty())
    return "the launch's traffic was not noted";
  if (report.has_read_clock) return "the kernel reads the clock, which a GPU's time would change";
  if (report.occupancy.is_cooperative)
    return "the launch is cooperative: how long grid.sync() takes is not modelled";
  return "";
}

}  // namespace

PredictedTime predict_time(const LaunchReport& report, const Device& device) {
  PredictedTime predicted;
  predicted.why_not = why_not(report);
  if (!predicted.why_not.empty()) return predicted;
  const ModelledTime modelled =
      model_time(*report.traffic, report.occupancy, device, time_constants_of(device));
  predicted.us = modelled.ns / 1e3;
  predicted.error = time_constants_of(device).error;
  predicted.least_us = modelled.least_ns / 1e3;
  predicted.lines = lines_of(*report.traffic->module, modelled.of_places);
  predicted.limiter = name_of(modelled.limiter);
  predicted.next = name_of(modelled.next);
  predicted.resident_blocks = modelled.resident_blocks;
  predicted.fixed_us = time_constants_of(device).fixed_ns / 1e3;
  predicted.busiest_block = busiest_block_of(*report.traffic);
  if (report.waits_for_threads) {
    predicted.besides_waits_us = std::exchange(predicted.us, 0);
    predicted.why_not =
        "the kernel waits until other threads have stored something, which depends on when they run";
  }
  return predicted;
}

}  // namespace simt
