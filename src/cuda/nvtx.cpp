// NVTX is a header that looks for a profiler by itself; builds without it know no ranges.
#include "cuprum/nvtx.h"

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#define CUPRUM_NVTX 1
#endif

namespace cuprum::cuda::nvtx {

#ifdef CUPRUM_NVTX

namespace {

nvtxEventAttributes_t attributes(const std::string& message, std::uint32_t color) {
    nvtxEventAttributes_t event{};
    event.version = NVTX_VERSION;
    event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    if (color) {
        event.colorType = NVTX_COLOR_ARGB;
        event.color = color;
    }
    event.messageType = NVTX_MESSAGE_TYPE_ASCII;
    event.message.ascii = message.c_str();
    return event;
}

}  // namespace

bool is_available() { return true; }
void mark(const std::string& message, std::uint32_t color) {
    const auto event = attributes(message, color);
    nvtxMarkEx(&event);
}
void range_push(const std::string& message, std::uint32_t color) {
    const auto event = attributes(message, color);
    nvtxRangePushEx(&event);
}
void range_pop() { nvtxRangePop(); }
std::uint64_t range_start(const std::string& message, std::uint32_t color) {
    const auto event = attributes(message, color);
    return nvtxRangeStartEx(&event);
}
void range_end(std::uint64_t range) { nvtxRangeEnd(range); }

#else

bool is_available() { return false; }
void mark(const std::string&, std::uint32_t) {}
void range_push(const std::string&, std::uint32_t) {}
void range_pop() {}
std::uint64_t range_start(const std::string&, std::uint32_t) { return 0; }
void range_end(std::uint64_t) {}

#endif

std::uint32_t color(int id) {
    constexpr std::uint32_t colors[] = {0xff1f77b4, 0xffff7f0e, 0xff2ca02c, 0xffd62728,
                                        0xff9467bd, 0xff8c564b, 0xff17becf};
    return id < 0 ? 0 : colors[id % (sizeof colors / sizeof *colors)];
}

}  // namespace cuprum::cuda::nvtx
