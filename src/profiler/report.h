// How a trace is shown.
#pragma once

#include <string>
#include <vector>

#include "cuprum/profiler.h"

namespace cuprum::profiler {

std::string full_table(const std::vector<TraceEvent>& events);
std::string grouped_table(const std::vector<TraceEvent>& events);
void write_chrome(const std::vector<TraceEvent>& events, const std::string& path);
void write_svg(const std::vector<TraceEvent>& events, const std::string& path);

}  // namespace cuprum::profiler
