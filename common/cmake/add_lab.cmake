# add_lab(): everything that makes a lab, from its folder. Needs the SIMT machine (common/simt).
include(cuda_modules)
include(lab_files)
include(profile_lab)

# add_lab([GIVEN given.cu] TEST_SOURCES name_test.cpp ... SURVEY_SOURCES survey.cpp ... [NCU_OPTIONS OPTION...])
# The manifest (lab.toml) gives the lab's id, its kernel file and its checks. NCU_OPTIONS: the options of the command that
# the handout shows, for the targets profile_<id>.
#
# Targets: <id>_test, the test program; <id>_survey, which measures on a GPU and judges nothing (lab/survey.h), built only on
# request; <id>_module, the student's kernels; <id>_given, the lab's own; with nvcc, <id>_cuda, all that the GPU runs; with
# ENABLE_PROFILING, profile_<id>. CTest tests: one a check of lab.toml, named by lab and check (lab4.padded-values), labelled
# <id> and simt, and course if course.toml has the lab, or there is none; and <id>.build, which they need: it builds the
# student's module and the test program, so that what runs is what was saved. With nvcc there are also the measured checks
# (lab4.cuda.padded-bandwidth), labelled <id> and cuda; they are skipped if there is no GPU.
function(add_lab)
  cmake_parse_arguments(PARSE_ARGV 0 lab "" "GIVEN" "TEST_SOURCES;SURVEY_SOURCES;NCU_OPTIONS")
  set(folder "${CMAKE_CURRENT_SOURCE_DIR}")
  manifest_value("${folder}" id lab_ID)
  manifest_value("${folder}" kernel_file lab_KERNELS)
  set(student_source "${folder}/${lab_KERNELS}")
  set(student_module "${CMAKE_CURRENT_BINARY_DIR}/${lab_ID}.so")
  set(given_module "")

  # The student's own file is not part of the build of everything: a syntax error there must not stop it.
  add_simt_module(${lab_ID}_module EXCLUDE_FROM_ALL SOURCE "${student_source}" OUTPUT "${student_module}" INCLUDE "${folder}")
  if(lab_GIVEN)
    set(given_module "${CMAKE_CURRENT_BINARY_DIR}/${lab_ID}_given.so")
    add_simt_module(${lab_ID}_given SOURCE "${folder}/${lab_GIVEN}" OUTPUT "${given_module}" INCLUDE "${folder}")
  endif()

  set(student_fatbin "")
  set(given_fatbin "")
  if(COALESCE_NVCC)
    set(student_fatbin "${CMAKE_CURRENT_BINARY_DIR}/${lab_ID}.fatbin")
    add_cuda_module(${lab_ID}_cuda_module SOURCE "${student_source}" OUTPUT "${student_fatbin}" INCLUDE "${folder}")
    add_custom_target(${lab_ID}_cuda DEPENDS ${lab_ID}_cuda_module lab_kit_cuda)
    if(lab_GIVEN)
      set(given_fatbin "${CMAKE_CURRENT_BINARY_DIR}/${lab_ID}_given.fatbin")
      add_cuda_module(${lab_ID}_cuda_given SOURCE "${folder}/${lab_GIVEN}" OUTPUT "${given_fatbin}" INCLUDE "${folder}")
      add_dependencies(${lab_ID}_cuda ${lab_ID}_cuda_given)
    endif()
  endif()

  # The sources that both programs share are compiled once.
  set(test_only "${lab_TEST_SOURCES}")
  list(REMOVE_ITEM test_only ${lab_SURVEY_SOURCES})
  set(survey_only "${lab_SURVEY_SOURCES}")
  list(REMOVE_ITEM survey_only ${lab_TEST_SOURCES})
  set(shared "${lab_TEST_SOURCES}")
  list(REMOVE_ITEM shared ${test_only})
  if(shared)
    add_library(${lab_ID}_shared OBJECT ${shared})
    target_include_directories(${lab_ID}_shared PRIVATE "${PROJECT_SOURCE_DIR}/common/simt/include/cuda")
    target_link_libraries(${lab_ID}_shared PRIVATE lab_kit project_warnings)
    reuse_gtest_header(${lab_ID}_shared)
    set(shared $<TARGET_OBJECTS:${lab_ID}_shared>)
  endif()
  add_lab_program(${lab_ID}_test ${test_only} ${shared})
  add_lab_program(${lab_ID}_survey ${survey_only} ${shared} $<TARGET_OBJECTS:lab_survey_main>)
  set_target_properties(${lab_ID}_survey PROPERTIES EXCLUDE_FROM_ALL ON)
  add_dependencies(lab_surveys ${lab_ID}_survey)

  profile_lab(${lab_ID} "${folder}" ${lab_KERNELS} ${lab_NCU_OPTIONS})
  add_lab_tests(${lab_ID} "${folder}")
  if(COALESCE_NVCC)
    add_measured_tests(${lab_ID} "${folder}")
  endif()
  if(COALESCE_TESTS)
    add_reference_test(${lab_ID} "${folder}" ${lab_KERNELS})
  endif()
endfunction()

# The whole program on the reference solution, where that is: in a sanitized build nothing else runs the labs' own code.
function(add_reference_test id folder kernels)
  solution_folder("${folder}" solution)
  set(reference "${solution}/${kernels}")
  if(NOT EXISTS "${reference}")
    return()
  endif()
  set(module "${CMAKE_CURRENT_BINARY_DIR}/${id}_reference.so")
  add_simt_module(${id}_reference SOURCE "${reference}" OUTPUT "${module}" INCLUDE "${folder}")
  add_test(NAME ${id}.reference COMMAND ${id}_test --machine simt --module "${module}" --seed 1 --gtest_brief=1)
  set_tests_properties(${id}.reference PROPERTIES LABELS "unit" TIMEOUT 300)
endfunction()

# add_lab_program(lab4_test SOURCE...): one program of the lab, with main() and what that must know of the build. Called by
# add_lab() alone, whose variables the definition is written from.
function(add_lab_program program)
  set(kit "${PROJECT_SOURCE_DIR}/common/lab/src")
  set(definition "${CMAKE_CURRENT_BINARY_DIR}/${program}.cpp")
  configure_file("${kit}/program.cpp.in" "${definition}" @ONLY)
  add_executable(${program} ${ARGN} "${definition}" $<TARGET_OBJECTS:lab_main>)
  target_include_directories(${program} PRIVATE "${kit}" "${PROJECT_SOURCE_DIR}/common/simt/include/cuda")
  target_link_libraries(${program} PRIVATE lab_kit project_warnings)
  reuse_gtest_header(${program})
  if(given_module)
    add_dependencies(${program} ${lab_ID}_given)
  endif()
endfunction()

# add_check(NAME REPORT LABELS LABEL... [LAB] [SKIPS REGEX] COMMAND...): a CTest test whose words are kept in REPORT when it
# fails. See run_check.cmake for the rest.
function(add_check name report)
  cmake_parse_arguments(PARSE_ARGV 2 check "LAB" "SKIPS" "LABELS;COMMAND")
  set(options -D LAB=${check_LAB})
  if(check_SKIPS)
    list(APPEND options -D "SKIPS=${check_SKIPS}")
  endif()
  add_test(NAME ${name}
    COMMAND "${CMAKE_COMMAND}" -D NAME=${name} -D "REPORTS=${CMAKE_BINARY_DIR}/reports" -D "REPORT=${report}" ${options}
            -P "${PROJECT_SOURCE_DIR}/common/cmake/run_check.cmake" -- ${check_COMMAND})
  set_tests_properties(${name} PROPERTIES LABELS "${check_LABELS}")
  set_property(GLOBAL APPEND PROPERTY COALESCE_LAB_TESTS ${name})
  if(check_SKIPS)
    set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "${check_SKIPS}")
  endif()
endfunction()

# run_ctest_in(FOLDER BUILD): ctest in a folder of the checkout runs the tests of that build folder, and keeps its log there.
# ctest reads the name of the build folder from a file in the folder that it is started in.
function(run_ctest_in folder build)
  # Other builds do not write this file, because they would take the tests from each other. A lab that is a link to another
  # place does not get one either.
  if(PROJECT_BINARY_DIR STREQUAL "${PROJECT_SOURCE_DIR}/build/default" AND NOT IS_SYMLINK "${folder}")
    file(WRITE "${folder}/DartConfiguration.tcl" "BuildDirectory: ${build}\n")
  endif()
endfunction()

# One CTest test a check, numbered in the manifest's order for the report that follows the tests.
function(add_lab_tests id folder)
  run_ctest_in("${folder}" "${CMAKE_CURRENT_BINARY_DIR}")
  file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/CTestCustom.cmake" "include(\"${CMAKE_BINARY_DIR}/CTestCustom.cmake\" OPTIONAL)\n")
  manifest_value("${folder}" in_course in_course)
  set(labels ${id} simt)
  if(in_course)
    list(APPEND labels course)
  endif()
  add_check(${id}.build ${id}.00.build.txt LABELS ${labels}
    COMMAND "${CMAKE_COMMAND}" -P "${PROJECT_SOURCE_DIR}/common/cmake/build_targets.cmake"
            -- "${CMAKE_BINARY_DIR}" ${id}_module ${id}_test)
  set_tests_properties(${id}.build PROPERTIES FIXTURES_SETUP ${id}_programs RESOURCE_LOCK build)
  manifest_value("${folder}" checks checks)
  manifest_value("${folder}" tests tests)
  set(number 0)
  foreach(check test IN ZIP_LISTS checks tests)
    math(EXPR number "${number} + 1")
    set(padded "${number}")
    if(number LESS 10)
      set(padded "0${number}")
    endif()
    add_check(${id}.${check} ${id}.${padded}.${check}.txt LABELS ${labels} LAB
      COMMAND "$<TARGET_FILE:${id}_test>" --gtest_filter=${test} --gtest_brief=1)
    set_tests_properties(${id}.${check} PROPERTIES FIXTURES_REQUIRED ${id}_programs TIMEOUT 120)
  endforeach()
endfunction()

# One CTest test a measured check, on the GPU. They come one at a time: each wants it for itself.
function(add_measured_tests id folder)
  manifest_value("${folder}" measured_checks checks)
  manifest_value("${folder}" measured tests)
  if(NOT tests)
    return()
  endif()
  add_check(${id}.cuda.build ${id}.98.cuda.build.txt LABELS ${id} cuda SKIPS "${CUDA_SKIPS}"
    COMMAND "${CMAKE_COMMAND}" -P "${PROJECT_SOURCE_DIR}/common/cmake/build_for_gpu.cmake"
            -- "$<TARGET_FILE:${id}_test>" "${CMAKE_BINARY_DIR}" ${id}_test ${id}_cuda)
  set_tests_properties(${id}.cuda.build PROPERTIES FIXTURES_SETUP ${id}_cuda_programs RESOURCE_LOCK build)
  foreach(check test IN ZIP_LISTS checks tests)
    add_check(${id}.cuda.${check} ${id}.99.cuda.${check}.txt LABELS ${id} cuda LAB SKIPS "${CUDA_SKIPS}"
      COMMAND "$<TARGET_FILE:${id}_test>" --machine cuda --gtest_filter=${test} --gtest_brief=1)
    set_tests_properties(${id}.cuda.${check} PROPERTIES FIXTURES_REQUIRED ${id}_cuda_programs RESOURCE_LOCK gpu TIMEOUT 120)
  endforeach()
endfunction()
