# ccache, where it is installed: what was compiled before in a folder of this path is not compiled again there. (A unity build's
# sources name theirs by their whole path, so another clone compiles its own.) `-D CMAKE_CXX_COMPILER_LAUNCHER=` switches it off.
find_program(COALESCE_CCACHE ccache DOC "ccache, if compilations are to be remembered")
mark_as_advanced(COALESCE_CCACHE)
if(COALESCE_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  # Precompiled headers need these: https://ccache.dev/manual/4.7.html#_precompiled_headers
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
    "CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime" "${COALESCE_CCACHE}")
endif()
