# Compares docs/rules.md with what `drydock rules --markdown` prints.
execute_process(COMMAND ${PROGRAM} rules --markdown OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
file(READ ${DOCUMENT} committed)
if(NOT printed STREQUAL committed)
  message(FATAL_ERROR "docs/rules.md is out of date: run `make docs`")
endif()
