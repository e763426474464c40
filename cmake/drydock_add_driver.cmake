# drydock_add_driver(NAME KIND miniport|umd|avstream SOURCES … [INCLUDE_DIRECTORIES …] [DEFINITIONS …]
#                    [OPTIONS …] [SANITIZE …] [COVERAGE] [RACES])
#
# Builds NAME.so from Windows driver source with `drydock cc`, one object a source, rebuilt when a header changes. A source
# that ends in .o is linked as it is. Makes the target NAME, part of `all`; its property DRYDOCK_DRIVER holds the path of the
# driver, DRYDOCK_OBJECTS those of its objects, in the order of the sources.
function(drydock_add_driver name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "COVERAGE;RACES" "KIND" "SOURCES;INCLUDE_DIRECTORIES;DEFINITIONS;OPTIONS;SANITIZE")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "drydock_add_driver(${name}): unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  # A word that is no keyword here would be one more folder or source.
  foreach(word IN LISTS arg_SOURCES arg_INCLUDE_DIRECTORIES arg_DEFINITIONS arg_OPTIONS arg_SANITIZE)
    if(word MATCHES "^(COMPILE|LINK)_[A-Z_]+$|^(INCLUDES|INCLUDE_DIRS|DEFINES|FLAGS|LIBRARIES)$")
      message(FATAL_ERROR "drydock_add_driver(${name}): unknown argument ${word}; definitions follow DEFINITIONS, folders "
        "INCLUDE_DIRECTORIES, and what else the compiler takes OPTIONS")
    endif()
  endforeach()
  if(NOT arg_KIND MATCHES "^(miniport|umd|avstream)$")
    message(FATAL_ERROR "drydock_add_driver(${name}): KIND must be miniport, umd or avstream")
  endif()
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "drydock_add_driver(${name}): no SOURCES given")
  endif()

  set(common --kind ${arg_KIND})
  if(arg_SANITIZE)
    list(JOIN arg_SANITIZE "," sanitizers)
    list(APPEND common --sanitize=${sanitizers})
  endif()
  if(arg_COVERAGE)
    list(APPEND common --coverage)
  endif()
  if(arg_RACES)
    list(APPEND common --races)
  endif()
  set(flags ${arg_OPTIONS})
  foreach(directory IN LISTS arg_INCLUDE_DIRECTORIES)
    cmake_path(ABSOLUTE_PATH directory BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    list(APPEND flags -I${directory})
  endforeach()
  list(TRANSFORM arg_DEFINITIONS PREPEND -D OUTPUT_VARIABLE definitions)

  set(objects)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${name}.dir)
  file(MAKE_DIRECTORY ${folder})
  foreach(source IN LISTS arg_SOURCES)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    if(source MATCHES "\\.o$")
      list(APPEND objects ${source})
      continue()
    endif()
    string(SHA1 key ${source})
    string(SUBSTRING ${key} 0 8 key)
    cmake_path(GET source STEM LAST_ONLY stem)
    set(object ${folder}/${stem}-${key}.o)
    add_custom_command(OUTPUT ${object}
      COMMAND ${DRYDOCK_PROGRAM} cc ${common} -c ${source} -o ${object} -MMD -MF ${object}.d ${flags} ${definitions}
      DEPENDS ${source} ${DRYDOCK_PROGRAM} DEPFILE ${object}.d
      COMMENT "Compiling driver source ${stem} of ${name}" VERBATIM)
    list(APPEND objects ${object})
  endforeach()

  set(driver ${CMAKE_CURRENT_BINARY_DIR}/${name}.so)
  add_custom_command(OUTPUT ${driver}
    COMMAND ${DRYDOCK_PROGRAM} cc ${common} ${objects} -o ${driver}
    DEPENDS ${objects} COMMENT "Linking driver ${name}" VERBATIM)
  add_custom_target(${name} ALL DEPENDS ${driver})
  set_target_properties(${name} PROPERTIES DRYDOCK_DRIVER ${driver} DRYDOCK_OBJECTS "${objects}")
endfunction()
