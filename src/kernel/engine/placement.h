// Work runs on the device of its operands, whichever is current.
#pragma once

#include <concepts>
#include <initializer_list>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "cuprum/cuda.h"
#include "cuprum/ndarray.h"
#include "runtime/context.h"

namespace cuprum::kernel {

/// Where the operands of a call lie; arrays without elements lie nowhere.
struct DeviceOfOperands {
    int first = -1;

    bool is_current(const ndarray& operand) { return operand.size() != 0 && sees(operand.device()); }
    bool is_current(const ndarray* operand) { return operand && is_current(*operand); }
    bool is_current(const Operand& operand) { return operand.is_array() && is_current(operand.array()); }
    /// An object that holds arrays, of a sparse matrix, say: it knows its device; -1 where it has none.
    template <class Object>
        requires requires(const Object& object) {
            { object.device() } -> std::same_as<int>;
        }
    bool is_current(const Object& object) {
        const int device = object.device();
        return device >= 0 && sees(device);
    }
    template <class T>
    bool is_current(const std::optional<T>& operand) {
        return operand && is_current(*operand);
    }
    template <class A, class B>
    bool is_current(const std::pair<A, B>& operands) {
        return is_current(operands.first) || is_current(operands.second);
    }
    template <class... T>
    bool is_current(const std::variant<T...>& operand) {
        const auto look = [this](const auto& one) {
            if constexpr (requires { this->is_current(one); }) return this->is_current(one);
            else return false;  // a number, a slice
        };
        return std::visit(look, operand);
    }
    template <class T>
    bool is_current(std::span<const T> operands) {
        for (const T& operand : operands)
            if (is_current(operand)) return true;
        return false;
    }
    template <class T>
    bool is_current(const std::vector<T>& operands) {
        return is_current(std::span<const T>(operands));
    }

private:
    bool sees(int device) {
        if (first < 0) first = device;
        return device == runtime::context.device;
    }
};

/// Makes the device of a call's operands current while it lives, where none of them lies on the current one. Functions
/// of chapters that allocate or launch begin with it:
///
///     ndarray tril(const ndarray& a, std::int64_t k) {
///         const kernel::Placement here(a);
class Placement {
public:
    template <class... Operands>
    explicit Placement(const Operands&... operands) {
        DeviceOfOperands device;
        if (!(device.is_current(operands) || ...) && device.first >= 0) [[unlikely]]
            there_.emplace(device.first);
    }

private:
    std::optional<cuda::DeviceGuard> there_;
};

/// The device on which operands ask for the work to be done: that of the first one, where none lies on the current
/// device; -1 where the current one is right. Null pointers and arrays without elements say nothing.
///
/// The functions that programs call most begin with this instead of a Placement, whose destructor is left out then, and
/// call themselves with that device current:
///
///     if (const int device = other_device({&a, options.out}); device >= 0) [[unlikely]] {
///         const cuda::DeviceGuard there(device);
///         return reduce(a, options);
///     }
inline int other_device(std::initializer_list<const ndarray*> operands) {
    DeviceOfOperands device;
    for (const ndarray* operand : operands)
        if (operand && device.is_current(*operand)) return -1;
    return device.first;
}
inline int other_device(std::span<const ndarray> arrays, const ndarray* out) {
    DeviceOfOperands device;
    if (out && device.is_current(*out)) return -1;
    for (const ndarray& array : arrays)
        if (device.is_current(array)) return -1;
    return device.first;
}
inline int other_device(std::span<const Operand> operands, const ndarray* const* out = nullptr, int count = 0) {
    DeviceOfOperands device;
    for (const Operand& operand : operands)
        if (operand.is_array() && device.is_current(operand.array())) return -1;
    for (int k = 0; k < count; ++k)
        if (out[k] && device.is_current(*out[k])) return -1;
    return device.first;
}

}  // namespace cuprum::kernel
