#include "time/time_constants.h"

namespace simt {
namespace {

// Fitted to launches that were measured with cold caches: 983 on both GPUs at once, and all 2,079 but validation.cu on the H200
// (docs/measurements/time_model.md, "Constants").
TimeConstants of_h200() { return {}; }

// The same chip with other memory: only DRAM and L2 differ, and what a launch takes (the median of 92 launches of less than 30 us that
// read next to nothing from DRAM is 0.35 to 0.6 us above an H200's; launches.cu, held_out.cu, judged.cu, fresh.cu). The rest was fitted
// with the H200's.
TimeConstants of_h100() {
  TimeConstants constants = of_h200();
  constants.fixed_ns = 2600;
  constants.dram_read_gb_per_s = 3240;
  constants.dram_copy_gb_per_s = 3085;
  constants.l2_bytes = 24e6;
  constants.l2_write_gb_per_s = 4050;
  return constants;
}

// Not measured: what the data sheet says of a device, and all else as on an H200. DRAM reaches 0.9 of its peak.
TimeConstants by_data_sheet(const Device& device) {
  constexpr double kReached = 0.9;
  TimeConstants constants = of_h200();
  constants.dram_read_gb_per_s = constants.dram_copy_gb_per_s = kReached * device.dram_gb_per_s;
  constants.l2_read_gb_per_s = device.l2_read_gb_per_s;
  constants.l2_write_gb_per_s = device.l2_write_gb_per_s;
  constants.l2_bytes = 0.4 * device.l2_bytes;
  constants.l1_total_kib = device.major == 8 && device.minor == 0 ? 192 : 128;
  constants.error = 0.35;
  return constants;
}

}  // namespace

TimeConstants time_constants_of(const Device& device) {
  if (device.name.find("H200") != std::string::npos) return of_h200();
  if (device.name.find("H100") != std::string::npos) return of_h100();
  return by_data_sheet(device);
}

}  // namespace simt
