# add_lab(): everything that makes a lab, from its folder. Needs the SIMT machine (common/simt).

# The names of the GoogleTest tests that a lab's manifest lists: its lines `test = "Suite.Name"`.
function(read_manifest_tests manifest out_tests)
  file(STRINGS "${manifest}" lines REGEX "^test *= *\"[^\"]+\"")
  list(TRANSFORM lines REPLACE "^test *= *\"([^\"]+)\".*" "\\1")
  if(NOT lines)
    message(FATAL_ERROR "${manifest}: no check has a `test = \"Suite.Name\"` line")
  endif()
  set(${out_tests} "${lines}" PARENT_SCOPE)
endfunction()

# add_lab(ID lab4 KERNELS name.cu [GIVEN given.cu] TEST_SOURCES name_test.cpp ...)
#
# Targets: <id>_test, the test program; <id>_module, the student's kernels; <id>_given, the lab's own.
# CTest tests: one a check of lab.toml, labelled <id> and simt, and <id>.build, which they need: it rebuilds the
# student's module, so that what runs is what was saved.
function(add_lab)
  cmake_parse_arguments(PARSE_ARGV 0 lab "" "ID;KERNELS;GIVEN" "TEST_SOURCES")
  set(folder "${CMAKE_CURRENT_SOURCE_DIR}")
  set(student_module "${CMAKE_CURRENT_BINARY_DIR}/${lab_ID}.so")
  set(given_module "")

  # The student's own file is not part of the build of everything: a syntax error there must not stop it.
  add_simt_module(${lab_ID}_module EXCLUDE_FROM_ALL SOURCE "${folder}/${lab_KERNELS}" OUTPUT "${student_module}" INCLUDE "${folder}")
  if(lab_GIVEN)
    set(given_module "${CMAKE_CURRENT_BINARY_DIR}/${lab_ID}_given.so")
    add_simt_module(${lab_ID}_given SOURCE "${folder}/${lab_GIVEN}" OUTPUT "${given_module}" INCLUDE "${folder}")
  endif()

  add_executable(${lab_ID}_test ${lab_TEST_SOURCES} "${PROJECT_SOURCE_DIR}/common/lab/src/main.cpp")
  if(lab_GIVEN)
    add_dependencies(${lab_ID}_test ${lab_ID}_given)
  endif()
  target_compile_definitions(${lab_ID}_test PRIVATE
    LAB_ID="${lab_ID}" LAB_MODULE="${student_module}" LAB_GIVEN_MODULE="${given_module}")
  target_include_directories(${lab_ID}_test PRIVATE "${PROJECT_SOURCE_DIR}/common/simt/include/cuda")
  target_link_libraries(${lab_ID}_test PRIVATE lab_kit project_warnings)
  simt_loads_modules(${lab_ID}_test)

  add_lab_tests(${lab_ID} "${folder}/lab.toml")
endfunction()

# One CTest test a check, numbered in the manifest's order for the report that follows the tests.
function(add_lab_tests id manifest)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${manifest}")
  set(reports "${CMAKE_BINARY_DIR}/reports")
  set(script "${PROJECT_SOURCE_DIR}/common/cmake/run_check.cmake")
  add_test(NAME ${id}.build
    COMMAND "${CMAKE_COMMAND}" -D NAME=${id}.build -D "REPORT=${reports}/${id}.00.build.txt" -P "${script}"
            -- "${CMAKE_COMMAND}" --build "${CMAKE_BINARY_DIR}" --target ${id}_module)
  set_tests_properties(${id}.build PROPERTIES LABELS "${id};simt" FIXTURES_SETUP ${id}_module RESOURCE_LOCK build)
  read_manifest_tests("${manifest}" tests)
  set(number 0)
  foreach(test IN LISTS tests)
    math(EXPR number "${number} + 1")
    set(padded "${number}")
    if(number LESS 10)
      set(padded "0${number}")
    endif()
    add_test(NAME ${id}.${test}
      COMMAND "${CMAKE_COMMAND}" -D NAME=${id}.${test} -D "REPORT=${reports}/${id}.${padded}.${test}.txt" -P "${script}"
              -- "$<TARGET_FILE:${id}_test>" --costs "${reports}/costs" --gtest_filter=${test} --gtest_brief=1)
    set_tests_properties(${id}.${test} PROPERTIES LABELS "${id};simt" FIXTURES_REQUIRED ${id}_module TIMEOUT 120)
  endforeach()
endfunction()
