# The manual page and the completion for bash, as the program says them.
set(manual ${PROJECT_BINARY_DIR}/share/man/man1/drydock.1)
set(completion ${PROJECT_BINARY_DIR}/share/bash-completion/completions/drydock)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share/man/man1 ${PROJECT_BINARY_DIR}/share/bash-completion/completions)
add_custom_command(OUTPUT ${manual} ${completion}
  COMMAND drydock manual > ${manual}
  COMMAND drydock manual --completion > ${completion}
  DEPENDS drydock libdrydock
  VERBATIM)
add_custom_target(manual ALL DEPENDS ${manual} ${completion})
install(FILES ${manual} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
