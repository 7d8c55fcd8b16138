#include "raw_kernels.h"

#include "cuprum/error.h"
#include "raw_limits.h"

namespace cuprum::runtime {

RawKernels& Backend::raw_kernels() { throw NotSupportedError("this backend runs no raw kernels"); }

void throw_invalid(const std::string& what) {
    throw CUDARuntimeError(1, "CUDA_ERROR_INVALID_VALUE: invalid argument: " + what);
}

void throw_not_found(const char* kind, const std::string& symbol) {
    throw CUDARuntimeError(500, "CUDA_ERROR_NOT_FOUND: named symbol not found: the module has no " + std::string(kind) + " '" + symbol +
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
                throw_invalid(std::string("a ") + what + " has at least one and at most " + triple(limit) + " along its axes, not " + triple(extent));
    };
    check("grid", launch.grid, grid_limit);
    check("block", launch.block, block_limit);
    const std::uint64_t threads = std::uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
    if (threads > 1024) throw_invalid("a block has at most 1024 threads, not " + std::to_string(threads));
}

}  // namespace cuprum::runtime
