// What lets elementwise work and reductions wait (kernel/deferred), as the engines below it know it.
#pragma once

#include <atomic>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
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

/// Work of another engine, which runs as it is: it reads its inputs and writes all of some new arrays.
class WaitingCall {
public:
    WaitingCall(std::string name, std::size_t outputs, bool is_kernels)
        : name(std::move(name)), outputs(outputs), is_kernels(is_kernels) {}
    virtual ~WaitingCall() = default;
    WaitingCall(const WaitingCall&) = delete;
    virtual void run(std::span<const ndarray> inputs, std::span<const ndarray> outputs) const = 0;
    /// Whether it may only move elements...
    virtual bool has_view() const { return false; }
    /// ...and where its output's lie, then, of inputs that lie so. None where that cannot be said.
    virtual std::optional<CompositeView> view(std::span<const CompositeView>) const { return std::nullopt; }

    const std::string name;     ///< As users know it: "concatenate".
    const std::size_t outputs;  ///< How many; one where it has a view.
    const bool is_kernels;      ///< It starts kernels of ours, and calls no other library.
};

class Deferral {
public:
    /// As `new_array`, but memory comes when the elements are computed, or asked for.
    virtual ndarray new_result(const Shape& shape, DType dtype, char order) = 0;
    /// As ElementwiseKernel::run, later. False where this work cannot wait: then nothing has happened.
    virtual bool take(ElementwiseKernel& kernel, std::span<const KernelOperand> operands, const Shape& shape) = 0;
    /// The same of work that is a call too, where it has to be in memory what a kernel would read: then that runs. The
    /// call's inputs are the operands that are arrays, in their order.
    virtual bool take(ElementwiseKernel& kernel, std::span<const KernelOperand> operands, const Shape& shape,
                      std::unique_ptr<const WaitingCall> call) = 0;
    /// Whether a reduction of an array may wait.
    virtual bool may_reduce(const ndarray& a) = 0;
    /// A new array without memory, for what waits or reads what waits.
    virtual ndarray new_pending(const Shape& shape, DType dtype, char order) = 0;
    /// As ReductionKernel::run, likewise; its kernel stays as long as the process.
    virtual bool take(ReductionKernel& kernel, const ReductionCall& call) = 0;
    /// Whether an array's elements wait in the calling thread.
    virtual bool is_waiting(const ndarray& a) = 0;
    /// As WaitingCall::run, likewise. The outputs are as `new_pending` made them.
    virtual bool take(std::unique_ptr<const WaitingCall> call, std::span<const ndarray> inputs,
                      std::span<const ndarray> outputs) = 0;

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

/// Runs work(inputs, outputs), which writes all of the outputs: now; or, where `new_pending` made the first, in its
/// turn. Then `work` is kept. It may hold no array that waits. `is_kernels` as in WaitingCall, and view(inputs)
/// likewise.
template <class Work, class View = NoView>
void run_all_in_turn(const std::string& name, std::span<const ndarray> inputs, std::span<const ndarray> outputs,
                     Work work, bool is_kernels = false, View view = {}) {
    class Call final : public WaitingCall {
    public:
        Call(const std::string& name, std::size_t outputs, bool is_kernels, const Work& work, const View& view)
            : WaitingCall(name, outputs, is_kernels), work_(work), view_(view) {}
        void run(std::span<const ndarray> inputs, std::span<const ndarray> outputs) const override {
            work_(inputs, outputs);
        }
        bool has_view() const override { return !std::is_same_v<View, NoView>; }
        std::optional<CompositeView> view(std::span<const CompositeView> inputs) const override {
            if constexpr (std::is_same_v<View, NoView>) return std::nullopt;
            else return view_(inputs);
        }

    private:
        const Work work_;
        [[no_unique_address]] const View view_;
    };
    const bool is_pending = outputs[0].buffer() && outputs[0].buffer()->state() != cuda::MemoryState::ready;
    Deferral* const deferral = is_pending ? kernel::deferral() : nullptr;
    if (deferral &&
        deferral->take(std::make_unique<Call>(name, outputs.size(), is_kernels, work, view), inputs, outputs))
        return;
    work(inputs, outputs);
}

/// The same of work(inputs, output).
template <class Work, class View = NoView>
void run_in_turn(const char* name, std::span<const ndarray> inputs, const ndarray& output, Work work,
                 bool is_kernels = false, View view = {}) {
    run_all_in_turn(
        name, inputs, std::span(&output, 1),
        [work](std::span<const ndarray> inputs, std::span<const ndarray> outputs) { work(inputs, outputs[0]); },
        is_kernels, view);
}

}  // namespace cuprum::kernel
