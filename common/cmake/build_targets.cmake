# cmake -P build_targets.cmake -- BUILD TARGET...
#
# What a lab's checks need, built before they run: the set-up test <id>.build.
include("${CMAKE_CURRENT_LIST_DIR}/arguments.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/build_locked.cmake")

read_arguments(arguments)
build_locked(${arguments})
