// Where a call runs: on the device of its operands, whichever is current.
#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "convert.h"
#include "cuprum/cuda.h"

namespace cuprum::python {

/// Number of devices; 0 until a call had an array, as no backend need be chosen before.
extern std::atomic<int> device_count;
inline bool is_one_device() { return device_count.load(std::memory_order_relaxed) == 1; }

/// Says where objects of a type are that hold arrays in C++; -1 where they hold none.
void set_device_finder(nb::handle type, int (*device_of)(PyObject* object));

/// Finds the device of the arrays among the operands of a call. Lists, tuples, dictionaries and the attributes of
/// cuprum's own objects are searched.
class DeviceOfOperands {
public:
    void see(PyObject* object, int depth = 0);
    void see_device(int device);
    /// The device to run on, where that is another than the current one: none of the operands lies on the current
    /// one, and this is the first one's.
    std::optional<int> other() const { return on_current_ ? std::nullopt : first_; }

private:
    std::optional<int> first_;
    bool on_current_ = false;
};

/// Makes the device of a call's operands current while it lives.
class Placement {
public:
    template <class... Objects>
    explicit Placement(Objects*... operands) {
        if (is_one_device()) return;
        DeviceOfOperands device;
        (device.see(operands), ...);
        move_to(device.other());
    }
    Placement(PyObject* const* operands, Py_ssize_t count) {
        if (is_one_device()) return;
        DeviceOfOperands device;
        for (Py_ssize_t i = 0; i < count; ++i) device.see(operands[i]);
        move_to(device.other());
    }

private:
    void move_to(std::optional<int> device) {
        if (device) guard_.emplace(*device);
    }
    std::optional<cuda::DeviceGuard> guard_;
};

/// Makes the operators and the indexing of arrays run on the device of their operands.
void place_slots(std::vector<PyType_Slot>& slots);
/// The same for calls of a type's objects.
void place_calls(PyTypeObject* type);

}  // namespace cuprum::python
