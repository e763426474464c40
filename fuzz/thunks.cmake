# drydock_thunks_fuzzer(NAME): fuzz/thunks.cpp with the bookkeeper miniport, built by drydock cc. Also for the slice of it
# that is a test.
function(drydock_thunks_fuzzer name)
  set(driver ${CMAKE_CURRENT_BINARY_DIR}/bookkeeper.so)
  set(sources ${PROJECT_SOURCE_DIR}/tests/drivers/bookkeeper)
  add_custom_command(OUTPUT ${driver}
    COMMAND drydock cc --kind miniport -DDXGKDDI_INTERFACE_VERSION=0x4002 -DBOOK_NO_FAULTS -I${sources}
            ${sources}/bookkeeper.c -o ${driver}
    DEPENDS drydock ${sources}/bookkeeper.c ${sources}/book.h
            ${sources}/variants.h)
  add_executable(${name} ${PROJECT_SOURCE_DIR}/fuzz/thunks.cpp ${driver})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${name} PRIVATE DRYDOCK_BOOKKEEPER="${driver}")
  # Where the library is not instrumented, what the requests look like is still something to explore.
  target_compile_options(${name} PRIVATE -fsanitize=fuzzer-no-link)
  target_link_libraries(${name} PRIVATE libdrydock drydock_wdk fmt::fmt -fsanitize=fuzzer)
  set_target_properties(${name} PROPERTIES ENABLE_EXPORTS ON)
endfunction()
