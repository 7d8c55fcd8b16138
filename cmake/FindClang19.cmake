# Clang and LLVM 19: the target Clang19::Clang19.
#   Clang19_STATIC   link Debian's static libraries instead of the shared ones: for packages that need no LLVM beside them
# Debian's own package files are not used: they ask for every static library and tool that LLVM can install.
set(Clang19_places HINTS ${LLVM_ROOT} ENV LLVM_ROOT PATHS /usr/lib/llvm-19)
find_path(Clang19_INCLUDE_DIR clang/CodeGen/CodeGenAction.h ${Clang19_places} PATH_SUFFIXES include NO_DEFAULT_PATH)
find_path(Clang19_LLVM_INCLUDE_DIR llvm/Config/llvm-config.h ${Clang19_places} PATH_SUFFIXES include NO_DEFAULT_PATH)
mark_as_advanced(Clang19_INCLUDE_DIR Clang19_LLVM_INCLUDE_DIR)
set(Clang19_required Clang19_INCLUDE_DIR Clang19_LLVM_INCLUDE_DIR)

if(Clang19_STATIC)
    set(Clang19_packages "libpolly-19-dev libzstd-dev zlib1g-dev")
    find_program(Clang19_CONFIG llvm-config ${Clang19_places} PATH_SUFFIXES bin NO_DEFAULT_PATH)
    find_path(Clang19_LIBRARY_DIR libclangCodeGen.a ${Clang19_places} PATH_SUFFIXES lib NO_DEFAULT_PATH)
    find_library(Clang19_POLLY libPolly.a ${Clang19_places} PATH_SUFFIXES lib)
    find_library(Clang19_ZSTD libzstd.a)
    find_library(Clang19_ZLIB libz.a)
    mark_as_advanced(Clang19_CONFIG Clang19_LIBRARY_DIR Clang19_POLLY Clang19_ZSTD Clang19_ZLIB)
    list(APPEND Clang19_required Clang19_CONFIG Clang19_LIBRARY_DIR Clang19_POLLY Clang19_ZSTD Clang19_ZLIB)
else()
    find_library(Clang19_CLANG_LIBRARY NAMES libclang-cpp.so.19.1 ${Clang19_places} PATH_SUFFIXES lib)
    find_library(Clang19_LLVM_LIBRARY NAMES LLVM-19 libLLVM.so.19.1 ${Clang19_places} PATH_SUFFIXES lib)
    mark_as_advanced(Clang19_CLANG_LIBRARY Clang19_LLVM_LIBRARY)
    list(APPEND Clang19_required Clang19_CLANG_LIBRARY Clang19_LLVM_LIBRARY)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Clang19
    REQUIRED_VARS ${Clang19_required}
    REASON_FAILURE_MESSAGE "apt-get install llvm-19-dev libclang-19-dev ${Clang19_packages}")

if(Clang19_FOUND AND NOT TARGET Clang19::Clang19)
    add_library(Clang19::Clang19 INTERFACE IMPORTED)
    target_include_directories(Clang19::Clang19 SYSTEM INTERFACE ${Clang19_INCLUDE_DIR} ${Clang19_LLVM_INCLUDE_DIR})
    if(Clang19_STATIC)
        # Code generation for x86-64 alone. What no kernel needs (other targets, the static analyser, ...) is left out:
        # it is not listed, or --gc-sections removes it.
        execute_process(COMMAND ${Clang19_CONFIG} --link-static --libnames
            x86 passes coverage frontendhlsl frontendopenmp irreader lto option windowsdriver
            OUTPUT_VARIABLE llvm_archives OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
        separate_arguments(llvm_archives UNIX_COMMAND "${llvm_archives}")
        list(TRANSFORM llvm_archives PREPEND "${Clang19_LIBRARY_DIR}/")
        set(clang_archives Frontend CodeGen Driver Parse Serialization Sema Analysis Edit AST ASTMatchers Support Lex
            Basic APINotes)
        list(TRANSFORM clang_archives PREPEND "${Clang19_LIBRARY_DIR}/libclang")
        list(TRANSFORM clang_archives APPEND ".a")
        target_link_libraries(Clang19::Clang19 INTERFACE
            -Wl,--start-group ${clang_archives} -Wl,--end-group ${llvm_archives} ${Clang19_ZLIB} ${Clang19_ZSTD}
            ${CMAKE_DL_LIBS} m)
        # Their symbols stay inside, as a process may hold another LLVM (numba, PyTorch, Triton).
        target_link_options(Clang19::Clang19 INTERFACE
            LINKER:--exclude-libs,ALL LINKER:--gc-sections LINKER:--no-undefined LINKER:--strip-all)
    else()
        target_link_libraries(Clang19::Clang19 INTERFACE ${Clang19_CLANG_LIBRARY} ${Clang19_LLVM_LIBRARY})
    endif()
endif()
