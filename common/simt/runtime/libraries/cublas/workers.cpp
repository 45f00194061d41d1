#include "libraries/cublas/workers.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace cublas {

void for_each_part(std::int64_t parts, bool is_large, const std::function<void(std::int64_t)>& body) {
  std::atomic<std::int64_t> next{0};
  std::exception_ptr trouble;
  std::mutex mutex;
  const auto work = [&] {
    try {
      for (std::int64_t part = next++; part < parts; part = next++) body(part);
    } catch (...) {
      const std::scoped_lock lock(mutex);
      trouble = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  const std::int64_t cores = std::max(1U, std::thread::hardware_concurrency());
  // Where the computer gives no more threads, those that there are do the work.
  const auto begin_another = [&] {
    try {
      others.emplace_back(work);
      return true;
    } catch (const std::system_error&) {
      return false;
    }
  };
  for (std::int64_t i = 1; is_large && i < std::min(cores, parts) && begin_another(); ++i) continue;
  work();
  for (std::thread& other : others) other.join();
  if (trouble) std::rethrow_exception(trouble);
}

}  // namespace cublas
