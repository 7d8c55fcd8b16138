// Shared libraries found at run time. Nothing of CUDA is linked, so one build of cuprum serves machines with CUDA 12,
// with CUDA 13 and with none.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace cuprum::runtime {

/// The folders that hold headers of CUDA: that of the toolkit to which `library` belongs first, then other toolkits'
/// and NVIDIA's Python packages'.
std::vector<std::string> header_folders(const std::string& library);

/// Tells which CUDA the driver runs (12, 13), so that libraries built for a newer one are taken only as a last resort.
void set_driver_cuda_major(int major);

/// A library by all of its names. A soname's own number may differ from CUDA's: libcusolver.so.12 is of CUDA 13.
struct LibraryNames {
    struct Soname {
        int cuda_major;  ///< 0 where the library serves every CUDA.
        std::string name;
    };
    std::string title;            ///< For messages: "NVRTC".
    std::vector<Soname> sonames;  ///< Newest first.
    std::string install;          ///< For messages: how to get it.
};

class Library {
public:
    /// Loads the first that is found, for the rest of the process. Throws an Error that lists every place tried.
    explicit Library(const LibraryNames& names);

    /// The function `name`, typed by its declaration: `library.symbol<decltype(nvrtcVersion)>("nvrtcVersion")`.
    template <class F>
    F* symbol(const char* name) const {
        return reinterpret_cast<F*>(address(name));
    }

    /// The same, or null where the library is too old to have it.
    template <class F>
    F* symbol_if_there(const char* name) const {
        return reinterpret_cast<F*>(find(name));
    }

    /// Where the library was found; a bare soname when the system's loader found it.
    const std::string& path() const { return path_; }

    /// The file that the constructor would load, without loading it; empty when that cannot be told.
    static std::string locate(const LibraryNames& names);

private:
    void* find(const char* name) const;
    void* address(const char* name) const;

    std::string title_;
    std::string path_;
    void* handle_ = nullptr;
};

/// A struct of a library's functions, each declared and found in one line:
///     struct Solver : LibraryFunctions {
///         using LibraryFunctions::LibraryFunctions;
///         int (*create)(Handle*) = symbol("Create");
///     };
///     Solver solver(library, "cusolverDn");
class LibraryFunctions {
public:
    /// The library must live as long as this is being made. Names begin with `prefix`.
    LibraryFunctions(const Library& library, std::string prefix) : library_(&library), prefix_(std::move(prefix)) {}

protected:
    struct Named {
        const Library* library;
        std::string name;
        bool may_lack;

        template <class F>
        operator F*() const {
            return may_lack ? library->symbol_if_there<F>(name.c_str()) : library->symbol<F>(name.c_str());
        }
    };
    Named symbol(const std::string& name) const { return {library_, prefix_ + name, false}; }
    /// Null where the library is too old to have it.
    Named symbol_if_there(const std::string& name) const { return {library_, prefix_ + name, true}; }

private:
    const Library* library_;
    std::string prefix_;
};

}  // namespace cuprum::runtime
