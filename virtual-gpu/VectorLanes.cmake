# The semantics of the vector ALU, compiled for any x86-64 and again for x86-64-v3 (execute/vector_opcodes.cc).
# SPDX-License-Identifier: MIT
set(AGT_LANE_SOURCES
  execute/dpp.cc
  execute/lanes.cc
  execute/vector_bits.cc
  execute/vector_carry.cc
  execute/vector_compare.cc
  execute/vector_convert.cc
  execute/vector_convert_packed.cc
  execute/vector_division.cc
  execute/vector_dot.cc
  execute/vector_float.cc
  execute/vector_half.cc
  execute/vector_integer.cc
  execute/vector_lane.cc
  execute/vector_minmax.cc
  execute/vector_packed.cc
  execute/vector_packed_float.cc
  execute/vector_short.cc
  execute/vector_tables.cc
  execute/vector_transcendental.cc)

# The loops over lanes are written to be vectorised, which needs more than -O2. Neither -fno option changes a value: the
# model reads no floating-point exception flags and no errno.
set(AGT_LANE_OPTIONS -fno-trapping-math -fno-math-errno $<$<CONFIG:RelWithDebInfo,Release>:-O3>)

# One variant of the lanes: an object library whose code lies in an inline namespace of the variant's name, so that the
# linker never takes one variant's inline functions for the other's.
function(agt_lanes_variant variant)
  add_library(agt_lanes_${variant} OBJECT ${AGT_LANE_SOURCES})
  target_link_libraries(agt_lanes_${variant} PRIVATE agt_flags)
  target_compile_definitions(agt_lanes_${variant} PRIVATE AGT_LANES_VARIANT=${variant})
  target_compile_options(agt_lanes_${variant} PRIVATE ${AGT_LANE_OPTIONS} ${ARGN})
endfunction()

# Links the variants into `library`. Sanitized builds have one: they are for finding errors, not for speed.
function(agt_add_vector_lanes library)
  agt_lanes_variant(baseline)
  target_sources(${library} PRIVATE $<TARGET_OBJECTS:agt_lanes_baseline>)
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64" AND NOT AGT_SANITIZED)
    agt_lanes_variant(v3 -march=x86-64-v3)
    target_sources(${library} PRIVATE $<TARGET_OBJECTS:agt_lanes_v3>)
    target_compile_definitions(${library} PRIVATE AGT_LANES_HAS_V3)
  endif()
endfunction()
