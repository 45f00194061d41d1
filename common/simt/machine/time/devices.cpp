// One function a device: each number stands beside its name. An H200's answers are its own (driver 580, CUDA
// 13.0). The others' are those of CUDA C++ Programming Guide, "Compute Capabilities", and of NVIDIA's data
// sheets.
#include "simt/devices.h"

#include <algorithm>
#include <cctype>

namespace simt {
namespace {

constexpr std::size_t kGiB = std::size_t{1} << 30U;

// What GPUs of compute capability 9.0 have in common.
Device hopper() {
  Device device;
  device.l2_read_gb_per_s = 8429;
  device.l2_write_gb_per_s = 4232;
  device.multiprocessors = 132;
  device.clock_ghz = 1.980;
  device.major = 9;
  device.minor = 0;
  device.threads_per_multiprocessor = 2048;
  device.blocks_per_multiprocessor = 32;
  device.shared_per_multiprocessor = 233472;
  device.shared_opt_in = 232448;
  device.copy_engines = 3;
  device.has_clusters = true;
  device.pcie_gb_per_s = 55.3;  // PCIe 5.0: measured on an H200 with 256 MiB of pinned memory
  return device;
}

Device h200() {
  Device device = hopper();
  device.name = "NVIDIA H200";
  device.dram_gb_per_s = 4257;
  device.in_flight_kib = 32;
  device.memory_bytes = 150109880320;
  device.l2_bytes = 62914560;
  device.persisting_l2_bytes = 39321600;
  device.bus_bits = 6016;
  device.memory_clock_khz = 3201000;
  return device;
}

Device h100() {
  Device device = hopper();
  device.name = "NVIDIA H100 SXM";
  device.dram_gb_per_s = 3350;
  device.memory_bytes = 80 * kGiB;
  device.l2_bytes = 52428800;
  device.persisting_l2_bytes = 32768000;
  device.bus_bits = 5120;
  device.memory_clock_khz = 2619000;
  return device;
}

Device a100() {
  Device device;
  device.name = "NVIDIA A100 SXM 40 GB";
  device.dram_gb_per_s = 1555;
  device.l2_read_gb_per_s = 7219;
  device.l2_write_gb_per_s = 3610;
  device.multiprocessors = 108;
  device.clock_ghz = 1.410;
  device.memory_bytes = 40 * kGiB;
  device.major = 8;
  device.minor = 0;
  device.threads_per_multiprocessor = 2048;
  device.blocks_per_multiprocessor = 32;
  device.shared_per_multiprocessor = 167936;
  device.shared_opt_in = 166912;
  device.l2_bytes = 41943040;
  device.persisting_l2_bytes = 31457280;
  device.bus_bits = 5120;
  device.memory_clock_khz = 1215000;
  device.copy_engines = 3;
  device.pcie_gb_per_s = 27.6;  // PCIe 4.0: half of PCIe 5.0's
  return device;
}

Device rtx_4090() {
  Device device;
  device.name = "GeForce RTX 4090";
  device.dram_gb_per_s = 1008;
  device.l2_read_gb_per_s = 10451;
  device.l2_write_gb_per_s = 5225;
  device.multiprocessors = 128;
  device.clock_ghz = 2.520;
  device.memory_bytes = 24 * kGiB;
  device.major = 8;
  device.minor = 9;
  device.threads_per_multiprocessor = 1536;
  device.blocks_per_multiprocessor = 24;
  device.shared_per_multiprocessor = 102400;
  device.shared_opt_in = 101376;
  device.l2_bytes = 75497472;
  device.persisting_l2_bytes = 51904512;
  device.bus_bits = 384;
  device.memory_clock_khz = 10501000;
  device.copy_engines = 2;
  device.pcie_gb_per_s = 27.6;  // PCIe 4.0
  return device;
}

std::string in_lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return text;
}

}  // namespace

const std::vector<Device>& devices() {
  static const std::vector<Device> all{h200(), h100(), a100(), rtx_4090()};
  return all;
}

const Device* find_device(const std::string& text) {
  for (const Device& device : devices()) {
    if (in_lower_case(device.name).find(in_lower_case(text)) != std::string::npos) return &device;
  }
  return nullptr;
}

}  // namespace simt
