#include "runtime/vendor_library.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <mutex>

#include "cuprum/environment.h"
#include "cuprum/error.h"
#include "cuprum/missing_library.h"

namespace cuprum::runtime {

namespace {

namespace fs = std::filesystem;

std::atomic<int> driver_cuda_major{std::numeric_limits<int>::max()};

std::mutex package_folders_mutex;
std::vector<std::string> package_folders;

bool exists(const std::string& path) { return access(path.c_str(), R_OK) == 0; }

void add_environment_folders(const char* variable, std::vector<std::string>& folders) {
    const char* root = std::getenv(variable);
    if (root == nullptr || *root == '\0') return;
    for (const char* tail : {"/lib64", "/lib", ""}) folders.push_back(std::string(root) + tail);
}

void add_wheel_folders(std::vector<std::string>& folders) {
    std::lock_guard lock(package_folders_mutex);
    for (const std::string& packages : package_folders) {
        std::vector<std::string> found;
        std::error_code ignored;
        for (const fs::directory_entry& entry : fs::directory_iterator(packages + "/nvidia", ignored)) {
            found.push_back(entry.path().string() + "/lib");
        }
        std::sort(found.begin(), found.end());
        folders.insert(folders.end(), found.begin(), found.end());
    }
}

/// The places to look in, in order; the empty one stands for the system loader's own search.
std::vector<std::string> search_folders() {
    std::vector<std::string> folders;
    add_environment_folders("CUPRUM_CUDA_PATH", folders);
    add_environment_folders("CUDA_PATH", folders);
    folders.emplace_back();
    folders.emplace_back("/usr/local/cuda/lib64");
    add_wheel_folders(folders);
    return folders;
}

/// Where the system's loader usually finds libraries. Only a guess (its cache file is not read), so only for `locate`.
std::vector<std::string> loader_folders() {
    std::vector<std::string> folders;
    if (const char* path = std::getenv("LD_LIBRARY_PATH")) {
        const std::string list = path;
        for (std::size_t begin = 0; begin <= list.size();) {
            const std::size_t end = std::min(list.find(':', begin), list.size());
            if (end > begin) folders.push_back(list.substr(begin, end - begin));
            begin = end + 1;
        }
    }
    for (const char* folder :
         {"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/local/lib"}) {
        folders.emplace_back(folder);
    }
    return folders;
}

/// Calls `visit(folder, soname)` in the order of preference until it returns true. Libraries for a newer CUDA than the
/// driver's come after all others: they load, but what they make may not run.
template <class Visit>
bool visit_candidates(const LibraryNames& names, Visit visit) {
    const std::vector<std::string> folders = search_folders();
    const int newest = driver_cuda_major.load();
    for (const bool newer_than_driver : {false, true}) {
        for (const std::string& folder : folders) {
            for (const LibraryNames::Soname& soname : names.sonames) {
                if ((soname.cuda_major > newest) == newer_than_driver && visit(folder, soname.name)) return true;
            }
        }
    }
    return false;
}

}  // namespace

void add_library_search_path(std::string folder) {
    std::lock_guard lock(package_folders_mutex);
    package_folders.push_back(std::move(folder));
}

std::vector<std::string> header_folders(const std::string& library) {
    std::vector<std::string> roots;
    const fs::path folder = fs::path(library).parent_path();
    if (folder.is_absolute()) roots.push_back(folder.parent_path().string());
    for (const char* variable : {"CUPRUM_CUDA_PATH", "CUDA_PATH"})
        if (const char* root = std::getenv(variable); root && *root) roots.emplace_back(root);
    roots.emplace_back("/usr/local/cuda");
    std::vector<std::string> wheels;
    add_wheel_folders(wheels);
    for (const std::string& wheel : wheels) roots.push_back(fs::path(wheel).parent_path().string());

    std::vector<std::string> found;
    const auto add = [&](const std::string& path) {
        std::error_code ignored;
        if (fs::is_directory(path, ignored) && std::find(found.begin(), found.end(), path) == found.end())
            found.push_back(path);
    };
    for (const std::string& root : roots) {
        add(root + "/include");
        add(root + "/include/cccl");  // CUB and libcu++ since CUDA 13.
    }
    return found;
}

void set_driver_cuda_major(int major) { driver_cuda_major = major; }

Library::Library(const LibraryNames& names) : title_(names.title) {
    std::string tried;
    visit_candidates(names, [&](const std::string& folder, const std::string& soname) {
        const std::string path = folder.empty() ? soname : folder + "/" + soname;
        if (!folder.empty() && !exists(path)) {
            tried += "\n  " + path + ": no such file";
            return false;
        }
        // Functions are looked up when they are first called: for all of cuSOLVER's that takes 15 ms.
        handle_ = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
        if (handle_ == nullptr) {
            const char* reason = dlerror();
            tried += "\n  " + (reason ? reason : path + ": cannot be loaded");
            return false;
        }
        path_ = path;
        return true;
    });
    if (handle_ == nullptr) throw MissingLibraryError(title_ + " was not found. Tried:" + tried + "\n" + names.install);
}

std::string Library::locate(const LibraryNames& names) {
    std::string found;
    visit_candidates(names, [&](const std::string& folder, const std::string& soname) {
        const std::vector<std::string> places = folder.empty() ? loader_folders() : std::vector{folder};
        for (const std::string& place : places) {
            found = place + "/" + soname;
            if (exists(found)) return true;
        }
        found.clear();
        return false;
    });
    return found;
}

void* Library::find(const char* name) const { return dlsym(handle_, name); }

void* Library::address(const char* name) const {
    void* found = find(name);
    if (found == nullptr) {
        throw Error(title_ + " (" + path_ + ") has no function " + name +
                    ": it is too old, CUDA 12.0 or newer is needed");
    }
    return found;
}

}  // namespace cuprum::runtime
