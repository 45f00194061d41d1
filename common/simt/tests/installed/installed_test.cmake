# Installs the machine, moves it, and builds and runs the example project against it, far from the source tree.
include("${CMAKE_CURRENT_LIST_DIR}/common.cmake")

must("installing" "${CMAKE_COMMAND}" --install "${BUILD}" --component simt --prefix "${work}/first")
file(RENAME "${work}/first" "${work}/moved")

# An installed file that names the tree it came from works only as long as that tree is there.
function(refuse_names_of_other_trees what text)
  foreach(folder IN ITEMS "${MACHINE}" "${BUILD}" "${work}/first")
    string(FIND "${text}" "${folder}" found)
    if(NOT found EQUAL -1)
      fail("${what} names ${folder}")
    endif()
  endforeach()
endfunction()
file(GLOB_RECURSE package "${work}/moved/*.cmake")
foreach(file IN LISTS package)
  file(STRINGS "${file}" lines)
  refuse_names_of_other_trees("${file}" "${lines}")
endforeach()
# CUDA's headers are those beside the program.
must("simtcc --editor-flags" "${work}/moved/bin/simtcc" --editor-flags)
refuse_names_of_other_trees("simtcc --editor-flags" "${said}")

file(COPY "${MACHINE}/examples/consumer" DESTINATION "${work}")
configure("${work}/consumer" "${work}/build" "-DCMAKE_PREFIX_PATH=${work}/moved")
must("building the example" "${CMAKE_COMMAND}" --build "${work}/build")

# The package has two names.
file(COPY "${work}/consumer/" DESTINATION "${work}/by_other_name")
file(READ "${work}/by_other_name/CMakeLists.txt" project)
string(REPLACE "find_package(simt REQUIRED)" "find_package(CoalesceSimt 0.1 REQUIRED)" project "${project}")
file(WRITE "${work}/by_other_name/CMakeLists.txt" "${project}")
configure("${work}/by_other_name" "${work}/other_build" "-DCMAKE_PREFIX_PATH=${work}/moved")
must("building the example by the other name" "${CMAKE_COMMAND}" --build "${work}/other_build")

function(expect text)
  string(FIND "${said}" "${text}" found)
  if(found EQUAL -1)
    fail("the output is without `${text}`:\n${said}")
  endif()
endfunction()

# A whole program, made by the installed compiler alone. What a sanitized machine needs besides is g++'s.
set(sanitizers "")
if(FLAGS MATCHES "-fsanitize=")
  set(sanitizers -lasan -lubsan)
endif()
must("compiling a program" "${work}/moved/bin/simtcc" "${MACHINE}/runtime/tests/programs/streams.cu"
  ${sanitizers} -o "${work}/streams")
must("the program" "${work}/streams")

# A stride of 4 floats: a warp's 32 lanes touch 16 sectors, where 4 would do. 8 warps.
must("the example" "${work}/build/scale")
expect("out[3] = 24\n")
expect("line 5: global load, 8 requests, 128 sectors of at least 32\n")
expect("line 5: global store, 8 requests, 32 sectors of at least 32\n")

must("simt_trace" "${work}/moved/bin/simt_trace" "${work}/build/scale.so" --kernel scale --grid 1 --block 32
  --arg f32:32:iota --arg f32:32:uninit --arg 1 --arg 32)
expect("\"sectors\"")

# A changed kernel is built again, with the same headers.
file(READ "${work}/consumer/scale.cu" kernel)
string(REPLACE "2.0F *" "3.0F *" kernel "${kernel}")
file(WRITE "${work}/consumer/scale.cu" "${kernel}")
must("building the changed example" "${CMAKE_COMMAND}" --build "${work}/build")
must("the changed example" "${work}/build/scale")
expect("out[3] = 36\n")

file(REMOVE_RECURSE "${work}")
