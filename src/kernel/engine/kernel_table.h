// How engines remember their kernels: by a key of few bytes, in a table that is read without a lock.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string_view>
#include <type_traits>
#include <utility>

#include "cuprum/dtype.h"
#include "kernel/cache/cache.h"
#include "runtime/context.h"

namespace cuprum::kernel {

/// A kernel's handles, one a device. `source` is called when a device asks for the first time.
class FunctionSlot {
public:
    template <class Source>
    runtime::FunctionHandle get(Source&& source) {
        const int device = runtime::context.device;
        if (device >= devices) return cache_get(device, source());
        auto& slot = handles_[device];
        if (auto handle = slot.load(std::memory_order_acquire)) return handle;
        auto handle = cache_get(device, source());
        slot.store(handle, std::memory_order_release);
        return handle;
    }

private:
    static constexpr int devices = 16;  // Those beyond are served by the cache itself.
    std::atomic<runtime::FunctionHandle> handles_[devices]{};
};

/// What tells the kernels of a table apart: numbers below 256, dtypes and names.
class KernelKey {
public:
    template <class... Parts>
    explicit KernelKey(const Parts&... parts) {
        (put(parts), ...);
    }
    KernelKey(const KernelKey& other) : size_(other.size_), hash_(other.hash_) {
        std::memcpy(bytes_, other.bytes_, size_);
    }
    KernelKey& operator=(const KernelKey&) = delete;

    /// A number, or a constant of an enumeration.
    template <class T>
        requires(std::is_integral_v<T> || std::is_enum_v<T>)
    void put(T value) {
        const auto number = static_cast<std::uint64_t>(value);
        if (number > 255) [[unlikely]]
            throw_too_large();
        add(static_cast<std::uint8_t>(number));
    }
    static_assert(dtype_count < 255);  // which marks a dtype that was described
    /// A number's dtype; throws TypeError for others, which engines do not compute with.
    void put(DType dtype) { add(static_cast<std::uint8_t>(table_index(dtype))); }
    /// Any dtype, for kernels that users write.
    void put_any(DType dtype) {
        if (is_number(dtype)) return put(dtype);
        const auto handle = static_cast<std::uint16_t>(dtype);
        add(255);
        add(static_cast<std::uint8_t>(handle >> 8));
        add(static_cast<std::uint8_t>(handle));
    }
    /// Of a long name a hash of 128 bits, as kernels' texts are known by.
    void put(std::string_view name);

    std::uint32_t hash() const { return hash_; }
    friend bool operator==(const KernelKey& a, const KernelKey& b) {
        return a.size_ == b.size_ && std::memcmp(a.bytes_, b.bytes_, a.size_) == 0;
    }

private:
    void add(std::uint8_t byte) {
        if (size_ == sizeof bytes_) [[unlikely]]
            throw_too_large();
        bytes_[size_++] = byte;
        hash_ = (hash_ ^ byte) * 16777619u;  // FNV-1a
    }
    [[noreturn]] static void throw_too_large();

    std::uint32_t size_ = 0, hash_ = 2166136261u;
    std::uint8_t bytes_[248];  // the first `size_` count
};

/// Kernels, or slots for their functions, by key. Entries are only ever added, so that looking one up takes no lock. A
/// table has no destructor: kernels live as long as the process, except where somebody calls `clear`.
template <class Value = FunctionSlot>
class KernelTable {
public:
    /// The value of a key; where there is none yet it is initialised by what `make` returns.
    template <class Make>
    Value& get(const KernelKey& key, Make&& make) {
        auto& bucket = buckets_[index(key)];
        if (Entry* found = find(bucket, key)) return found->value;
        std::lock_guard lock(mutex_);
        if (Entry* found = find(bucket, key)) return found->value;
        auto* entry = new Entry{key, bucket.load(std::memory_order_relaxed), Value(make())};
        bucket.store(entry, std::memory_order_release);
        return entry->value;
    }

    /// The function of a key, of which `source` gives the text.
    template <class Source>
    runtime::FunctionHandle function(const KernelKey& key, Source&& source)
        requires std::is_same_v<Value, FunctionSlot>
    {
        return get(key, [] { return FunctionSlot(); }).get(source);
    }

    template <class F>
    void for_each(F f) const {
        for (const auto& bucket : buckets_)
            for (Entry* entry = bucket.load(std::memory_order_acquire); entry; entry = entry->next) f(entry->value);
    }

    /// Forgets all; nobody may use the table meanwhile.
    void clear() {
        for (auto& bucket : buckets_)
            for (Entry* entry = bucket.exchange(nullptr); entry;) delete std::exchange(entry, entry->next);
    }

private:
    struct Entry {
        KernelKey key;
        Entry* next;
        Value value;
    };
    static constexpr std::size_t bucket_count = 64;

    static std::size_t index(const KernelKey& key) { return (key.hash() >> 24 ^ key.hash()) % bucket_count; }
    static Entry* find(const std::atomic<Entry*>& bucket, const KernelKey& key) {
        Entry* entry = bucket.load(std::memory_order_acquire);
        while (entry && !(entry->key == key)) entry = entry->next;
        return entry;
    }

    std::array<std::atomic<Entry*>, bucket_count> buckets_{};
    std::mutex mutex_;
};

}  // namespace cuprum::kernel
