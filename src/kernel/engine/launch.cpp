#include "kernel/engine/launch.h"

#include "cuprum/cuda.h"
#include "kernel/engine/argument_writer.h"

namespace cuprum::kernel {

void throw_too_many_arguments() {
    throw ValueError("the arguments of this kernel take more than the " + std::to_string(most_argument_bytes) +
                     " bytes that a launch takes; pass fewer arrays, or arrays of fewer axes");
}

void throw_out_of_reach(const ndarray& a) {
    const std::string there = std::to_string(a.device()), here = std::to_string(runtime::context.device);
    throw ValueError(
        "Array device must be same as the current device, or within its reach: an array of shape " +
        to_string(a.shape()) + " and dtype " + info(a.dtype()).name + " is on " + cuda::Device(a.device()).repr() +
        ", the current device is " + cuda::Device().repr() + ", and there is no peer access from " + here + " to " +
        there + ". Make the array's device current (Device(" + there + ")), or copy the array to this one (asarray)");
}

}  // namespace cuprum::kernel
