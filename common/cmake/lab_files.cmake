# What a lab consists of: the data of its manifest, and where all that students must not see of it is. The grader keeps the
# same rule of places (grader/core/lab_files.py).

# read_manifests(): reads every labs/*/lab.toml, and course.toml where there is one, once a configuration. CMake has no TOML reader; a Python that has one
# makes JSON of them. The environment of ./course comes first, since Python 3.10 (Ubuntu 22.04) has none of its own.
function(read_manifests)
  set(script "${PROJECT_SOURCE_DIR}/common/cmake/manifests_json.py")
  file(GLOB manifests CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/labs/*/lab.toml")
  file(GLOB course CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/course.toml")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${script}" ${manifests} ${course})
  set(options "")
  if(course)
    set(options --course "${course}")
  endif()
  foreach(python IN ITEMS "${PROJECT_SOURCE_DIR}/.venv/bin/python" python3 python3.13 python3.12 python3.11)
    execute_process(COMMAND "${python}" "${script}" ${options} ${manifests}
      RESULT_VARIABLE status OUTPUT_VARIABLE json ERROR_VARIABLE words)
    if(status STREQUAL 0)
      set_property(GLOBAL PROPERTY COALESCE_MANIFESTS "${json}")
      return()
    elseif(status STREQUAL 1)
      message(FATAL_ERROR "${words}")
    endif()
  endforeach()
  message(FATAL_ERROR
    "No Python here can read the labs' manifests (lab.toml): Python 3.11 is needed, or an older one with tomli.\n"
    "  apt-get install python3          on Debian 12, Ubuntu 24.04 or newer\n"
    "  apt-get install python3-tomli    on Ubuntu 22.04\n"
    "or let ./course setup make an environment that has it")
endfunction()

# manifest_value(FOLDER KEY OUT): a value of the manifest of the lab in FOLDER, or a list of values.
function(manifest_value folder key out)
  cmake_path(GET folder FILENAME lab)
  get_property(json GLOBAL PROPERTY COALESCE_MANIFESTS)
  string(JSON type ERROR_VARIABLE missing TYPE "${json}" "${lab}" "${key}")
  if(missing)
    message(FATAL_ERROR "${folder}: ${missing}. Does the folder hold a lab.toml, and was read_manifests() called?")
  endif()
  set(values "")
  if(type STREQUAL "ARRAY")
    string(JSON count LENGTH "${json}" "${lab}" "${key}")
    if(count)
      math(EXPR last "${count} - 1")
      foreach(index RANGE ${last})
        string(JSON value GET "${json}" "${lab}" "${key}" ${index})
        list(APPEND values "${value}")
      endforeach()
    endif()
  else()
    string(JSON values GET "${json}" "${lab}" "${key}")
  endif()
  set(${out} "${values}" PARENT_SCOPE)
endfunction()

# solution_folder(FOLDER OUT): where all that students must not see of the lab in FOLDER is: in its own solution/ if it has
# one, else in solutions/.
function(solution_folder folder out)
  cmake_path(GET folder FILENAME lab)
  set(found "${folder}/solution")
  if(NOT IS_DIRECTORY "${found}")
    cmake_path(GET CMAKE_CURRENT_FUNCTION_LIST_DIR PARENT_PATH common)
    cmake_path(GET common PARENT_PATH root)
    set(found "${root}/solutions/${lab}")
  endif()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

# answers_folder(FOLDER OUT): where the catalogued answers of the lab in FOLDER are.
function(answers_folder folder out)
  solution_folder("${folder}" solution)
  set(${out} "${solution}/answers" PARENT_SCOPE)
endfunction()
