#include "numerics/openblas.h"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "cuprum/error.h"
#include "cuprum/missing_library.h"
#include "runtime/thread_pool.h"

namespace cuprum::numerics {
namespace {

/// How a build of OpenBLAS spells its names: <prefix>dgemm<suffix>, <prefix>openblas_set_num_threads<c_suffix>.
struct Spelling {
    const char *prefix, *suffix, *c_suffix;
    bool wide;
};
constexpr Spelling spellings[] = {
    {"scipy_", "_64_", "64_", true}, {"", "_64_", "64_", true}, {"scipy_", "_", "", false}, {"", "_", "", false}};

/// Paths of loaded libraries that are called OpenBLAS, in the order in which they were loaded.
std::vector<std::string> loaded_libraries() {
    std::vector<std::string> found;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* list) {
            const std::string path = info->dlpi_name ? info->dlpi_name : "";
            if (path.find("openblas", path.rfind('/') + 1) != std::string::npos)
                static_cast<std::vector<std::string>*>(list)->push_back(path);
            return 0;
        },
        &found);
    return found;
}

std::atomic<int> at_work{0};
std::atomic<bool> ending{false};
std::thread::id ending_thread;   // set before `ending`
thread_local int own_depth = 0;  // of this thread's objects; the outermost counts

/// Registered when the library has been loaded, so that it is called before the library ends its threads.
void wait_for_work_to_end() {
    ending_thread = std::this_thread::get_id();
    ending = true;
    while (at_work > (own_depth > 0 ? 1 : 0)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

OpenBlas open_library() {
    std::vector<std::string> paths;
    if (const char* path = std::getenv("CUPRUM_OPENBLAS"); path && *path) {
        paths = {path};
    } else {
        paths = loaded_libraries();
        paths.insert(paths.end(), {"libopenblas.so.0", "libopenblas64.so.0", "libopenblas.so"});
    }
    std::string tried;
    for (const std::string& path : paths) {
        const std::optional<OpenBlas> blas = OpenBlas::load(path, tried);
        if (!blas) continue;
        // Never more threads than the backend may use.
        if (runtime::ThreadPool::threads() < blas->get_num_threads())
            blas->set_num_threads(runtime::ThreadPool::threads());
        std::atexit(wait_for_work_to_end);
        return *blas;
    }
    throw MissingLibraryError(
        "Linear algebra on the host needs OpenBLAS, which was not found. Tried:" + tried +
        "\nInstall it (apt-get install libopenblas0, or NumPy's wheel, which holds it), or set CUPRUM_OPENBLAS "
        "to its path.");
}

}  // namespace

std::optional<OpenBlas> OpenBlas::load(const std::string& path, std::string& tried) {
    OpenBlas blas;
    blas.path_ = path;
    blas.handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!blas.handle_) {
        tried += std::string("\n  ") + dlerror();
        return std::nullopt;
    }
    for (const Spelling& spelling : spellings) {
        const auto threads = [&](const std::string& name) {
            return dlsym(blas.handle_, (spelling.prefix + name + spelling.c_suffix).c_str());
        };
        blas.set_num_threads = reinterpret_cast<void (*)(int)>(threads("openblas_set_num_threads"));
        blas.get_num_threads = reinterpret_cast<int (*)()>(threads("openblas_get_num_threads"));
        if (!blas.set_num_threads || !blas.get_num_threads) continue;
        blas.wide = spelling.wide;
        blas.prefix_ = spelling.prefix;
        blas.suffix_ = spelling.suffix;
        for (const char* name : {"dgemm", "dgetrf"}) {  // it may have been built without LAPACK
            if (blas.find(name)) continue;
            tried += "\n  " + path + ": has no " + name;
            return std::nullopt;
        }
        return blas;
    }
    tried += "\n  " + path + ": is no OpenBLAS";
    return std::nullopt;
}

void* OpenBlas::find(const std::string& name) const { return dlsym(handle_, (prefix_ + name + suffix_).c_str()); }

void* OpenBlas::function(const std::string& name) const {
    if (void* const address = find(name)) return address;
    throw Error("OpenBLAS (" + path_ + ") has no " + name +
                ". Install a whole one (apt-get install libopenblas0, or NumPy's wheel, which holds it), or set "
                "CUPRUM_OPENBLAS to its path.");
}

const OpenBlas& openblas() {
    static const OpenBlas library = open_library();
    return library;
}

OpenBlasAtWork::OpenBlasAtWork() {
    if (own_depth++ > 0) return;
    ++at_work;
    if (!ending || std::this_thread::get_id() == ending_thread) return;
    --at_work;
    for (;;) pause();  // until the process has ended
}

OpenBlasAtWork::~OpenBlasAtWork() {
    if (--own_depth == 0) --at_work;
}

}  // namespace cuprum::numerics
