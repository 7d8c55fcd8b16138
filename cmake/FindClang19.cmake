# Clang and LLVM 19 as shared libraries: the target Clang19::Clang19.
# Debian's own package files are not used: they ask for every static library and tool that LLVM can install.
find_path(Clang19_INCLUDE_DIR clang/CodeGen/CodeGenAction.h
    HINTS ${LLVM_ROOT} ENV LLVM_ROOT PATHS /usr/lib/llvm-19 PATH_SUFFIXES include NO_DEFAULT_PATH)
find_path(Clang19_LLVM_INCLUDE_DIR llvm/Config/llvm-config.h
    HINTS ${LLVM_ROOT} ENV LLVM_ROOT PATHS /usr/lib/llvm-19 PATH_SUFFIXES include NO_DEFAULT_PATH)
find_library(Clang19_CLANG_LIBRARY NAMES libclang-cpp.so.19.1
    HINTS ${LLVM_ROOT} ENV LLVM_ROOT PATHS /usr/lib/llvm-19 PATH_SUFFIXES lib)
find_library(Clang19_LLVM_LIBRARY NAMES LLVM-19 libLLVM.so.19.1
    HINTS ${LLVM_ROOT} ENV LLVM_ROOT PATHS /usr/lib/llvm-19 PATH_SUFFIXES lib)
mark_as_advanced(Clang19_INCLUDE_DIR Clang19_LLVM_INCLUDE_DIR Clang19_CLANG_LIBRARY Clang19_LLVM_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Clang19
    REQUIRED_VARS Clang19_CLANG_LIBRARY Clang19_LLVM_LIBRARY Clang19_INCLUDE_DIR Clang19_LLVM_INCLUDE_DIR
    REASON_FAILURE_MESSAGE "apt-get install llvm-19-dev libclang-19-dev")

if(Clang19_FOUND AND NOT TARGET Clang19::Clang19)
    add_library(Clang19::Clang19 INTERFACE IMPORTED)
    target_include_directories(Clang19::Clang19 SYSTEM INTERFACE ${Clang19_INCLUDE_DIR} ${Clang19_LLVM_INCLUDE_DIR})
    target_link_libraries(Clang19::Clang19 INTERFACE ${Clang19_CLANG_LIBRARY} ${Clang19_LLVM_LIBRARY})
endif()
