// What the driver has loaded.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "backend/cuda/driver.h"

namespace cuprum::backend::cuda {

struct Function {
    CUfunction function = nullptr;
    std::atomic<std::uint32_t> dynamic_shared_limit{0};  ///< The most bytes that a launch may ask for as things stand.
    const std::string* symbol = nullptr;
};

struct Module {
    CUmodule module = nullptr;
    int device = 0;
    std::mutex mutex;
    std::map<std::string, Function> functions;  ///< Their addresses are the handles given out.
};

}  // namespace cuprum::backend::cuda
