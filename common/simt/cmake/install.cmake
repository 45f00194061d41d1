# cmake --install BUILD --component simt: what a program elsewhere needs to run kernels.
#
#   bin/simtcc bin/simt_trace     the compiler, and the program that launches any kernel
#   include/simt/                 the library's headers
#   lib/                          the libraries, that of whole programs among them, and what find_package(simt) reads
#   share/simt/                   CUDA's headers, which simtcc reads
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# simtcc looks for it beside the folder that it lies in, wherever the whole is moved to.
set(SIMT_INSTALLED_HOME share/simt)
set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/simt")
if(NOT CMAKE_INSTALL_BINDIR MATCHES "^[^/]+$")
  message(FATAL_ERROR "CMAKE_INSTALL_BINDIR is `${CMAKE_INSTALL_BINDIR}`: it must be one folder in the prefix, such as bin, since simtcc finds its headers in ../${SIMT_INSTALLED_HOME}")
endif()

install(TARGETS simt simtcc EXPORT simt-targets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT simt
  RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT simt
  INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
# What simtcc links programs with: it looks in ../lib, whatever CMake calls its folder for libraries.
install(FILES "$<TARGET_FILE:simt_cudart>" "$<TARGET_FILE:simt>" DESTINATION lib COMPONENT simt)
install(EXPORT simt-targets NAMESPACE simt:: DESTINATION "${package_folder}" COMPONENT simt)
install(DIRECTORY include/simt DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT simt)
install(DIRECTORY include/cuda DESTINATION "${SIMT_INSTALLED_HOME}/include" COMPONENT simt)
if(TARGET simt_trace)
  install(TARGETS simt_trace DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT simt)
endif()

configure_package_config_file(cmake/simt-config.cmake.in simt-config.cmake
  INSTALL_DESTINATION "${package_folder}")
# A module is for one version of the machine, so another minor version is another package.
write_basic_package_version_file(simt-config-version.cmake COMPATIBILITY SameMinorVersion)
install(
  FILES "${CMAKE_CURRENT_BINARY_DIR}/simt-config.cmake" "${CMAKE_CURRENT_BINARY_DIR}/simt-config-version.cmake"
        cmake/simt_module.cmake cmake/simt_program.cmake
  DESTINATION "${package_folder}" COMPONENT simt)
