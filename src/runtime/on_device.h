// Calls of the backend that go to a device, whichever is current.
#pragma once

#include "context.h"
#include "cuprum/error.h"

namespace cuprum::runtime {

/// Makes a device the backend's for a scope: events are recorded in the context of their device, and the default
/// streams have the same handles on all devices.
class OnDevice {
public:
    explicit OnDevice(int device) : previous_(context.device) {
        if (device != previous_) backend().set_device(device);
        changed_ = device != previous_;
    }
    ~OnDevice() {
        try {
            if (changed_) backend().set_device(previous_);
        } catch (const Error&) {
            // The device was current before; its next use tells what is wrong with it.
        }
    }
    OnDevice(const OnDevice&) = delete;
    OnDevice& operator=(const OnDevice&) = delete;

private:
    const int previous_;
    bool changed_;
};

}  // namespace cuprum::runtime
