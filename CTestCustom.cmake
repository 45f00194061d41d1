# For `ctest` at the top of the checkout: what the build folder's own settings say (common/cmake/CTestCustom.cmake.in).
include("build/default/CTestCustom.cmake" OPTIONAL)
