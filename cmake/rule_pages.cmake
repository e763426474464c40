# A page for each rule, which SARIF refers to: in the build tree where the program looks for them, as in an installation.
set(pages ${PROJECT_BINARY_DIR}/share/drydock/rules)
add_custom_command(OUTPUT ${pages}/pages.stamp
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${pages}
  COMMAND drydock rules --pages ${pages}
  COMMAND ${CMAKE_COMMAND} -E touch ${pages}/pages.stamp
  DEPENDS drydock libdrydock
  VERBATIM)
add_custom_target(rule_pages ALL DEPENDS ${pages}/pages.stamp)
install(DIRECTORY ${pages} DESTINATION ${CMAKE_INSTALL_DATADIR}/drydock FILES_MATCHING PATTERN "*.html")
