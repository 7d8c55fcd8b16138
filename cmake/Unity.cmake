# Several small sources are compiled as one, which takes less time: what they include is read once, and what they use of
# templates is made once. The files of a group lie in one folder, so that a changed line compiles a few neighbours with
# it; a large file stays alone. Names in a group's anonymous namespaces must differ, as must its macros.

option(CUPRUM_UNITY "Compile small sources in groups of four" ON)
if(CUPRUM_UNITY)
    # A struct of one source file may have members of a type in its anonymous namespace; GCC takes a group's files for
    # headers.
    target_compile_options(cuprum_options INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
endif()

# cuprum_unity(<variable> <source>...): sets the variable to what is compiled in place of these sources, which have
# absolute paths. We write these files, and CMake does not (UNITY_BUILD): theirs hold absolute paths, for which ccache
# would find nothing that another checkout has compiled.
function(cuprum_unity result)
    if(NOT CUPRUM_UNITY)
        set(${result} ${ARGN} PARENT_SCOPE)
        return()
    endif()
    set(group_files 4)
    set(large 20000)  # bytes
    set(folder "")
    set(group "")
    set(compiled "")
    list(SORT ARGN)
    foreach(source IN LISTS ARGN ITEMS "")  # the last one closes the last group
        cmake_path(GET source PARENT_PATH source_folder)
        list(LENGTH group length)
        if(length AND (length EQUAL group_files OR NOT source_folder STREQUAL folder))
            list(GET group 0 first)
            if(length EQUAL 1)
                list(APPEND compiled "${first}")
            else()
                file(RELATIVE_PATH name "${PROJECT_SOURCE_DIR}" "${first}")
                string(REPLACE "/" "." name "${name}")
                set(unity "${PROJECT_BINARY_DIR}/unity/${name}")
                set(text "")
                foreach(file IN LISTS group)
                    file(RELATIVE_PATH file "${PROJECT_BINARY_DIR}/unity" "${file}")
                    string(APPEND text "#include \"${file}\"\n")
                endforeach()
                file(CONFIGURE OUTPUT "${unity}" CONTENT "${text}" @ONLY)
                list(APPEND compiled "${unity}")
            endif()
            set(group "")
        endif()
        set(folder "${source_folder}")
        if(source)
            file(SIZE "${source}" size)
            if(size GREATER large)
                list(APPEND compiled "${source}")
            else()
                list(APPEND group "${source}")
            endif()
        endif()
    endforeach()
    set(${result} ${compiled} PARENT_SCOPE)
endfunction()
