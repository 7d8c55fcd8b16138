#include "kernel/cache/cache.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <future>
#include <memory>
#include <mutex>
#include <sstream>
#include <unordered_map>
#include <utility>

#include "cuprum/environment.h"
#include "cuprum/error.h"
#include "cuprum/gil_release.h"
#include "kernel/cache/background.h"
#include "kernel/cache/collect.h"
#include "kernel/cache/compile_notice.h"
#include "kernel/cache/folder.h"
#include "kernel/cache/headers_entry.h"
#include "kernel/cache/key.h"
#include "kernel/cache/log.h"
#include "kernel/cache/pack.h"
#include "runtime/compile_log.h"
#include "runtime/precompiled_headers.h"

namespace cuprum::kernel {
namespace {

namespace fs = std::filesystem;
using runtime::backend;
using runtime::Binary;
using runtime::CompileRequest;

// Makes each value once: the first to ask for a key makes it, without a lock, and others wait. A failure is told to
// those who waited, and forgotten, unless `make` throws Lasting.
struct Lasting {
    std::exception_ptr failure;
};
template <class K, class V, class Hash>
class OnceMap {
public:
    template <class Make>
    V get(const K& key, Make&& make) {
        std::promise<V> promise;
        std::shared_future<V> future;
        bool first;
        {
            std::lock_guard guard(lock_);
            auto [at, inserted] = values_.try_emplace(key);
            // In a forked child the threads are gone that were making something in the parent.
            first = inserted || (!is_ready(at->second.value) && at->second.process != getpid());
            if (first) at->second = {promise.get_future().share(), getpid()};
            future = at->second.value;
        }
        if (!first) {
            ++hits;
            if (is_ready(future)) return future.get();
        }
        const runtime::GilRelease waiting;
        if (!first) return future.get();
        try {
            promise.set_value(make());
        } catch (const Lasting& lasting) {
            promise.set_exception(lasting.failure);
        } catch (...) {
            std::lock_guard guard(lock_);
            values_.erase(key);
            promise.set_exception(std::current_exception());
        }
        return future.get();
    }

    /// Whether somebody is making the value.
    bool is_being_made(const K& key) {
        std::lock_guard guard(lock_);
        const auto found = values_.find(key);
        return found != values_.end() && !is_ready(found->second.value) && found->second.process == getpid();
    }

    std::atomic<std::size_t> hits = 0;

private:
    struct Entry {
        std::shared_future<V> value;
        pid_t process = 0;
    };
    static bool is_ready(const std::shared_future<V>& value) {
        return value.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    }

    std::mutex lock_;
    std::unordered_map<K, Entry, Hash> values_;
};

struct OnDevice {
    int device;
    Key key;
    bool operator==(const OnDevice&) const = default;
};
struct OnDeviceHash {
    std::size_t operator()(const OnDevice& key) const { return key.key.low + static_cast<std::size_t>(key.device); }
};

// Whether machine code made for one target runs on another, by NVIDIA's rule: same major number, minor not higher.
bool runs_on(std::string_view made_for, std::string_view target) {
    if (made_for == target) return true;
    auto is_sm = [](std::string_view t) { return t.starts_with("sm_") && t.size() >= 5 && t.back() <= '9'; };
    return is_sm(made_for) && is_sm(target) && made_for.size() == target.size() &&
           made_for.substr(0, made_for.size() - 1) == target.substr(0, target.size() - 1) &&
           made_for.back() <= target.back();
}

fs::path folder_beside_library() {
    Dl_info info;
    if (!dladdr(reinterpret_cast<void*>(&cache_get), &info) || !info.dli_fname) return {};
    return fs::absolute(info.dli_fname).parent_path() / "cuprum-kernels";
}

class Cache : public runtime::PrecompiledHeaders {
public:
    LoadedModule get(int device, const CompileRequest& request);
    void add_pack_folder(const fs::path& path);
    CacheInfo info();
    std::size_t clear() {
        headers_.clear();
        return folder_.clear().files;
    }
    fs::path user_pack_folder() const;
    bool ships(const KernelSource& kernel, const std::string& target, const std::string& compiler_version);
    std::optional<std::string> find(std::string_view name) override;
    void keep(std::string_view name, std::string_view bytes) override;

    Binary compile(const CompileRequest& request, const std::string& target);

private:
    LoadedModule fetch(int device, const CompileRequest& request, const Key& source);
    bool fetch_from_folder(LoadedModule& loaded, int device, const Key& key, std::size_t names, bool is_cuda);
    bool fetch_from_packs(LoadedModule& loaded, int device, const std::string& target, const Key& source);
    std::vector<std::shared_ptr<Pack>> packs();

    CacheFolder folder_ = CacheFolder::from_environment(), headers_ = folder_.headers();
    OnceMap<OnDevice, LoadedModule, OnDeviceHash> loaded_;
    OnceMap<OnDevice, runtime::ModuleHandle, OnDeviceHash> pack_modules_;

    std::mutex packs_lock_;
    std::vector<fs::path> pack_folders_{folder_.path().empty() ? fs::path() : folder_.path() / "packs",
                                        folder_beside_library()};
    std::vector<std::shared_ptr<Pack>> packs_;
    bool packs_are_open_ = false;

    std::atomic<std::size_t> folder_hits_ = 0, pack_hits_ = 0, compiled_ = 0;
    std::atomic<std::int64_t> compile_microseconds_ = 0;
};

Cache& cache() {
    static auto* cache = new Cache;  // Never deleted: handles are valid until the process ends.
    return *cache;
}

/// Whether a text may compile at another time, when files that it includes have changed.
bool reads_files(const CompileRequest& request) {
    const auto names_files = [](const std::string& option) {
        for (const char* name : {"-I", "--include-path", "-include", "--pre-include"})
            if (option.starts_with(name)) return true;
        return false;
    };
    return request.with_nvcc || request.definitions.find("#include") != std::string::npos ||
           std::any_of(request.options.begin(), request.options.end(), names_files);
}

LoadedModule Cache::get(int device, const CompileRequest& request) {
    Key source = source_key(request);
    if (CompileInBackground::is_on() && loaded_.is_being_made({device, source})) throw NotCompiledYet();
    for (;;) try {
            return loaded_.get({device, source}, [&] {
                try {
                    return fetch(device, request, source);
                } catch (const CompileException&) {
                    if (reads_files(request)) throw;
                    throw Lasting{std::current_exception()};
                }
            });
        } catch (const NotCompiledYet&) {
            if (CompileInBackground::is_on()) throw;  // else it is the answer to another thread, which looked only
        }
}

// CUPRUM_RECORD_KERNELS=folder keeps every kernel that compiled for a GPU, a file each, so that all that a test run
// made can be compiled for other GPUs as well (tests/nvrtc/compile_recorded.cpp). Whole programs of users are theirs to
// port.
void record(const CompileRequest& request, const Key& source, const std::string& target) {
    static const std::string& folder = *new std::string(runtime::environment("RECORD_KERNELS"));
    if (folder.empty() || !runtime::device_traits().thread_blocks || request.names.size() != 1 || request.is_cuda)
        return;
    std::error_code error;
    fs::create_directories(folder, error);
    fs::path path = fs::path(folder) / (source.hex() + ".kernel");
    if (fs::exists(path, error)) return;
    std::ofstream file(path, std::ios::binary);
    const CodeOptions& code = request.code;
    file << request.names[0] << '\n' << target << '\n';
    file << code.calls << code.long_code << code.unfused << code.one_copy << '\n' << request.options.size() << '\n';
    for (const std::string& option : request.options) file << option << '\n';
    file << request.source;
}

/// The functions of a user's program are not cuprum's to launch, so they are left to whoever asked.
LoadedModule load(int device, const Binary& binary, bool is_cuda) {
    LoadedModule loaded{backend().load(device, binary.code), binary.symbols, {}};
    if (is_cuda) return loaded;
    for (const std::string& symbol : loaded.symbols)
        loaded.functions.push_back(backend().function(loaded.module, symbol));
    return loaded;
}

// CUPRUM_CACHE_SAVE_CUDA_SOURCE keeps the text of what was compiled beside it.
const bool save_source = runtime::environment_says_yes("CACHE_SAVE_CUDA_SOURCE");

void write_text(const fs::path& path, const std::string& text) {
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    std::ofstream(path, std::ios::binary) << text;
}

// CUPRUM_DUMP_CUDA_SOURCE_ON_ERROR prints what does not compile, with the numbers that the compiler's messages speak
// of.
Binary Cache::compile(const CompileRequest& request, const std::string& target) {
    const runtime::UsePrecompiledHeaders keeping(*this);
    const CompileNotice notice(request.names.empty() ? "a module" : request.names.front());
    try {
        return backend().compile(request, target);
    } catch (const CompileException&) {
        if (runtime::environment_says_yes("DUMP_CUDA_SOURCE_ON_ERROR")) {
            std::istringstream text(request.source);
            std::string line;
            for (int number = 1; std::getline(text, line); ++number)
                std::fprintf(stderr, "%5d  %s\n", number, line.c_str());
        }
        throw;
    }
}

thread_local CollectKernels* collecting = nullptr;

LoadedModule Cache::fetch(int device, const CompileRequest& request, const Key& source) {
    if (collecting && request.names.size() == 1 && !request.is_cuda) [[unlikely]] {
        if (runtime::device_traits().thread_blocks) return load(device, {{'\0'}, request.names}, false);
        return load(device, compile(request, backend().target(device) + "-scalar"), false);
    }
    auto start = std::chrono::steady_clock::now();
    auto elapsed = [&] { return std::chrono::steady_clock::now() - start; };
    std::string target = backend().target(device);
    Key key = binary_key(source, target, backend().compiler_version());

    LoadedModule loaded;
    const char* origin;
    if (fetch_from_folder(loaded, device, key, request.names.size(), request.is_cuda)) {
        origin = "from the folder";
        ++folder_hits_;
    } else if (request.names.size() == 1 && !request.is_cuda && fetch_from_packs(loaded, device, target, source)) {
        origin = "from a pack";
        ++pack_hits_;
    } else {
        if (CompileInBackground::is_on()) throw NotCompiledYet();
        origin = "compiled";
        Binary binary = compile(request, target);
        if (save_source && !folder_.path().empty()) write_text(folder_.path() / (key.hex() + ".cu"), request.source);
        ++compiled_;
        compile_microseconds_ += std::chrono::duration_cast<std::chrono::microseconds>(elapsed()).count();
        loaded = load(device, binary, request.is_cuda);
        folder_.store(key, binary);
    }
    record(request, source, target);
    const double milliseconds = std::chrono::duration<double, std::milli>(elapsed()).count();
    for (std::size_t i = 0; i < loaded.functions.size(); ++i)
        log_fetch(loaded.functions[i], request.names[i], origin, milliseconds);
    if (runtime::watching.load(std::memory_order_relaxed)) {
        runtime::Action action;
        action.kind = runtime::Action::Kind::compile;
        action.name = (request.names.empty() ? "a module" : request.names.front()) + ", " + origin;
        action.device = device;
        action.returned = runtime::now_us();
        action.asked = action.returned - 1000 * milliseconds;
        runtime::note(std::move(action));
    }
    return loaded;
}

bool Cache::fetch_from_folder(LoadedModule& loaded, int device, const Key& key, std::size_t names, bool is_cuda) {
    auto binary = folder_.load(key);
    if (!binary || binary->symbols.size() != names) return false;
    try {
        loaded = load(device, *binary, is_cuda);
    } catch (const OutOfMemoryError&) {
        throw;
    } catch (const Error& error) {  // what another machine made may not suit this one, whose own compiler has to do
        if (logging) std::fprintf(stderr, "cuprum: the file %s of the cache: %s\n", key.hex().c_str(), error.what());
        return false;
    }
    return true;
}

bool Cache::fetch_from_packs(LoadedModule& loaded, int device, const std::string& target, const Key& source) {
    for (const auto& pack : packs()) {
        if (!runs_on(pack->target(), target)) continue;
        auto found = pack->find(source);
        if (!found) continue;
        try {
            auto module = pack_modules_.get({device, pack->modules()[found->module].key}, [&] {
                auto binary = pack->module(found->module);
                if (!binary) throw Error("module " + std::to_string(found->module) + " is damaged");
                return backend().load(device, binary->code);
            });
            std::string symbol(found->symbol);
            loaded = {module, {symbol}, {backend().function(module, symbol)}};
            return true;
        } catch (const Error& error) {
            // An older driver may refuse the code of a newer compiler; then the machine's own compiler has to do.
            if (logging) std::fprintf(stderr, "cuprum: pack %s: %s\n", pack->path().c_str(), error.what());
        }
    }
    return false;
}

std::optional<std::string> Cache::find(std::string_view name) {
    const Key source = source_key(headers_entry(std::string(name)).request());
    auto binary = headers_.load(binary_key(source, {}, backend().compiler_version()));
    // The name holds what Clang was told, and the bytes tell its version: packs of other sources of ours serve.
    for (const auto& pack : packs()) {
        if (binary) break;
        if (const auto found = pack->find(source)) binary = pack->module(found->module);
    }
    if (!binary) return {};
    return std::string(binary->code.begin(), binary->code.end());
}

void Cache::keep(std::string_view name, std::string_view bytes) {
    const KernelSource entry = headers_entry(std::string(name));
    headers_.store(binary_key(source_key(entry.request()), {}, backend().compiler_version()),
                   {{bytes.begin(), bytes.end()}, {entry.name}});
}

std::vector<std::shared_ptr<Pack>> Cache::packs() {
    std::lock_guard guard(packs_lock_);
    if (packs_are_open_) return packs_;
    packs_.clear();
    for (const fs::path& folder : pack_folders_) {
        std::error_code error;
        for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
            if (at->path().extension() == ".pack")
                if (auto pack = Pack::open(at->path(), folder == folder_beside_library()))
                    packs_.push_back(std::move(pack));
    }
    // Of the targets that serve a device the nearest comes first; longer names (sm_100) are of their own kind anyway.
    std::stable_sort(packs_.begin(), packs_.end(), [](auto& a, auto& b) { return a->target() > b->target(); });
    packs_are_open_ = true;
    return packs_;
}

bool Cache::ships(const KernelSource& kernel, const std::string& target, const std::string& compiler_version) {
    const Key key = source_key(kernel.request());
    return std::ranges::any_of(packs(), [&](const auto& pack) {
        return pack->path().parent_path() == folder_beside_library() && pack->target() == target &&
               pack->compiler_version() == compiler_version && pack->find(key);
    });
}

void Cache::add_pack_folder(const fs::path& path) {
    std::lock_guard guard(packs_lock_);
    pack_folders_.insert(pack_folders_.begin(), path);
    packs_are_open_ = false;
}

fs::path Cache::user_pack_folder() const {
    if (folder_.path().empty())
        throw ValueError("no home folder is known; set CUPRUM_CACHE_DIR to a folder that can be written");
    return folder_.path() / "packs";
}

CacheInfo Cache::info() {
    CacheInfo info;
    auto contents = folder_.contents();
    info.folder = folder_.path().string();
    info.files = contents.files;
    info.bytes = contents.bytes;
    info.limit = folder_.limit();
    for (const auto& pack : packs())
        info.packs.push_back({pack->path().string(), std::string(pack->target()), std::string(pack->compiler_version()),
                              pack->kernels().size(), pack->modules().size(), pack->bytes()});
    info.memory_hits = loaded_.hits;
    info.folder_hits = folder_hits_;
    info.pack_hits = pack_hits_;
    info.compiled = compiled_;
    info.compile_ms = static_cast<double>(compile_microseconds_) / 1000;
    return info;
}

}  // namespace

CollectKernels::CollectKernels() { collecting = this; }
CollectKernels::~CollectKernels() { collecting = nullptr; }
CollectKernels* CollectKernels::current() { return collecting; }

runtime::FunctionHandle cache_get(int device, const KernelSource& source) {
    if (collecting) [[unlikely]]
        collecting->add(source);
    try {
        return cache().get(device, source.request()).functions.front();
    } catch (const NotCompiledYet&) {
        compile_in_background(device, source);
        throw;
    }
}

LoadedModule cache_get_module(int device, const CompileRequest& request) { return cache().get(device, request); }
std::string cache_compile_log(int device, const CompileRequest& request) {
    struct Listening {
        std::string log, *outer = std::exchange(runtime::compile_log, &log);
        ~Listening() { runtime::compile_log = outer; }
    } listening;
    cache().compile(request, backend().target(device));
    return std::move(listening.log);
}

bool cache_ships(const KernelSource& kernel, const std::string& target, const std::string& compiler_version) {
    return cache().ships(kernel, target, compiler_version);
}
void add_pack_folder(const std::string& path) { cache().add_pack_folder(path); }
std::string user_pack_folder() { return cache().user_pack_folder().string(); }
CacheInfo cache_info() { return cache().info(); }

std::string compiler_version() { return runtime::backend().compiler_version(); }
std::size_t cache_clear() { return cache().clear(); }

}  // namespace cuprum::kernel
