// Launches of a student's kernel under several schedules: an outcome that depends on the order of threads is found, and blamed on
// two of them.
//
// CUDA promises no order. A launch without races, atomic operations, volatile accesses and questions such as __activemask() ends alike
// in every order (simt/schedule.h): only the others are repeated. Outcomes are compared as far as the order of floating-point
// additions does not explain how they differ. Where they differ, the check judges what the drawn schedule left.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lab/kernel.h"
#include "simt/remote_machine.h"

namespace lab {

// Makes the launch once more, under this schedule, on the arrays as they are.
using ScheduledLaunch = std::function<simt::LaunchReport(const simt::Schedule&)>;

class OrderDependence {
 public:
  // The launch found the arrays as in `before`, and left them as in `in_order`, without a fault.
  // `is_endless`: under the schedule it came to its time limit, so that it is not made again.
  OrderDependence(ScheduledLaunch launch, unsigned schedule, std::vector<simt::SavedArray> before,
                  std::vector<simt::SavedArray> in_order, bool is_endless);

  // Says which two threads' order it is, at which line, and how to see it again. Makes launches; leaves the arrays as they are.
  std::string text() const;

 private:
  struct Outcome {
    simt::LaunchReport report;
    bool is_other = false;  // than in order
  };
  Outcome outcome(const simt::Schedule& schedule) const;
  std::string culprits() const;
  std::string culprits(simt::Drawn what, std::uint64_t exchanges) const;

  ScheduledLaunch launch_;
  unsigned schedule_;
  std::vector<simt::SavedArray> before_;
  std::vector<simt::SavedArray> in_order_;
  bool is_endless_;
};

// What OrderDependence::text() says, on lines of its own; empty for null.
std::string text_of(const std::shared_ptr<const OrderDependence>& order);

// Makes the launch in order and, if its outcome may depend on it, under the session's schedules. Fills the result's report and order.
void run_in_several_orders(const ScheduledLaunch& launch, LaunchResult& result);

}  // namespace lab
