# For `ctest -L lab4` at the top of the checkout: the tests are those of the build folder of the preset `default`.
# CMake writes files of this name into build folders only; this one is written by hand. Paths are relative, since ctest
# defines no directory variable here, and reads the file in its own folder.
if(EXISTS "build/default/CTestTestfile.cmake")
  subdirs(build/default)
else()
  message(FATAL_ERROR "The labs have not been configured yet. Run one of these first:\n"
    "  ./course build\n"
    "  cmake --preset default")
endif()
