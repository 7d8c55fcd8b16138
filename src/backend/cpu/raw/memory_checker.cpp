#include "backend/cpu/raw/memory_checker.h"

#include <cstdint>

namespace cuprum::backend::cpu {
namespace {

// Addresses that belong to nobody: fields of a null pointer.
constexpr std::uintptr_t null_page = 65536;

bool is_inside(const char* address, std::size_t bytes, const char* begin, std::size_t size) {
    const auto first = reinterpret_cast<std::uintptr_t>(address), start = reinterpret_cast<std::uintptr_t>(begin);
    return first >= start && bytes <= size && first - start <= size - bytes;
}

std::string what_it_does(const CheckedAccess& access) {
    const char* verb = access.site.kind == cuda_on_cpu::AccessKind::read    ? "reads "
                       : access.site.kind == cuda_on_cpu::AccessKind::write ? "writes "
                                                                            : "changes ";
    return verb + std::to_string(access.bytes) + " bytes";
}

std::string at_line(const CheckedAccess& access) {
    return access.site.line ? ", in line " + std::to_string(access.site.line) : "";
}

/// Where an access is in an object of elements.
std::string index_in(const CheckedAccess& access, const char* first, std::size_t itemsize) {
    const auto offset = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(access.address) -
                                                  reinterpret_cast<std::uintptr_t>(first));
    const auto size = static_cast<std::int64_t>(itemsize);
    return std::to_string(offset >= 0 ? offset / size : -((-offset + size - 1) / size));
}

std::string through_null(const CheckedAccess& access, const std::string& what) {
    const bool is_null = reinterpret_cast<std::uintptr_t>(access.address) < null_page;
    return is_null ? what_it_does(access) + " through " + what + at_line(access) : std::string();
}

std::string check_argument(const CheckedAccess& access, const cuda_on_cpu::Parameter& parameter,
                           const runtime::ArgumentExtent* extent) {
    const std::string which =
        "argument " + std::to_string(access.object) + " ('" + parameter.type + " " + parameter.name + "'";
    if (!extent || !extent->is_array) return through_null(access, which + "), which is a null pointer");
    if (is_inside(access.address, access.bytes, extent->begin, extent->bytes)) return {};
    return what_it_does(access) + " at index " + index_in(access, extent->first, extent->itemsize) + " of " + which +
           ", an array of " + std::to_string(extent->bytes / extent->itemsize) + " " + extent->dtype +
           "), out of its bounds" + at_line(access);
}

/// Whether an access is within any array of the launch. What is behind plain pointers nobody knows.
bool is_in_arguments(const CheckedAccess& access, const cuda_on_cpu::Kernel& kernel,
                     const runtime::ArgumentExtent* extents) {
    for (unsigned i = 0; i < kernel.parameter_count; ++i) {
        if (kernel.parameters[i].kind != cuda_on_cpu::ParameterKind::pointer) continue;
        if (extents && extents[i].is_null) continue;
        if (!extents || !extents[i].is_array ||
            is_inside(access.address, access.bytes, extents[i].begin, extents[i].bytes))
            return true;
    }
    return false;
}

}  // namespace

std::string find_bad_access(const CheckedAccess& access, const cuda_on_cpu::Kernel& kernel, SharedMemory shared,
                            const runtime::ArgumentExtent* extents) {
    if (access.bytes == 0) return {};
    if (access.object >= 0)
        return check_argument(access, kernel.parameters[access.object], extents ? &extents[access.object] : nullptr);
    const std::string name = access.site.variable ? " '" + std::string(access.site.variable) + "'" : "";
    switch (access.object) {
        case cuda_on_cpu::shared_object:
        case cuda_on_cpu::known_object: {
            const bool is_shared = access.object == cuda_on_cpu::shared_object;
            // Dynamic shared memory ends where the block's does.
            const std::size_t bytes = access.object_bytes || !is_shared
                                          ? access.object_bytes
                                          : static_cast<std::size_t>(shared.begin + shared.bytes - access.base);
            if (is_inside(access.address, access.bytes, access.base, bytes)) return {};
            return what_it_does(access) + " at index " + index_in(access, access.base, access.bytes) + " of the " +
                   (is_shared ? "shared variable" : "variable") + name + ", which has " + std::to_string(bytes) +
                   " bytes" + at_line(access);
        }
        case cuda_on_cpu::given_object:
            if (is_inside(access.address, access.bytes, shared.begin, shared.bytes) ||
                is_in_arguments(access, kernel, extents))
                return {};
            return what_it_does(access) + " outside of all arrays that it was given" + at_line(access);
        default: return through_null(access, "a null pointer");
    }
}

}  // namespace cuprum::backend::cpu
