// A backend of malloc and counters, so that the runtime is tested without a compiler and without a device.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "cuprum/error.h"
#include "runtime/backend.h"
#include "runtime/context.h"
#include "runtime/services.h"

namespace cuprum::testing {

using runtime::Binary;
using runtime::CompileRequest;
using runtime::CopyKind;
using runtime::EventHandle;
using runtime::FunctionHandle;
using runtime::Launch;
using runtime::ModuleHandle;
using runtime::StreamHandle;

/// Memory in the order of streams.
class FakeServices : public runtime::Services {
public:
    std::vector<StreamHandle> freed_on;

    void* allocate_async(int, std::size_t, runtime::PoolHandle, StreamHandle) override { return &freed_on; }
    void free_async(int, void*, StreamHandle stream) override { freed_on.push_back(stream); }
};

class FakeBackend : public runtime::Backend {
public:
    // What the tests look at and turn.
    std::atomic<std::size_t> memory = 0;  ///< Bytes allocated now.
    std::atomic<std::size_t> capacity = std::size_t{1} << 40;
    std::atomic<int> allocations = 0, frees = 0, device_synchronizations = 0, waits = 0, compilations = 0, loads = 0,
                     maps = 0, unmaps = 0, events = 0;
    std::atomic<int> event_error = 0;  ///< What a query of any event fails with.
    std::atomic<bool> idle = true;     ///< What a query of any stream or event answers.
    std::atomic<int> next_stream = 0x100;
    std::function<Binary(const CompileRequest&)> compiler;
    std::function<void(const Launch&, const void* arguments)> launcher;
    std::function<void()> synchronizer;
    std::string version = "fake compiler 1";
    FakeServices fake_services;
    runtime::Services& services() override { return fake_services; }

    const char* name() const override { return "fake"; }
    bool is_gpu() const override { return true; }
    int device_count() const override { return 2; }
    const cuda::Properties& properties(int) const override {
        static const cuda::Properties properties{.name = "fake", .total_memory = 1 << 30};
        return properties;
    }
    /// Whether pools made from now on map memory piece by piece.
    void map_in_pieces(bool wanted) { traits_.mapping_unit = wanted ? unit : 0; }
    static constexpr std::size_t unit = std::size_t{2} << 20;
    const runtime::DeviceTraits& traits(int) const override { return traits_; }
    runtime::MemoryInfo memory_info(int) override { return {capacity - memory, capacity}; }
    void set_device(int) override {}

    // Memory is only numbered, so that tests may ask for terabytes.
    void* allocate(int, std::size_t bytes) override {
        std::lock_guard guard(lock_);
        if (memory + bytes > capacity) throw OutOfMemoryError("the fake device is full");
        memory += bytes;
        ++allocations;
        void* pointer = reinterpret_cast<void*>(next_address_);
        next_address_ += bytes + 4096;
        sizes_[pointer] = bytes;
        return pointer;
    }
    void free(int, void* pointer) noexcept override {
        std::lock_guard guard(lock_);
        auto found = sizes_.find(pointer);
        if (found == sizes_.end()) std::abort();
        memory -= found->second;
        ++frees;
        sizes_.erase(found);
    }
    void* reserve(int, std::size_t bytes) override {
        std::lock_guard guard(lock_);
        next_address_ = (next_address_ + unit - 1) / unit * unit;
        reserved_[next_address_] = next_address_ + bytes;
        next_address_ += bytes;
        return reinterpret_cast<void*>(next_address_ - bytes);
    }
    void unreserve(int, void* address, std::size_t bytes) noexcept override {
        std::lock_guard guard(lock_);
        auto found = reserved_.find(reinterpret_cast<std::uintptr_t>(address));
        if (found == reserved_.end() || found->second - found->first != bytes) std::abort();
        auto piece = pieces_.lower_bound(found->first);
        if (piece != pieces_.end() && piece->first < found->second) std::abort();
        reserved_.erase(found);
    }
    void map(int, void* address, std::size_t bytes, std::size_t piece) override {
        std::lock_guard guard(lock_);
        const auto start = reinterpret_cast<std::uintptr_t>(address);
        auto range = reserved_.upper_bound(start);
        if (range == reserved_.begin() || std::prev(range)->second < start + bytes || start % unit || bytes % unit ||
            piece % unit)
            std::abort();
        auto next = pieces_.upper_bound(start);
        if (next != pieces_.end() && next->first < start + bytes) std::abort();
        if (next != pieces_.begin() && std::prev(next)->second > start) std::abort();
        if (memory + bytes > capacity) throw OutOfMemoryError("the fake device is full");
        memory += bytes;
        ++maps;
        for (std::size_t at = 0; at < bytes; at += piece) pieces_[start + at] = start + std::min(at + piece, bytes);
    }
    void unmap(int, void* address, std::size_t bytes) noexcept override {
        std::lock_guard guard(lock_);
        auto at = reinterpret_cast<std::uintptr_t>(address);
        const auto end = at + bytes;
        while (at < end) {
            auto found = pieces_.find(at);
            if (found == pieces_.end() || found->second > end) std::abort();
            at = found->second;
            pieces_.erase(found);
        }
        memory -= bytes;
        ++unmaps;
    }
    /// Whether there is memory at all of the addresses.
    bool is_mapped(const void* address, std::size_t bytes) {
        std::lock_guard guard(lock_);
        auto at = reinterpret_cast<std::uintptr_t>(address);
        const auto end = at + bytes;
        while (at < end) {
            auto next = pieces_.upper_bound(at);
            if (next == pieces_.begin() || std::prev(next)->second <= at) return false;
            at = std::prev(next)->second;
        }
        return true;
    }
    // Memory of the host is there.
    void* allocate_pinned(std::size_t bytes) override {
        memory += bytes;
        ++allocations;
        std::lock_guard guard(lock_);
        void* pointer = std::malloc(bytes);
        sizes_[pointer] = bytes;
        return pointer;
    }
    void free_pinned(void* pointer) noexcept override {
        free(-1, pointer);
        std::free(pointer);
    }
    void copy(void* target, const void* source, std::size_t bytes, CopyKind, StreamHandle) override {
        std::memcpy(target, source, bytes);
    }
    void copy_peer(int, void* target, int, const void* source, std::size_t bytes, StreamHandle) override {
        std::memcpy(target, source, bytes);
    }
    void fill(void* target, unsigned char value, std::size_t bytes, StreamHandle) override {
        const auto address = reinterpret_cast<std::uintptr_t>(target);
        if (address >= first_address && address < next_address_) return;  // there is no memory behind the numbers
        std::memset(target, value, bytes);
    }

    StreamHandle create_stream(int, bool, int) override { return reinterpret_cast<StreamHandle>(next_stream++); }
    void destroy_stream(StreamHandle) noexcept override {}
    void synchronize_stream(StreamHandle) override {
        if (synchronizer) synchronizer();
    }
    bool query_stream(StreamHandle) override { return idle; }
    void synchronize_device(int) override { ++device_synchronizations; }
    EventHandle create_event(int, bool, bool) override {
        ++events;
        return new int;
    }
    void destroy_event(EventHandle event) noexcept override {
        --events;
        delete static_cast<int*>(event);
    }
    void record_event(EventHandle, StreamHandle) override {}
    void wait_event(StreamHandle, EventHandle) override { ++waits; }
    void synchronize_event(EventHandle) override {}
    bool query_event(EventHandle) override {
        if (event_error) throw CUDARuntimeError(event_error, "asked for an event");
        return idle;
    }
    double elapsed_ms(EventHandle, EventHandle) override { return 1.5; }

    std::string target(int) const override { return "fake-1"; }
    std::string compiler_version() const override { return version; }
    Binary compile(const CompileRequest& request, const std::string&) override {
        ++compilations;
        if (compiler) return compiler(request);
        return {std::vector<char>(request.source.begin(), request.source.end()), request.names};
    }
    // A module is its code, a function a copy of its symbol.
    ModuleHandle load(int, const std::vector<char>& code) override {
        ++loads;
        return new std::string(code.begin(), code.end());
    }
    void unload(ModuleHandle module) noexcept override { delete static_cast<std::string*>(module); }
    FunctionHandle function(ModuleHandle module, const std::string& symbol) override {
        if (static_cast<std::string*>(module)->find(symbol) == std::string::npos)
            throw CUDARuntimeError(500, "no function " + symbol);
        return new std::string(symbol);
    }
    void launch(FunctionHandle, const Launch& launch, const void* arguments, std::size_t, StreamHandle) override {
        if (launcher) launcher(launch, arguments);
    }

private:
    std::mutex lock_;
    runtime::DeviceTraits traits_{
        .thread_blocks = true, .ordered_items = false, .asynchronous = true, .host_reads_memory = false};
    std::map<void*, std::size_t> sizes_;
    std::map<std::uintptr_t, std::uintptr_t> reserved_, pieces_;  // Begin and end of each.
    static constexpr std::uintptr_t first_address = 0x7000000000;
    std::uintptr_t next_address_ = first_address;
};

/// The fake, in use by this process from the first call on.
inline FakeBackend& fake() {
    static FakeBackend* backend = [] {
        auto* made = new FakeBackend;
        runtime::use_backend(*made);
        return made;
    }();
    return *backend;
}

}  // namespace cuprum::testing
