# bin/drydock, lib/libdrydock.so, include/, the CMake package and the pkg-config file.
include(CMakePackageConfigHelpers)

install(TARGETS drydock RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS libdrydock EXPORT drydock-targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/wdk ${PROJECT_SOURCE_DIR}/include/drydock
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} PATTERN ".clang-format" EXCLUDE)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/drydock)
install(EXPORT drydock-targets NAMESPACE drydock:: DESTINATION ${package_dir})
configure_package_config_file(cmake/drydock-config.cmake.in ${PROJECT_BINARY_DIR}/drydock-config.cmake
  INSTALL_DESTINATION ${package_dir} PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/drydock-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/drydock-config.cmake ${PROJECT_BINARY_DIR}/drydock-config-version.cmake
  cmake/drydock_add_driver.cmake DESTINATION ${package_dir})

configure_file(cmake/drydock.pc.in ${PROJECT_BINARY_DIR}/drydock.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/drydock.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
# With everything that they link to.
install(FILES LICENSE README.md CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/drydock)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/drydock)
install(FILES tests/tree/readme/clock.c DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/drydock/tests/tree/readme)
