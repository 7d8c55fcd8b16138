// The plain C interface between libcuprum and libcuprum_clang, the library that holds the compiler. No C++ type crosses
// it, so the two may be built with different compilers and LLVM stays out of every process that only runs ready
// kernels.
#pragma once

#include <stddef.h>

/// Raised when anything below changes.
#define CUPRUM_CLANG_ABI 6

/// The Clang that the build uses. libcuprum names it in the keys of its cache without loading the compiler.
#ifndef CUPRUM_CLANG_VERSION
#define CUPRUM_CLANG_VERSION "19.1.7"
#endif

/// A file that `#include <name>` finds.
struct CuprumClangHeader {
    const char* name;
    const char* text;  ///< Ends in NUL.
};

struct CuprumClangRequest {
    const char* source;  ///< C++20 text; ends in NUL.
    size_t source_size;
    const char* const* options;  ///< -D, -U, -I, -include, -std= and the like.
    int option_count;
    const CuprumClangHeader* headers;
    int header_count;
    const char* target;  ///< "x86-64-v2", "x86-64-v3", "x86-64-v4", behind each "-nomvec", "-fibers" and "-scalar" as
                         ///< wanted, in this order.
    int is_cuda;  ///< A user's program in CUDA C++, which is read behind the prelude, and whose kernels the engine
                  ///< runs.
    const char* const* names;  ///< The C++ names that such a program is asked for.
    int name_count;
    int check_memory;  ///< Let such a program ask the engine before it uses memory.
    int check_races;   ///< Let such a program tell the engine what it does to shared memory.
    int headers_only;  ///< Precompile the includes that the source begins with, and give them to `keep_headers`.
    /// Precompiled headers of other processes. Both functions are null where nothing is kept, and throw nothing.
    void* kept_headers;
    /// Returns 0 where there are none of this name; else `bytes` is a block for `free`.
    int (*find_headers)(void* kept_headers, const char* name, size_t name_size, char** bytes, size_t* size);
    void (*keep_headers)(void* kept_headers, const char* name, size_t name_size, const char* bytes, size_t size);
};

/// What `cuprum_clang_compile` returns; `cuprum_clang_free` releases its blocks.
struct CuprumClangResult {
    int ok;
    char* object;  ///< An ELF relocatable object, null on failure.
    size_t object_size;
    char* symbols;  ///< For each name asked for its symbol and NUL; null where none was asked for.
    char* log;      ///< Warnings and errors; never null, ends in NUL.
};

#pragma GCC visibility push(default)
extern "C" {
int cuprum_clang_abi(void);
/// "19.1.7"
const char* cuprum_clang_version(void);
/// Any number of threads may compile at once.
CuprumClangResult cuprum_clang_compile(const CuprumClangRequest* request);
void cuprum_clang_free(CuprumClangResult* result);
}
#pragma GCC visibility pop
