# The machine as packages: coalesce-simt_VERSION-SYSTEM_ARCHITECTURE.deb for the Debian or Ubuntu that it is built on, and the
# same files as .tar.gz. `./course package` builds what install.cmake lists and calls CPack.
file(STRINGS /etc/os-release os_release REGEX "^(ID|VERSION_ID)=")
string(REGEX REPLACE "(^|;)(ID|VERSION_ID)=" "" system "${os_release}")
string(REGEX REPLACE "[\";]" "" system "${system}")  # debian12, ubuntu24.04; the file may name either first
if(NOT system MATCHES "^[a-z]")
  string(REGEX REPLACE "^([0-9.]+)(.*)$" "\\2\\1" system "${system}")
endif()

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME coalesce-simt)
set(CPACK_PACKAGE_VENDOR "Coalesce Labs")
set(CPACK_PACKAGE_CONTACT "Coalesce Labs <maintainers@coalesce-labs.invalid>")
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION "simtcc compiles CUDA kernels and programs for the SIMT machine, a GPU simulator that runs them on the CPU,
 counts sectors, wavefronts and bank conflicts as an NVIDIA GPU does, and finds races and out-of-bounds accesses.")
# Name of the .tar.gz
set(CPACK_PACKAGE_FILE_NAME "coalesce-simt-${PROJECT_VERSION}-${system}-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_COMPONENTS_ALL simt)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR}" simt simt /)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE "${system}")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# Libraries are found by dpkg-shlibdeps. clang is started, and depends on the C++ library's headers itself.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
string(REGEX MATCH "^[0-9]+" llvm_major "${llvm_version}")
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-${llvm_major}, binutils")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA "${CMAKE_CURRENT_LIST_DIR}/debian/postinst" "${CMAKE_CURRENT_LIST_DIR}/debian/prerm")
include(CPack)
