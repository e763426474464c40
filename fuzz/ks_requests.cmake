# drydock_ks_fuzzer(NAME): fuzz/ks_requests.cpp in front of the reference camera. Also for the slice of it that is a test.
function(drydock_ks_fuzzer name)
  add_executable(${name} ${PROJECT_SOURCE_DIR}/fuzz/ks_requests.cpp)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${name} PRIVATE DRYDOCK_VCAM="$<TARGET_PROPERTY:vcam,DRYDOCK_DRIVER>")
  # Where the library is not instrumented, what the requests look like is still something to explore.
  target_compile_options(${name} PRIVATE -fsanitize=fuzzer-no-link)
  target_link_libraries(${name} PRIVATE libdrydock drydock_wdk fmt::fmt -fsanitize=fuzzer)
  set_target_properties(${name} PROPERTIES ENABLE_EXPORTS ON)
  add_dependencies(${name} vcam)
endfunction()
