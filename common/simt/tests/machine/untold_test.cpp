// Calls of the machine that a module's table does not tell of stop the launch: of them the verifier shows
// only that their places are of the right kind.
#include "machine_test.h"

namespace {

struct Untold {
  const char* kernel;  // untold_module.cpp
  const char* says;
};

void PrintTo(const Untold& untold, std::ostream* out) { *out << untold.kernel; }

class UntoldCall : public machine_test::MachineTest, public testing::WithParamInterface<Untold> {
 protected:
  UntoldCall() : MachineTest("untold") {}
};

TEST_P(UntoldCall, StopsTheLaunch) {
  const auto report = launch(GetParam().kernel, 1, 1, buffer<int>("data", 64));
  ASSERT_FALSE(report.completed());
  EXPECT_EQ(report.faults.front().kind, simt::FaultKind::crash);
  EXPECT_NE(report.faults.front().message.find(GetParam().says), std::string::npos)
      << report.faults.front().message;
}

INSTANTIATE_TEST_SUITE_P(Machine, UntoldCall,
                         testing::Values(Untold{"fence", "does not tell of this fence"},
                                         Untold{"phase", "does not tell of this barrier"},
                                         Untold{"matrices", "does not tell of these matrices"},
                                         Untold{"product", "a shape or type that does not exist"},
                                         Untold{"atomic", "tells of an atomic operation of another width"},
                                         Untold{"copy", "copies to a smaller place than it copies from"},
                                         Untold{"leave", "does not have the line that this lane leaves from"},
                                         Untold{"undefined", "that no shuffle has taken"},
                                         Untold{"message", "(a message that is no text of the module)"}),
                         [](const auto& tested) { return std::string(tested.param.kernel); });

}  // namespace
