// The arguments of a kernel whose number of operands is known only when it runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace cuprum::kernel {

inline constexpr std::size_t most_argument_bytes = 4096;  ///< That every GPU takes.

[[noreturn]] void throw_too_many_arguments();

/// Writes members one after the other, each where the compiler would put it in the struct that the kernel reads (those
/// of device/cuprum/*_args.h, or one of a user's kernel). Throws ValueError where they take more than a launch takes.
class ArgumentWriter {
public:
    template <class T>
    void put(const T& value) {
        align(alignof(T));
        std::memcpy(take(sizeof(T)), &value, sizeof(T));
    }
    template <class T>
    void put_all(std::span<const T> values) {
        align(alignof(T));
        if (!values.empty()) std::memcpy(take(values.size_bytes()), values.data(), values.size_bytes());
    }
    /// The same for an array of `length`, of which the rest is zero.
    template <class T>
    void put_padded(std::span<const T> values, std::size_t length) {
        put_all(values);
        const std::size_t rest = (length - values.size()) * sizeof(T);
        std::memset(take(rest), 0, rest);
    }
    /// Place for a value of up to 16 bytes, all zero.
    unsigned char* value() {
        align(16);
        return static_cast<unsigned char*>(std::memset(take(16), 0, 16));
    }
    void align(std::size_t alignment) {
        const std::size_t rest = -size_ & (alignment - 1);
        if (rest) std::memset(take(rest), 0, rest);
    }

    std::size_t size() const { return size_; }
    const unsigned char* bytes() const { return bytes_; }
    /// The end of a struct whose alignment is 16; returns its size.
    std::size_t finish() {
        align(16);
        return size_;
    }

private:
    unsigned char* take(std::size_t bytes) {
        if (bytes > most_argument_bytes - size_) [[unlikely]]
            throw_too_many_arguments();
        unsigned char* place = bytes_ + size_;
        size_ += bytes;
        return place;
    }

    alignas(16) unsigned char bytes_[most_argument_bytes];
    std::size_t size_ = 0;
};

}  // namespace cuprum::kernel
