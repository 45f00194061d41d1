# ccache, where it is installed: what was compiled before, in this checkout or another, is not compiled again. `-D
# CMAKE_CXX_COMPILER_LAUNCHER=` switches it off.
find_program(COALESCE_CCACHE ccache DOC "ccache, if compilations are to be remembered")
mark_as_advanced(COALESCE_CCACHE)
if(COALESCE_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  # Paths below the checkout do not count, so that a fresh clone finds what another one compiled. The settings of the user hold
  # for the rest. Precompiled headers: https://ccache.dev/manual/4.7.html#_precompiled_headers
  set(CMAKE_CXX_COMPILER_LAUNCHER
    "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
    "CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime" "${COALESCE_CCACHE}")
endif()
