# How a library, a program and a test are declared: agt_library, agt_program, agt_test.
# SPDX-License-Identifier: MIT

# Every target's language level and warnings, in one place.
add_library(agt_flags INTERFACE)
target_compile_features(agt_flags INTERFACE cxx_std_20)
target_compile_options(agt_flags INTERFACE
  -Wall -Wextra -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast -Wundef -Werror -ffp-contract=off)
target_include_directories(agt_flags INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/generated)

# True in builds with a sanitizer (CMakePresets.json, asan).
string(FIND "${CMAKE_CXX_FLAGS}" "-fsanitize" found)
if(found EQUAL -1)
  set(AGT_SANITIZED OFF)
else()
  set(AGT_SANITIZED ON)
endif()

set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)

# agt_library(NAME LAYER n SOURCES … [USES …])
# A static library in layer n; it may use agt libraries of lower layers only (AgtLayers.cmake checks).
function(agt_library name)
  cmake_parse_arguments(ARG "" "LAYER" "SOURCES;USES" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC agt_flags ${ARG_USES})
  agt_register_layer(${name} ${ARG_LAYER})
endfunction()

# agt_program(NAME SOURCES … [USES …])   a program in bin/
function(agt_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE agt_flags ${ARG_USES})
endfunction()

# agt_test(NAME SOURCES … [USES …] [LABEL unit|cli|end-to-end] [TIMEOUT seconds])
# A GoogleTest program, one ctest entry of its name under the label (unit unless said otherwise).
function(agt_test name)
  cmake_parse_arguments(ARG "" "LABEL;TIMEOUT" "SOURCES;USES" ${ARGN})
  if(NOT ARG_LABEL)
    set(ARG_LABEL unit)
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  target_link_libraries(${name} PRIVATE agt_flags ${ARG_USES} GTest::gmock GTest::gtest_main)
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS ${ARG_LABEL} TIMEOUT ${ARG_TIMEOUT})
endfunction()
