#include "fake_driver.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

namespace {

constexpr int kNotFound = 500;
constexpr int kNotReady = 600;

fake::Driver& driver() {
  static fake::Driver instance;
  return instance;
}

// Notes the call; returns what it is to return.
int called(const std::string& name, const std::string& about = "") {
  driver().calls.push_back(about.empty() ? name : name + " " + about);
  const auto planned = driver().results.find(name);
  return planned == driver().results.end() ? 0 : planned->second;
}

// Handles that stand for nothing.
void* handle() {
  static int something = 0;
  return &something;
}

using Address = unsigned long long;

// The allocated memory. A lost GPU gives nothing back, so it is kept here.
std::map<Address, std::unique_ptr<unsigned char[]>>& memory() {
  static std::map<Address, std::unique_ptr<unsigned char[]>> allocated;
  return allocated;
}

void* host(Address address) { return reinterpret_cast<void*>(address); }

}  // namespace

extern "C" {

fake::Driver* fake_driver() { return &driver(); }

int cuInit(unsigned /*flags*/) { return called("Init"); }

int cuDriverGetVersion(int* version) {
  *version = 12040;
  return 0;
}

int cuGetErrorName(int result, const char** name) {
  static std::string text;
  text = "CUDA_ERROR_" + std::to_string(result);
  *name = text.c_str();
  return 0;
}

int cuGetErrorString(int /*result*/, const char** text) {
  *text = "as planned";
  return 0;
}

int cuDeviceGetCount(int* count) {
  *count = driver().devices;
  return 0;
}

int cuDeviceGet(int* device, int ordinal) {
  *device = ordinal;
  return 0;
}

int cuDeviceGetName(char* name, int size, int /*device*/) {
  std::strncpy(name, "Fake GPU", static_cast<std::size_t>(size));
  return 0;
}

int cuDeviceGetAttribute(int* value, int attribute, int /*device*/) {
  *value = driver().attributes[attribute];
  return 0;
}

int cuDevicePrimaryCtxRetain(void** context, int /*device*/) {
  *context = handle();
  return called("DevicePrimaryCtxRetain");
}

int cuDevicePrimaryCtxRelease_v2(int /*device*/) { return called("DevicePrimaryCtxRelease"); }

int cuCtxSetCurrent(void* /*context*/) { return 0; }

int cuModuleLoadData(void** module, const void* /*image*/) {
  *module = handle();
  return called("ModuleLoadData");
}

int cuModuleUnload(void* /*module*/) { return called("ModuleUnload"); }

int cuModuleGetFunction(void** function, void* /*module*/, const char* name) {
  if (driver().undefined.count(name) != 0) return kNotFound;
  static std::set<std::string> names;
  *function = const_cast<std::string*>(&*names.insert(name).first);
  return 0;
}

int cuFuncSetAttribute(void* /*function*/, int attribute, int value) {
  return called("FuncSetAttribute", std::to_string(attribute) + " " + std::to_string(value));
}

int cuLaunchKernel(void* function, unsigned /*gx*/, unsigned /*gy*/, unsigned /*gz*/, unsigned /*bx*/,
                   unsigned /*by*/, unsigned /*bz*/, unsigned /*shared*/, void* /*stream*/, void** arguments,
                   void** /*extra*/) {
  const std::string& name = *static_cast<const std::string*>(function);
  const int result = called("LaunchKernel", name);
  if (result == 0 && driver().kernel) driver().kernel(name, arguments);
  if (name == "end_the_process") std::abort();
  return result;
}

int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  *free = driver().free_bytes;
  *total = driver().free_bytes;
  return called("MemGetInfo");
}

int cuMemAlloc_v2(Address* address, std::size_t bytes) {
  const int result = called("MemAlloc");
  if (result == 0) {
    auto allocated = std::make_unique<unsigned char[]>(bytes);
    *address = reinterpret_cast<Address>(allocated.get());
    memory()[*address] = std::move(allocated);
  }
  return result;
}

int cuMemFree_v2(Address address) {
  memory().erase(address);
  return called("MemFree");
}

int cuMemcpyHtoD_v2(Address to, const void* from, std::size_t bytes) {
  std::memcpy(host(to), from, bytes);
  return called("MemcpyHtoD");
}

int cuMemcpyDtoH_v2(void* to, Address from, std::size_t bytes) {
  std::memcpy(to, host(from), bytes);
  return called("MemcpyDtoH");
}

int cuMemcpyDtoDAsync_v2(Address to, Address from, std::size_t bytes, void* /*stream*/) {
  std::memcpy(host(to), host(from), bytes);
  return called("MemcpyDtoDAsync");
}

int cuMemsetD8Async(Address to, unsigned char value, std::size_t bytes, void* /*stream*/) {
  std::memset(host(to), value, bytes);
  return called("MemsetD8Async");
}

int cuEventCreate(void** event, unsigned /*flags*/) {
  *event = handle();
  return called("EventCreate");
}

int cuEventDestroy_v2(void* /*event*/) { return called("EventDestroy"); }

int cuEventRecord(void* /*event*/, void* /*stream*/) { return called("EventRecord"); }

int cuEventQuery(void* /*event*/) { return driver().never_ends ? kNotReady : called("EventQuery"); }

int cuEventElapsedTime(float* milliseconds, void* /*start*/, void* /*end*/) {
  *milliseconds = 1;
  if (!driver().milliseconds.empty()) {
    *milliseconds = driver().milliseconds.front();
    driver().milliseconds.pop_front();
  }
  return 0;
}

}  // extern "C"
