# drydock_submission_fuzzer(NAME): fuzz/submission.cpp with the engine that tests use. Also for the slice of it that is a test.
find_package(GTest REQUIRED)
function(drydock_submission_fuzzer name)
  set(support ${PROJECT_SOURCE_DIR}/tests/support)
  add_executable(${name} ${PROJECT_SOURCE_DIR}/fuzz/submission.cpp ${support}/engine_miniport.cpp ${support}/engine_hardware.cpp
    ${support}/engine_mmu.cpp ${support}/engine_virtual.cpp ${support}/ledger_miniport.cpp)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_options(${name} PRIVATE -fsanitize=fuzzer-no-link)
  target_link_libraries(${name} PRIVATE libdrydock drydock_wdk fmt::fmt GTest::gtest GTest::gmock -fsanitize=fuzzer)
endfunction()
