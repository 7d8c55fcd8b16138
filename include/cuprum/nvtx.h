// Marks and ranges that NVIDIA's profilers show beside what devices do. Without a profiler they cost next to nothing.
#pragma once

#include <cstdint>
#include <string>

namespace cuprum::cuda::nvtx {

/// Whether this build can tell a profiler of ranges.
bool is_available();

/// Marks a moment. `color` is ARGB; 0 leaves it to the profiler.
void mark(const std::string& message, std::uint32_t color = 0);
/// Begins a range of the calling thread, and ends the one begun last.
void range_push(const std::string& message, std::uint32_t color = 0);
void range_pop();
/// Begins a range that any thread may end, by the number that this returns.
std::uint64_t range_start(const std::string& message, std::uint32_t color = 0);
void range_end(std::uint64_t range);

/// One of a few colors that are told apart well, by a number; 0 for a negative one.
std::uint32_t color(int id);

/// A range while the guard lives.
class Range {
public:
    explicit Range(const std::string& message, std::uint32_t color = 0) { range_push(message, color); }
    ~Range() { range_pop(); }
    Range(const Range&) = delete;
    Range& operator=(const Range&) = delete;
};

}  // namespace cuprum::cuda::nvtx
