#include "raw_kernels.h"

#include "cuprum/error.h"
#include "errors.h"
#include "raw_limits.h"

namespace cuprum::runtime {

RawKernels& Backend::raw_kernels() { throw NotSupportedError("this backend runs no raw kernels"); }

void refuse_shared(std::size_t asked, std::size_t limit, const std::string& kernel) {
    cuda_error::raise(cuda_error::invalid_value,
                      "the launch asks for " + std::to_string(asked) +
                          " bytes of dynamic shared memory, and the kernel '" + kernel + "' may have " +
                          std::to_string(limit) +
                          "; raise its max_dynamic_shared_size_bytes where the device has more");
}

void throw_not_found(const char* kind, const std::string& symbol) {
    constexpr int symbol_not_found = 500;
    cuda_error::raise(symbol_not_found, "the module has no " + std::string(kind) + " '" + symbol +
                                            "'; a name that is not extern \"C\" must be among the name_expressions");
}

void check_geometry(const Launch& launch) {
    constexpr std::uint32_t grid_limit[] = {0x7fffffff, 65535, 65535}, block_limit[] = {1024, 1024, 64};
    const auto check = [](const char* what, const std::uint32_t(&extent)[3], const std::uint32_t(&limit)[3]) {
        const auto triple = [](const std::uint32_t(&v)[3]) {
            return "(" + std::to_string(v[0]) + ", " + std::to_string(v[1]) + ", " + std::to_string(v[2]) + ")";
        };
        for (int i = 0; i < 3; ++i)
            if (extent[i] < 1 || extent[i] > limit[i])
                cuda_error::raise(cuda_error::invalid_value, std::string("a ") + what +
                                                                 " has at least one and at most " + triple(limit) +
                                                                 " along its axes, not " + triple(extent));
    };
    check("grid", launch.grid, grid_limit);
    check("block", launch.block, block_limit);
    const std::uint64_t threads = std::uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
    if (threads > 1024)
        cuda_error::raise(cuda_error::invalid_value,
                          "a block has at most 1024 threads, not " + std::to_string(threads));
}

}  // namespace cuprum::runtime
