# add_lab(): everything that makes a lab, from its folder. Needs the SIMT machine (common/simt).
include(cuda_modules)
include(profile_lab)

# The names of the GoogleTest tests that a lab's manifest lists: its lines `test = "Suite.Name"`.
function(read_manifest_tests manifest out_tests)
  file(STRINGS "${manifest}" lines REGEX "^test *= *\"[^\"]+\"")
  list(TRANSFORM lines REPLACE "^test *= *\"([^\"]+)\".*" "\\1")
  if(NOT lines)
    message(FATAL_ERROR "${manifest}: no check has a `test = \"Suite.Name\"` line")
  endif()
  set(${out_tests} "${lines}" PARENT_SCOPE)
endfunction()

# Of these the ones that a GPU can measure: the checks with a line `measured = true`.
function(read_measured_tests manifest out_tests)
  file(STRINGS "${manifest}" lines REGEX "^(\\[\\[checks\\]\\]|test *=|measured *= *true)")
  set(tests "")
  set(test "")
  set(measured FALSE)
  foreach(line IN LISTS lines ITEMS "[[checks]]")
    if(line MATCHES "^test *= *\"([^\"]+)\"")
      set(test "${CMAKE_MATCH_1}")
    elseif(line MATCHES "^measured")
      set(measured TRUE)
    else()
      if(measured)
        list(APPEND tests "${test}")
      endif()
      set(measured FALSE)
    endif()
  endforeach()
  set(${out_tests} "${tests}" PARENT_SCOPE)
endfunction()

# add_lab(ID lab4 KERNELS name.cu [GIVEN given.cu] TEST_SOURCES name_test.cpp ... SURVEY_SOURCES survey.cpp ...)
#
# Targets: <id>_test, the test program; <id>_survey, which measures on a GPU and judges nothing (lab/survey.h), built only
# where it is asked for; <id>_module, the student's kernels; <id>_given, the lab's own; where nvcc is,
# <id>_cuda, all that the GPU runs; with ENABLE_PROFILING, profile_<id>.
# CTest tests: one a check of lab.toml, labelled <id> and simt, and <id>.build, which they need: it rebuilds the
# student's module, so that what runs is what was saved. Where nvcc is, the same for the measured checks, labelled <id>
# and cuda; they are skipped where no GPU is.
function(add_lab)
  cmake_parse_arguments(PARSE_ARGV 0 lab "" "ID;KERNELS;GIVEN" "TEST_SOURCES;SURVEY_SOURCES")
  set(folder "${CMAKE_CURRENT_SOURCE_DIR}")
  set(student_module "${CMAKE_CURRENT_BINARY_DIR}/${lab_ID}.so")
  set(given_module "")

  # The student's own file is not part of the build of everything: a syntax error there must not stop it.
  add_simt_module(${lab_ID}_module EXCLUDE_FROM_ALL SOURCE "${folder}/${lab_KERNELS}" OUTPUT "${student_module}" INCLUDE "${folder}")
  if(lab_GIVEN)
    set(given_module "${CMAKE_CURRENT_BINARY_DIR}/${lab_ID}_given.so")
    add_simt_module(${lab_ID}_given SOURCE "${folder}/${lab_GIVEN}" OUTPUT "${given_module}" INCLUDE "${folder}")
  endif()

  set(kit "${PROJECT_SOURCE_DIR}/common/lab/src")
  add_executable(${lab_ID}_test ${lab_TEST_SOURCES} "${kit}/main.cpp")
  add_executable(${lab_ID}_survey EXCLUDE_FROM_ALL ${lab_SURVEY_SOURCES} "${kit}/main.cpp" "${kit}/survey_program.cpp")
  add_dependencies(lab_surveys ${lab_ID}_survey)
  if(lab_GIVEN)
    add_dependencies(${lab_ID}_test ${lab_ID}_given)
  endif()
  set(student_fatbin "")
  set(given_fatbin "")
  if(COALESCE_NVCC)
    set(student_fatbin "${CMAKE_CURRENT_BINARY_DIR}/${lab_ID}.fatbin")
    add_cuda_module(${lab_ID}_cuda_module SOURCE "${folder}/${lab_KERNELS}" OUTPUT "${student_fatbin}" INCLUDE "${folder}")
    add_custom_target(${lab_ID}_cuda DEPENDS ${lab_ID}_cuda_module lab_kit_cuda)
    if(lab_GIVEN)
      set(given_fatbin "${CMAKE_CURRENT_BINARY_DIR}/${lab_ID}_given.fatbin")
      add_cuda_module(${lab_ID}_cuda_given SOURCE "${folder}/${lab_GIVEN}" OUTPUT "${given_fatbin}" INCLUDE "${folder}")
      add_dependencies(${lab_ID}_cuda ${lab_ID}_cuda_given)
    endif()
  endif()
  foreach(program IN ITEMS ${lab_ID}_test ${lab_ID}_survey)
    target_compile_definitions(${program} PRIVATE
      LAB_ID="${lab_ID}" LAB_PROGRAM="${program}" LAB_SOURCE="${folder}/${lab_KERNELS}"
      LAB_MODULE="${student_module}" LAB_GIVEN_MODULE="${given_module}"
      LAB_CUDA_MODULE="${student_fatbin}" LAB_CUDA_GIVEN_MODULE="${given_fatbin}" LAB_CUDA_KIT="${CUDA_KIT}")
    target_include_directories(${program} PRIVATE "${PROJECT_SOURCE_DIR}/common/simt/include/cuda")
    target_link_libraries(${program} PRIVATE lab_kit project_warnings)
    simt_loads_modules(${program})
  endforeach()

  profile_lab(${lab_ID} "${folder}" ${lab_KERNELS})
  add_lab_tests(${lab_ID} "${folder}/lab.toml")
  if(COALESCE_NVCC)
    add_measured_tests(${lab_ID} "${folder}/lab.toml")
  endif()
endfunction()

# One CTest test a measured check, on the GPU. They come one at a time: each wants it for itself.
function(add_measured_tests id manifest)
  read_measured_tests("${manifest}" tests)
  if(NOT tests)
    return()
  endif()
  set(reports "${CMAKE_BINARY_DIR}/reports")
  set(folder "${PROJECT_SOURCE_DIR}/common/cmake")
  add_test(NAME ${id}.cuda.build
    COMMAND "${CMAKE_COMMAND}" -D NAME=${id}.cuda.build -D "REPORT=${reports}/${id}.98.cuda.build.txt" -D "SKIPS=${CUDA_SKIPS}"
            -P "${folder}/run_check.cmake"
            -- "${CMAKE_COMMAND}" -D "PROGRAM=$<TARGET_FILE:${id}_test>" -D "BUILD=${CMAKE_BINARY_DIR}" -D TARGET=${id}_cuda
               -P "${folder}/build_for_gpu.cmake")
  set_tests_properties(${id}.cuda.build PROPERTIES
    LABELS "${id};cuda" FIXTURES_SETUP ${id}_cuda_module RESOURCE_LOCK build SKIP_REGULAR_EXPRESSION "${CUDA_SKIPS}")
  foreach(test IN LISTS tests)
    add_test(NAME ${id}.cuda.${test}
      COMMAND "${CMAKE_COMMAND}" -D NAME=${id}.cuda.${test} -D "REPORT=${reports}/${id}.99.cuda.${test}.txt"
              -D "SKIPS=${CUDA_SKIPS}" -P "${folder}/run_check.cmake"
              -- "$<TARGET_FILE:${id}_test>" --machine cuda --gtest_filter=${test} --gtest_brief=1)
    set_tests_properties(${id}.cuda.${test} PROPERTIES
      LABELS "${id};cuda" FIXTURES_REQUIRED ${id}_cuda_module RESOURCE_LOCK gpu TIMEOUT 120
      SKIP_REGULAR_EXPRESSION "${CUDA_SKIPS}")
  endforeach()
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
