# Warnings and instrumentation for everything that is built here.
find_program(DRYDOCK_CCACHE ccache)
if(DRYDOCK_CCACHE)
  # Without these ccache keeps nothing that has to do with precompiled headers, which is everything here. They are the same
  # again when what they were made of is; the compiler lists that, and each is read once for all that ask.
  set(launcher env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1 CCACHE_INODECACHE=1 ${DRYDOCK_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()

add_compile_options(-Wall -Wextra -Werror -fno-omit-frame-pointer)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # The second one checks DRYDOCK_ACQUIRED_BEFORE.
  add_compile_options(-Wthread-safety -Wthread-safety-beta)
  add_link_options(-fuse-ld=lld)
endif()

if(DRYDOCK_ASSERTIONS)
  foreach(type RELWITHDEBINFO RELEASE)
    string(REPLACE "-DNDEBUG" "" CMAKE_C_FLAGS_${type} "${CMAKE_C_FLAGS_${type}}")
    string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_${type} "${CMAKE_CXX_FLAGS_${type}}")
  endforeach()
endif()

if(DRYDOCK_SANITIZE)
  add_compile_options(-fsanitize=${DRYDOCK_SANITIZE} -fno-sanitize-recover=all)
  if(DRYDOCK_SANITIZE MATCHES "undefined")
    # A driver may pass any number where the interface has an enumeration: the host must take it and say no.
    add_compile_options(-fno-sanitize=enum)
    # A driver may pass null where the interface wants memory: the access tells.
    add_compile_options(-fno-sanitize=nonnull-attribute)
    # What address finds as well, or hardly ever happens, and is a quarter of what the build costs.
    add_compile_options(-fno-sanitize=null,object-size,pointer-overflow,vptr)
  endif()
  add_link_options(-fsanitize=${DRYDOCK_SANITIZE})
endif()
if(DRYDOCK_COVERAGE)
  add_compile_options(-fprofile-instr-generate -fcoverage-mapping)
  add_link_options(-fprofile-instr-generate)
endif()
if(DRYDOCK_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
