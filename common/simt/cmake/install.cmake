# cmake --install BUILD --component simt: what a program elsewhere needs to run kernels.
#
#   bin/simtcc bin/simt-verify    the compiler, and its verifier of finished modules as a program
#   bin/simt_trace                the program that launches any kernel
#   include/simt/                 the library's headers
#   lib/                          the library, and what find_package(simt) reads, or find_package(CoalesceSimt)
#   lib/simt/toolkit/             what builds look for in a CUDA Toolkit: the runtime that whole programs are linked with
#   lib/simt/                     what a checkout of the course uses instead of building it (prebuilt.cmake): the process that
#                                 runs kernels, the library that starts it, and of which sources all this is made
#   share/simt/                   CUDA's headers, which simtcc reads
#   share/man/man1/simtcc.1
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# simtcc looks for it beside the folder that it lies in, wherever the whole is moved to.
set(SIMT_INSTALLED_HOME share/simt)
set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/simt")
if(NOT CMAKE_INSTALL_BINDIR MATCHES "^[^/]+$")
  message(FATAL_ERROR "CMAKE_INSTALL_BINDIR is `${CMAKE_INSTALL_BINDIR}`: it must be one folder in the prefix, such as bin, since simtcc finds its headers in ../${SIMT_INSTALLED_HOME}")
endif()

install(TARGETS simt simtcc simt-verify EXPORT simt-targets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT simt
  RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT simt
  INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
# What simtcc has in a CUDA Toolkit's place. It looks in ../lib/simt, whatever CMake calls its folder for libraries.
install(FILES "$<TARGET_FILE:simt_cudart>" "${SIMT_TOOLKIT}/lib64/libcudadevrt.a" "${SIMT_TOOLKIT}/lib64/libcudart.so"
  "${SIMT_TOOLKIT}/lib64/libcuda.so" DESTINATION lib/simt/toolkit/lib64 COMPONENT simt)
get_property(library_files GLOBAL PROPERTY simt_library_files)
install(FILES ${library_files} DESTINATION lib/simt/toolkit/lib64 COMPONENT simt)
install(DIRECTORY "${SIMT_TOOLKIT}/nvvm" DESTINATION lib/simt/toolkit COMPONENT simt)
install(CODE "
  set(toolkit \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/simt/toolkit\")
  file(MAKE_DIRECTORY \"\${toolkit}/bin\")
  file(CREATE_LINK ../../../${SIMT_INSTALLED_HOME}/include/cuda \"\${toolkit}/include\" SYMBOLIC)
  file(CREATE_LINK ../../../../${CMAKE_INSTALL_BINDIR}/simtcc \"\${toolkit}/bin/nvcc\" SYMBOLIC)" COMPONENT simt)
install(EXPORT simt-targets NAMESPACE simt:: DESTINATION "${package_folder}" COMPONENT simt)
install(DIRECTORY include/simt DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT simt)
install(TARGETS simt_remote simt_messages simt_system_calls simt_machine
  ARCHIVE DESTINATION lib/simt COMPONENT simt
  RUNTIME DESTINATION lib/simt COMPONENT simt)
file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/version" "${PROJECT_VERSION}\n")
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/version" DESTINATION lib/simt COMPONENT simt)
# The digest is taken at installation: the sources may have changed since the configuration, and with them what was built.
set(digest_script "${CMAKE_CURRENT_SOURCE_DIR}/cmake/source_digest.sh")
install(CODE "
  execute_process(COMMAND sh \"${digest_script}\" \"${CMAKE_CURRENT_SOURCE_DIR}\" OUTPUT_VARIABLE digest COMMAND_ERROR_IS_FATAL ANY)
  file(WRITE \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/simt/sources.sha256\" \"\${digest}\")" COMPONENT simt)
install(FILES compiler/driver/simtcc.1 DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT simt)
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
# The same under the project's name, by which the package is known.
set(other_folder "${CMAKE_INSTALL_LIBDIR}/cmake/CoalesceSimt")
install(FILES cmake/CoalesceSimtConfig.cmake DESTINATION "${other_folder}" COMPONENT simt)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/simt-config-version.cmake" DESTINATION "${other_folder}"
  RENAME CoalesceSimtConfigVersion.cmake COMPONENT simt)
