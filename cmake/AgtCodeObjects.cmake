# Device code: each twin is compiled once for every target, to a raw uncompressed ELF that is checked as soon as it is built.
# SPDX-License-Identifier: MIT

find_program(AGT_DEVICE_COMPILER NAMES clang++-22 clang++ REQUIRED)

# The exactness contract's flags (docs/writing-a-twin.md). Code object version 5 is what every runtime since ROCm 6 reads.
set(AGT_DEVICE_FLAGS
  -x hip --cuda-device-only --no-gpu-bundle-output -nogpuinc -nogpulib -mcode-object-version=5
  -std=c++20 -O3 -ffp-contract=off -fno-fast-math -fhip-fp32-correctly-rounded-divide-sqrt
  -fno-gpu-flush-denormals-to-zero -Wall -Wextra -Werror)

# agt_code_object(SOURCE GFX OUTPUT [definition …]): one object, compiled and checked. clang drops -MD -MF where it
# compiles and links in one step, so the dependency file is asked of its front end.
function(agt_code_object source gfx output)
  set(check ${PROJECT_SOURCE_DIR}/cmake/CheckCodeObject.cmake)
  set(targets ${PROJECT_SOURCE_DIR}/targets/targets.json)
  list(TRANSFORM ARGN PREPEND -D OUTPUT_VARIABLE definitions)
  file(RELATIVE_PATH depfile_target ${PROJECT_BINARY_DIR} ${output})
  cmake_path(GET output PARENT_PATH folder)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND ${AGT_DEVICE_COMPILER} --offload-arch=${gfx} ${AGT_DEVICE_FLAGS} ${definitions} -I${PROJECT_SOURCE_DIR}
            -Xclang -dependency-file -Xclang ${output}.d -Xclang -MT -Xclang ${depfile_target} -o ${output} ${source}
    COMMAND ${CMAKE_COMMAND} -DFILE=${output} -DGFX=${gfx} -DTARGETS=${targets} -P ${check}
    DEPENDS ${source} ${check} ${targets}
    DEPFILE ${output}.d
    COMMENT "${depfile_target}"
    VERBATIM)
endfunction()

# Another build tree, whose device code this one takes as it is: host flags change nothing in it, and 75 objects take time.
set(AGT_DEVICE_CODE_FROM "" CACHE PATH "Build tree to take device code from, when it is there")

# agt_code_objects(TWIN): lib/twins/<gfx>/<twin>.co for every target from the twin's device.hip, and for the targets of
# AGT_MUTANT_TARGETS a mutant with one constant changed (AGT_MUTATION), which only the test suite `mutated` uses.
function(agt_code_objects twin)
  set(source ${CMAKE_CURRENT_SOURCE_DIR}/${twin}/device.hip)
  if(AGT_DEVICE_CODE_FROM AND EXISTS ${AGT_DEVICE_CODE_FROM}/build.ninja)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
    file(CREATE_LINK ${AGT_DEVICE_CODE_FROM}/lib/twins ${PROJECT_BINARY_DIR}/lib/twins SYMBOLIC)
  else()
    foreach(gfx ${AGT_GFX_TARGETS})
      set(output ${PROJECT_BINARY_DIR}/lib/twins/${gfx}/${twin}.co)
      agt_code_object(${source} ${gfx} ${output})
      list(APPEND objects ${output})
    endforeach()
  endif()
  foreach(gfx ${AGT_MUTANT_TARGETS})
    set(output ${PROJECT_BINARY_DIR}/tests/suites/mutated/${gfx}/${twin}.mutant)
    agt_code_object(${source} ${gfx} ${output} AGT_MUTATION)
    list(APPEND objects ${output})
  endforeach()
  add_custom_target(${twin}_code_objects ALL DEPENDS ${objects})
endfunction()
