# The prebuilt kernels for the processor of this machine, and a small part of them for GPUs, which NVRTC makes without
# one. Their kernels come from the device headers, the tables and the choice among them; a change of anything else
# leaves them as they are. Whole packs for GPUs are made by `python -m cuprum cache build --target sm_90`.
set(gpu_targets ${CUPRUM_GPU_TARGETS} ${CUPRUM_GPU_COMMON_TARGETS})
if(NOT CUPRUM_PREBUILT_KERNELS OR CUPRUM_SANITIZE OR NOT (with_CPU OR (with_CUDA AND gpu_targets)))
    return()
endif()
set(pack_dir "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/cuprum-kernels")
add_executable(build_prebuilt_kernels tools/build_prebuilt_kernels.cpp)
target_include_directories(build_prebuilt_kernels PRIVATE src)
target_link_libraries(build_prebuilt_kernels PRIVATE cuprum cuprum_options)

set(pack_commands)
if(with_CPU)
    set(cpu_targets ${CUPRUM_CPU_TARGETS})
    if(NOT cpu_targets)
        set(cpu_targets native)
    endif()
    foreach(target IN LISTS cpu_targets)
        # Precompiled headers are for this machine, and too large for what is handed on: a wheel, a package.
        set(chosen)
        set(headers)
        if(NOT target STREQUAL "native")
            set(chosen "CUPRUM_CPU_TARGET=${target}")
        elseif(NOT CUPRUM_STATIC_CLANG)
            set(headers --headers)
        endif()
        list(APPEND pack_commands
            COMMAND "${CMAKE_COMMAND}" -E env CUPRUM_BACKEND=cpu ${chosen}
                $<TARGET_FILE:build_prebuilt_kernels> "${pack_dir}" ${CUPRUM_CPU_KERNELS} ${headers})
    endforeach()
endif()

# What calls launch on a GPU is found by calling them, with a driver that runs nothing.
if(with_CUDA)
    cmake_path(GET CUDAHeaders_NVRTC_DIR PARENT_PATH cuda)
    set(stand_in "${CMAKE_BINARY_DIR}/stand_in")
    foreach(library libcuda.so.1 libcufft.so.12 libcufft.so.11)
        add_library(stand_in_${library} SHARED tools/stand_in_driver.cpp)
        target_include_directories(stand_in_${library} PRIVATE device)
        target_include_directories(stand_in_${library} SYSTEM PRIVATE ${CUDAHeaders_INCLUDE_DIRS})
        target_link_libraries(stand_in_${library} PRIVATE cuprum_options)
        set_target_properties(stand_in_${library} PROPERTIES PREFIX "" OUTPUT_NAME ${library} SUFFIX ""
            LIBRARY_OUTPUT_DIRECTORY "${stand_in}")
        add_dependencies(build_prebuilt_kernels stand_in_${library})
    endforeach()
    set(with_stand_in "${CMAKE_COMMAND}" -E env CUPRUM_BACKEND=cuda "LD_LIBRARY_PATH=${stand_in}"
        "CUPRUM_CUDA_PATH=${stand_in}" "CUDA_PATH=${cuda}")
    if(CUPRUM_TESTS)
        add_test(NAME kernels_of_typical_calls COMMAND ${with_stand_in} CUPRUM_STAND_IN=sm_90
            $<TARGET_FILE:build_prebuilt_kernels> list common)
        set_tests_properties(kernels_of_typical_calls PROPERTIES PASS_REGULAR_EXPRESSION
            "cuprum_recursive_filter_sections2_float64_float32.*cuprum_distances_euclidean_float32")
    endif()
    set(first_targets ${CUPRUM_GPU_TARGETS})
    foreach(target IN LISTS CUPRUM_GPU_COMMON_TARGETS)
        list(REMOVE_ITEM first_targets ${target})
        list(APPEND pack_commands COMMAND ${with_stand_in} CUPRUM_STAND_IN=${target}
            $<TARGET_FILE:build_prebuilt_kernels> "${pack_dir}" common)
    endforeach()
    if(first_targets)
        list(APPEND pack_commands COMMAND "${CMAKE_COMMAND}" -E env "CUPRUM_CUDA_PATH=${cuda}"
            $<TARGET_FILE:build_prebuilt_kernels> "${pack_dir}" first ${first_targets})
    endif()
endif()

file(GLOB_RECURSE tables CONFIGURE_DEPENDS "include/cuprum/*.def")
add_custom_command(
    OUTPUT prebuilt_kernels.stamp
    ${pack_commands}
    COMMAND "${CMAKE_COMMAND}" -E touch prebuilt_kernels.stamp
    DEPENDS ${device_headers} ${tables} src/kernel/prebuilt/prebuilt_kernels.cpp src/kernel/prebuilt/typical_calls.cpp
            src/kernel/prebuilt/typical_scipy_calls.cpp
    COMMENT "Compiling the prebuilt kernels" USES_TERMINAL)
add_custom_target(prebuilt_kernels ALL DEPENDS prebuilt_kernels.stamp)
add_dependencies(prebuilt_kernels build_prebuilt_kernels)
if(with_CPU)
    add_dependencies(prebuilt_kernels cuprum_clang)
endif()
install(DIRECTORY "${pack_dir}" DESTINATION ${CMAKE_INSTALL_LIBDIR})
