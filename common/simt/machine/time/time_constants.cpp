#include "time/time_constants.h"

namespace simt {
namespace {

// Fitted to 448 launches that were measured with cold caches: docs/measurements/time_model.md.
TimeConstants of_h200() { return {}; }

// The same chip with other memory: only DRAM and L2 differ. These were set by hand, not fitted, for launches that were measured on
// an H100: docs/measurements/time_model.md says how far off it is. A launch takes 0.35 to 0.6 us more than on an H200 (the median of
// 92 launches of less than 30 us that read next to nothing from DRAM; launches.cu, held_out.cu, judged.cu, fresh.cu). With DRAM's
// rates of 2,900 and 3,050 GB/s those that DRAM limits were predicted to take 6 % too long (the median of 71 launches of 12 to 80 us
// of all sets), where on an H200 they were not. Launches that writes to L2 limit take 1.14 times as long as on an H200, those of atomic
// operations 1.17 times (the medians of 67 and of 13 launches of all sets).
TimeConstants of_h100() {
  TimeConstants constants = of_h200();
  constants.fixed_ns = 2820;
  constants.dram_read_gb_per_s = 3200;
  constants.dram_copy_gb_per_s = 3050;
  constants.l2_bytes = 23e6;
  constants.l2_write_gb_per_s = 4300;
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
