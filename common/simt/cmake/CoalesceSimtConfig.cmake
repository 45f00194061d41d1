# find_package(CoalesceSimt): the package simt, under the project's own name.
include("${CMAKE_CURRENT_LIST_DIR}/../simt/simt-config.cmake")
