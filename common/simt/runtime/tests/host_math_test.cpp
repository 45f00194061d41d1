// CUDA's mathematical functions of the host, at values that are known.
#include "host/simt_host_math.h"

#include <gtest/gtest.h>

#include <cmath>

namespace {

TEST(HostMath, ExactWhereItShouldBe) {
  EXPECT_EQ(sinpi(1.0), 0);
  EXPECT_EQ(sinpi(0.5), 1);
  EXPECT_EQ(sinpi(-1.5), 1);
  EXPECT_EQ(cospi(0.5), 0);
  EXPECT_EQ(cospi(1e15 + 1), -1);
  EXPECT_EQ(rsqrtf(4.0F), 0.5F);
  EXPECT_EQ(rcbrt(8.0), 0.5);
  EXPECT_EQ(norm3d(2, 3, 6), 7);
  EXPECT_EQ(norm4df(1, 2, 2, 4), 5.0F);
  EXPECT_EQ(rhypot(3, 4), 0.2);
}

TEST(HostMath, InversesComeBack) {
  for (const double y : {-0.999, -0.5, -1e-9, 0.0, 1e-300, 0.3, 0.7, 0.9999999})
    EXPECT_NEAR(std::erf(erfinv(y)), y, 4e-16 + 4e-16 * std::fabs(y)) << y;
  for (const double y : {1e-200, 1e-20, 0.1, 1.0, 1.9}) EXPECT_NEAR(std::erfc(erfcinv(y)) / y, 1, 1e-12) << y;
  for (const double p : {1e-10, 0.025, 0.5, 0.975}) EXPECT_NEAR(normcdf(normcdfinv(p)) / p, 1, 1e-12) << p;
  EXPECT_NEAR(normcdfinv(0.975), 1.959963984540054, 1e-14);
}

TEST(HostMath, ScaledErrorFunction) {
  EXPECT_NEAR(erfcx(1.0), 0.42758357615580700, 1e-15);
  EXPECT_NEAR(erfcx(9.999), erfcx(10.001), 2e-5);
  EXPECT_NEAR(erfcx(50.0), 0.011281536265323772, 1e-16);
}

}  // namespace
