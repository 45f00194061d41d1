# cmake --install BUILD --component simt: what a program elsewhere needs to run kernels.
#
#   bin/simtcc bin/simt_trace     the compiler driver, and the program that launches any kernel
#   include/simt/                 the library's headers
#   lib/                          the library, and what find_package(simt) reads
#   share/simt/                   what simtcc gives the compiler: CUDA's headers, the module's stamp
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(SIMT_INSTALLED_SIMTCC "${CMAKE_INSTALL_BINDIR}/simtcc")
# simtcc looks for it beside the folder that it lies in, wherever the whole is moved to.
set(SIMT_INSTALLED_HOME share/simt)
set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/simt")
if(NOT CMAKE_INSTALL_BINDIR MATCHES "^[^/]+$")
  message(FATAL_ERROR "CMAKE_INSTALL_BINDIR is `${CMAKE_INSTALL_BINDIR}`: it must be one folder in the prefix, such as bin, since simtcc finds its headers in ../${SIMT_INSTALLED_HOME}")
endif()

install(TARGETS simt simt_callbacks EXPORT simt-targets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT simt
  OBJECTS DESTINATION "${CMAKE_INSTALL_LIBDIR}/simt" COMPONENT simt
  INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT simt-targets NAMESPACE simt:: DESTINATION "${package_folder}" COMPONENT simt)
install(DIRECTORY include/simt DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT simt)
install(DIRECTORY include/cuda DESTINATION "${SIMT_INSTALLED_HOME}/include" COMPONENT simt)
install(FILES src/module_stamp.h DESTINATION "${SIMT_INSTALLED_HOME}/src" COMPONENT simt)
install(FILES guard.awk DESTINATION "${SIMT_INSTALLED_HOME}" COMPONENT simt)
install(PROGRAMS simtcc DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT simt)
if(TARGET simt_trace)
  install(TARGETS simt_trace DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT simt)
endif()

configure_package_config_file(cmake/simt-config.cmake.in simt-config.cmake
  INSTALL_DESTINATION "${package_folder}"
  PATH_VARS SIMT_INSTALLED_SIMTCC SIMT_INSTALLED_HOME)
# A module is for one version of the machine, so another minor version is another package.
write_basic_package_version_file(simt-config-version.cmake COMPATIBILITY SameMinorVersion)
install(
  FILES "${CMAKE_CURRENT_BINARY_DIR}/simt-config.cmake" "${CMAKE_CURRENT_BINARY_DIR}/simt-config-version.cmake"
        cmake/simt_module.cmake
  DESTINATION "${package_folder}" COMPONENT simt)
