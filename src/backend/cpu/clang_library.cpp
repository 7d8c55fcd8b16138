#include "backend/cpu/clang_library.h"

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>

#include "backend/cpu/clang_abi.h"
#include "backend/cpu/clang_options.h"
#include "backend/cpu/elf_loader.h"
#include "cuprum/error.h"
#include "runtime/compile_log.h"
#include "runtime/device_headers.h"
#include "runtime/precompiled_headers.h"

namespace cuprum::backend::cpu {
namespace {

struct ClangLibrary {
    decltype(&cuprum_clang_compile) compile;
    decltype(&cuprum_clang_free) free;
};

std::string library_path() {
    if (const char* path = std::getenv("CUPRUM_CLANG_LIBRARY")) return path;
    const std::string name = "libcuprum_clang.so";
    Dl_info own;
    if (!dladdr(reinterpret_cast<void*>(&compile_kernel), &own) || !own.dli_fname) return name;
    const std::string path = own.dli_fname;
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? name : path.substr(0, slash + 1) + name;
}

ClangLibrary open_library() {
    const std::string path = library_path();
    // RTLD_LOCAL keeps this LLVM apart from any other that the process holds.
    void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        throw Error(std::string("Cannot load the CPU compiler: ") + dlerror() +
                    ". Install libcuprum_clang.so beside libcuprum.so, with Clang " CUPRUM_CLANG_VERSION
                    ", or set CUPRUM_CLANG_LIBRARY to its path.");
    const auto find = [&](const char* name) {
        void* symbol = dlsym(handle, name);
        if (!symbol)
            throw Error("The CPU compiler " + path + " has no " + name +
                        "; install the one of this version of cuprum.");
        return symbol;
    };
    const int abi = reinterpret_cast<decltype(&cuprum_clang_abi)>(find("cuprum_clang_abi"))();
    const char* version = reinterpret_cast<decltype(&cuprum_clang_version)>(find("cuprum_clang_version"))();
    if (abi != CUPRUM_CLANG_ABI || std::strcmp(version, CUPRUM_CLANG_VERSION) != 0)
        throw Error("The CPU compiler " + path + " is Clang " + version + " with interface " + std::to_string(abi) +
                    ", but this cuprum needs Clang " CUPRUM_CLANG_VERSION " with interface " +
                    std::to_string(CUPRUM_CLANG_ABI) + "; install the one of this version of cuprum.");
    return {reinterpret_cast<decltype(&cuprum_clang_compile)>(find("cuprum_clang_compile")),
            reinterpret_cast<decltype(&cuprum_clang_free)>(find("cuprum_clang_free"))};
}

const ClangLibrary& clang_library() {
    static const ClangLibrary library = open_library();
    return library;
}

/// What to say where a program includes a header that there is none of for a CPU.
std::string about_headers(const std::string& log) {
    const std::size_t end = log.find("' file not found"),
                      start = end == std::string::npos ? end : log.rfind('\'', end - 1);
    if (start == std::string::npos) return {};
    const std::string name = log.substr(start + 1, end - start - 1);
    return "'" + name + "' is not available to kernels that run on a CPU." + runtime::headers_hint(name);
}

int find_headers(void* kept, const char* name, size_t name_size, char** bytes, size_t* size) {
    try {
        const auto found = static_cast<runtime::PrecompiledHeaders*>(kept)->find({name, name_size});
        *bytes = found ? static_cast<char*>(std::malloc(found->size())) : nullptr;
        if (!*bytes) return 0;
        std::memcpy(*bytes, found->data(), *size = found->size());
        return 1;
    } catch (const std::exception&) {
        return 0;  // They are a matter of time alone.
    }
}

void keep_headers(void* kept, const char* name, size_t name_size, const char* bytes, size_t size) {
    try {
        static_cast<runtime::PrecompiledHeaders*>(kept)->keep({name, name_size}, {bytes, size});
    } catch (const std::exception&) {
        return;
    }
}

}  // namespace

void load_clang() { clang_library(); }

runtime::Binary compile_kernel(const runtime::CompileRequest& kernel, const std::string& target) {
    const ClangLibrary& library = clang_library();
    std::vector<std::string> options = clang_options(kernel.options, kernel.with_nvcc);
    if (runtime::compile_log) options.push_back("-Wall");  // NVRTC warns of variables that are not used, too
    const auto pointers = [](const std::vector<std::string>& texts) {
        std::vector<const char*> result;
        for (const std::string& text : texts) result.push_back(text.c_str());
        return result;
    };
    const auto plain_options = pointers(options), names = pointers(kernel.names);
    std::vector<CuprumClangHeader> headers;
    for (const runtime::DeviceHeader& header : runtime::device_headers()) headers.push_back({header.name, header.text});

    CuprumClangRequest request{};
    const std::string text = kernel.text();
    request.source = text.c_str();
    request.source_size = text.size();
    request.options = plain_options.data();
    request.option_count = static_cast<int>(plain_options.size());
    request.headers = headers.data();
    request.header_count = static_cast<int>(headers.size());
    request.target = target.c_str();
    if (runtime::precompiled_headers) {
        request.headers_only = runtime::precompiled_headers->only;
        request.kept_headers = runtime::precompiled_headers;
        request.find_headers = find_headers;
        request.keep_headers = keep_headers;
    }
    if (kernel.is_cuda) {
        request.is_cuda = 1;
        request.names = names.data();
        request.name_count = static_cast<int>(names.size());
        request.check_memory = kernel.check_memory;
        request.check_races = kernel.check_races;
    }
    CuprumClangResult result = library.compile(&request);
    if (request.headers_only && result.ok) {
        library.free(&result);
        return {};
    }
    if (!result.ok || !result.object || !result.log) {
        std::string log = result.log ? result.log : "out of memory";
        if (kernel.is_cuda) log.insert(0, about_headers(log));
        library.free(&result);
        throw CompileException("A kernel did not compile for " + target + ":\n" + log, kernel.source);
    }
    if (runtime::compile_log) *runtime::compile_log += result.log;
    runtime::Binary binary{{result.object, result.object + result.object_size}, kernel.names};
    if (result.symbols) {
        const char* symbol = result.symbols;
        for (std::string& name : binary.symbols) {
            name = symbol;
            symbol += name.size() + 1;
        }
    }
    library.free(&result);
    // What compiles may still be no program: a function that is nowhere defined, an object that needs a constructor.
    try {
        LoadedObject(binary.code);
    } catch (const OutOfMemoryError&) {
        throw;
    } catch (const Error& error) {
        throw CompileException("A kernel did not compile for " + target + ":\n" + error.what(), kernel.source);
    }
    return binary;
}

}  // namespace cuprum::backend::cpu
