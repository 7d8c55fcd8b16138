# How everything of ours is compiled: the interface target `cuprum_options`, the build type, ccache.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
set(CMAKE_C_FLAGS_RELEASE "-O2")
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(CCACHE_PROGRAM ccache)
mark_as_advanced(CCACHE_PROGRAM)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # Relative paths, so that a moved checkout, a second build folder and a wheel share what was compiled. What a file
    # includes is known from the compiler's own list (CCACHE_DEPEND), so that a file that is not there yet is not
    # preprocessed twice.
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
        "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime "${CCACHE_PROGRAM}")
    set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
endif()

add_library(cuprum_options INTERFACE)
target_compile_options(cuprum_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra> $<$<CXX_COMPILER_ID:GNU>:-fno-semantic-interposition>
    # That GCC 4.4 passed complex<float> in another way is no news.
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-psabi>
    # Clang tells that std::stable_sort of GCC 12's library calls what that library says is deprecated.
    $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-deprecated-declarations>)
# Where the C++ library is linked in (`-static-libstdc++`, or a machine that has it as an archive alone), each of our
# libraries has its own copy, whose symbols must not be taken for another one's: streams crash over two kinds of locale.
target_link_options(cuprum_options INTERFACE $<$<PLATFORM_ID:Linux>:LINKER:--exclude-libs,libstdc++.a>)
# cuprum_exports(TARGET): of a shared library only our own names are seen from outside. Its calls of its own functions go
# straight there, not through the table that the dynamic linker fills.
function(cuprum_exports target)
    set(script "${PROJECT_SOURCE_DIR}/cmake/exports.map")
    target_link_options(${target} PRIVATE
        $<$<PLATFORM_ID:Linux>:LINKER:--version-script=${script},-Bsymbolic-functions>)
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${script}")
endfunction()

# cuprum_objects(TARGET <variable> <source>...): sets the variable to what the target is made of: its sources, or with
# CUPRUM_OBJECTS the object files of that build folder. The test `wheel` links these: how a wheel is made is tested, and
# what was compiled once is not compiled again.
set(CUPRUM_OBJECTS "" CACHE PATH "A build folder whose object files are linked instead of compiling the sources")
mark_as_advanced(CUPRUM_OBJECTS)
function(cuprum_objects target result)
    if(CUPRUM_OBJECTS)
        file(STRINGS "${CUPRUM_OBJECTS}/objects/${target}.txt" objects)
        set(${result} ${objects} PARENT_SCOPE)
    else()
        set(${result} ${ARGN} PARENT_SCOPE)
    endif()
endfunction()
# cuprum_list_objects(TARGET): writes the list for the function above.
function(cuprum_list_objects target)
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
    if(NOT CUPRUM_OBJECTS)
        file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/objects/${target}.txt"
            CONTENT "$<JOIN:$<TARGET_OBJECTS:${target}>,\n>\n")
    endif()
endfunction()

if(CUPRUM_SANITIZE)
    target_compile_options(cuprum_options INTERFACE -fsanitize=${CUPRUM_SANITIZE} -fno-sanitize-recover=all
        -fno-omit-frame-pointer -g1 -O0)
    target_compile_definitions(cuprum_options INTERFACE _GLIBCXX_ASSERTIONS)
    target_link_options(cuprum_options INTERFACE -fsanitize=${CUPRUM_SANITIZE})
endif()
