// The kernels that one user's kernel became, by what its calls brought.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>

#include "cuprum/dtype.h"

namespace cuprum::kernel {

/// A short list of bytes.
class InstanceKey {
public:
    template <class T>
    void put(T value) {
        bytes_[size_++] = static_cast<std::uint8_t>(value);
    }
    /// One byte, and two more for a dtype that was described.
    void put(DType dtype) {
        const auto number = static_cast<std::uint16_t>(dtype);
        if (is_number(dtype)) return put<std::uint16_t>(number);
        put(255);
        put<std::uint16_t>(number >> 8);
        put<std::uint16_t>(number);
    }
    friend bool operator==(const InstanceKey& a, const InstanceKey& b) {
        return a.size_ == b.size_ && std::memcmp(a.bytes_, b.bytes_, a.size_) == 0;
    }

private:
    std::size_t size_ = 0;
    std::uint8_t bytes_[256];
};

/// Entries are only ever added, so looking one up takes no lock; there are few.
template <class Value>
class Instances {
public:
    ~Instances() {
        for (Entry* entry = first_; entry;) delete std::exchange(entry, entry->next);
    }

    /// `make` gives a std::unique_ptr<Value>.
    template <class Make>
    Value& get(const InstanceKey& key, Make make) {
        if (Entry* found = find(key)) return *found->value;
        std::lock_guard lock(mutex_);
        if (Entry* found = find(key)) return *found->value;
        auto* entry = new Entry{key, make(), first_};
        first_.store(entry, std::memory_order_release);
        return *entry->value;
    }

    template <class F>
    void for_each(F f) const {
        for (Entry* entry = first_.load(std::memory_order_acquire); entry; entry = entry->next) f(*entry->value);
    }

private:
    struct Entry {
        InstanceKey key;
        std::unique_ptr<Value> value;
        Entry* next;
    };
    Entry* find(const InstanceKey& key) const {
        Entry* entry = first_.load(std::memory_order_acquire);
        while (entry && !(entry->key == key)) entry = entry->next;
        return entry;
    }

    std::atomic<Entry*> first_{nullptr};
    std::mutex mutex_;
};

}  // namespace cuprum::kernel
