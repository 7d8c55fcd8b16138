// From arrays to what kernels and library routines get: addresses, each asked for with what it is wanted for.
#pragma once

#include "kernel/cache/log.h"
#include "kernel/engine/argument_writer.h"
#include "kernel/engine/launch.h"
#include "runtime/waiting.h"

namespace cuprum::kernel {

/// What one piece of work, about to be given to the current stream, reads and writes. Asking for an address does all
/// that every launch needs: the array's device is checked against the current one, its memory is held for the stream
/// and for a capture, pending memory is computed first, and the bytes are counted for profilers. Throws ValueError
/// where the array is on a device that the current one cannot reach.
class DataAccess {
public:
    /// The address of the first element of an array whose elements are read.
    template <class T = void>
    const T* read(const ndarray& a) {
        return static_cast<const T*>(open(a, cuda::Access::read));
    }
    /// Of one that is written, all that was in it being lost or kept.
    template <class T = void>
    T* write(const ndarray& a) {
        return static_cast<T*>(open(a, cuda::Access::write));
    }
    /// Of one whose elements are read and changed.
    template <class T = void>
    T* update(const ndarray& a) {
        bytes_ += static_cast<std::size_t>(a.nbytes());
        return write<T>(a);
    }
    /// Null for an array that is not there.
    template <class T = void>
    const T* read(const ndarray* a) {
        return a ? read<T>(*a) : nullptr;
    }
    template <class T = void>
    T* write(const ndarray* a) {
        return a ? write<T>(*a) : nullptr;
    }

    /// Launches a kernel. Work that was asked to wait since the first address was asked for is done before. `bytes` is
    /// what the kernel reads and writes, where that is not the size of the arrays.
    void launch(runtime::FunctionHandle function, const runtime::Launch& geometry, const void* arguments,
                std::size_t argument_bytes, std::size_t bytes) const {
        runtime::evaluate_waiting_before_launch(asked_to_wait_);
        start(function, geometry, arguments, argument_bytes, bytes);
    }
    template <class Args>
    void launch(runtime::FunctionHandle function, const runtime::Launch& geometry, const Args& arguments) const {
        launch(function, geometry, &arguments, sizeof arguments, bytes_);
    }
    /// The same for arguments that were written one by one, just before; `bytes` as above.
    static void launch(runtime::FunctionHandle function, const runtime::Launch& geometry, ArgumentWriter& arguments,
                       std::size_t bytes) {
        const std::size_t size = arguments.finish();
        start(function, geometry, arguments.bytes(), size, bytes);
    }

    /// What was asked for so far, in bytes.
    std::size_t bytes() const { return bytes_; }

private:
    /// The one place from which kernels are launched.
    static void start(runtime::FunctionHandle function, const runtime::Launch& geometry, const void* arguments,
                      std::size_t argument_bytes, std::size_t bytes) {
        if (logging || runtime::watching.load(std::memory_order_relaxed)) [[unlikely]]
            see_launch(function, geometry, bytes);
        runtime::backend().launch(function, geometry, arguments, argument_bytes, runtime::context.stream);
    }
    void* open(const ndarray& a, cuda::Access access) {
        if (!has_asked_) {
            has_asked_ = true;
            asked_to_wait_ = runtime::context.asked_to_wait;
        }
        if (a.size() == 0) return a.address(access);
        check_device(a);
        bytes_ += static_cast<std::size_t>(a.nbytes());
        return a.address(access);
    }

    std::size_t bytes_ = 0;
    bool has_asked_ = false;
    std::uint64_t asked_to_wait_ = 0;
};

/// An address as kernels' arguments hold it.
inline unsigned long long device_address(const void* pointer) { return reinterpret_cast<unsigned long long>(pointer); }

}  // namespace cuprum::kernel
