// What lets elementwise work and reductions wait (kernel/deferred), as the engines below it know it.
#pragma once

#include <atomic>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include "cuprum/ndarray.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/elementwise/composite.h"
#include "runtime/waiting.h"

namespace cuprum::kernel {

class ElementwiseKernel;
class ReductionKernel;
struct KernelOperand;
struct ReductionCall;

/// Work of another engine, which runs as it is: it reads its inputs and writes all of one new array.
class WaitingCall {
public:
    WaitingCall(const char* name, bool is_kernels) : name(name), is_kernels(is_kernels) {}
    virtual ~WaitingCall() = default;
    WaitingCall(const WaitingCall&) = delete;
    virtual void run(std::span<const ndarray> inputs, const ndarray& output) const = 0;
    /// Whether it may only move elements...
    virtual bool has_view() const { return false; }
    /// ...and where its output's lie, then, of inputs that lie so. None where that cannot be said.
    virtual std::optional<CompositeView> view(std::span<const CompositeView>) const { return std::nullopt; }

    const char* const name;  ///< As users know it: "concatenate".
    const bool is_kernels;   ///< It starts kernels of ours, and calls no other library.
};

class Deferral {
public:
    /// As `new_array`, but memory comes when the elements are computed, or asked for.
    virtual ndarray new_result(const Shape& shape, DType dtype, char order) = 0;
    /// As ElementwiseKernel::run, later. False where this work cannot wait: then nothing has happened.
    virtual bool take(ElementwiseKernel& kernel, std::span<const KernelOperand> operands, const Shape& shape) = 0;
    /// Whether a reduction of an array may wait.
    virtual bool may_reduce(const ndarray& a) = 0;
    /// A new array without memory, for what waits or reads what waits.
    virtual ndarray new_pending(const Shape& shape, DType dtype, char order) = 0;
    /// As ReductionKernel::run, likewise; its kernel stays as long as the process.
    virtual bool take(ReductionKernel& kernel, const ReductionCall& call) = 0;
    /// Whether an array's elements wait in the calling thread.
    virtual bool is_waiting(const ndarray& a) = 0;
    /// As WaitingCall::run, likewise. The output is as `new_pending` made it.
    virtual bool take(std::unique_ptr<const WaitingCall> call, std::span<const ndarray> inputs,
                      const ndarray& output) = 0;

protected:
    ~Deferral() = default;
};

/// Set once, where work may ever wait.
extern constinit std::atomic<Deferral*> deferral_in_place;

/// Null where the calling thread's work may not wait now. Where none ever may, one load tells.
inline Deferral* deferral() {
    Deferral* const deferral = deferral_in_place.load(std::memory_order_acquire);
    return deferral && runtime::may_wait() ? deferral : nullptr;
}

/// A new array for the result of an elementwise kernel, which has memory or will have some.
inline ndarray new_result(const Shape& shape, DType dtype, char order = 'C') {
    if (Deferral* deferral = kernel::deferral()) [[unlikely]]
        return deferral->new_result(shape, dtype, order);
    return new_array(shape, dtype, order);
}

/// Whether work on these arrays is to wait, as some of them do.
inline bool is_waiting(std::span<const ndarray> arrays) {
    Deferral* const deferral = kernel::deferral();
    if (!deferral) [[likely]]
        return false;
    for (const ndarray& a : arrays)
        if (deferral->is_waiting(a)) return true;
    return false;
}

inline bool is_waiting(std::initializer_list<const ndarray*> arrays) {
    Deferral* const deferral = kernel::deferral();
    if (!deferral) [[likely]]
        return false;
    for (const ndarray* a : arrays)
        if (deferral->is_waiting(*a)) return true;
    return false;
}

/// A new array for a call of `run_in_turn`: without memory where one of its inputs waits.
inline ndarray new_pending(const Shape& shape, DType dtype, char order = 'C') {
    if (Deferral* const deferral = kernel::deferral()) return deferral->new_pending(shape, dtype, order);
    return new_array(shape, dtype, order);
}

/// Of work that does not only move elements.
struct NoView {};

/// Runs work(inputs, output), which writes all of `output`: now; or, where `new_pending` made that, in its turn. Then
/// `work` is kept. It may hold no array that waits. `is_kernels` as in WaitingCall, and view(inputs) likewise.
template <class Work, class View = NoView>
void run_in_turn(const char* name, std::span<const ndarray> inputs, const ndarray& output, Work work,
                 bool is_kernels = false, View view = {}) {
    class Call final : public WaitingCall {
    public:
        Call(const char* name, bool is_kernels, const Work& work, const View& view)
            : WaitingCall(name, is_kernels), work_(work), view_(view) {}
        void run(std::span<const ndarray> inputs, const ndarray& output) const override { work_(inputs, output); }
        bool has_view() const override { return !std::is_same_v<View, NoView>; }
        std::optional<CompositeView> view(std::span<const CompositeView> inputs) const override {
            if constexpr (std::is_same_v<View, NoView>) return std::nullopt;
            else return view_(inputs);
        }

    private:
        const Work work_;
        [[no_unique_address]] const View view_;
    };
    const bool is_pending = output.buffer() && output.buffer()->state() != cuda::MemoryState::ready;
    Deferral* const deferral = is_pending ? kernel::deferral() : nullptr;
    if (deferral && deferral->take(std::make_unique<Call>(name, is_kernels, work, view), inputs, output)) return;
    work(inputs, output);
}

}  // namespace cuprum::kernel
