// A trace as text: a line an event, or a line a group of them.
#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <map>
#include <tuple>

#include "report.h"

namespace cuprum::profiler {
namespace {

__attribute__((format(printf, 1, 2))) std::string format(const char* pattern, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, pattern);
    std::vsnprintf(text, sizeof text, pattern, arguments);
    va_end(arguments);
    return text;
}

std::string bytes_text(std::size_t bytes) { return bytes ? std::to_string(bytes) : std::string(); }
std::string rate_text(double rate) { return rate > 0 ? format("%.1f", rate) : std::string(); }

// Where names are long, the end says more than the middle.
std::string shortened(const std::string& name, std::size_t width) {
    if (name.size() <= width) return name;
    const std::size_t tail = width / 3;
    return name.substr(0, width - tail - 3).append("...").append(name, name.size() - tail);
}

std::string totals(const std::vector<TraceEvent>& events) {
    std::map<std::string, std::pair<std::size_t, double>> kinds;
    for (const TraceEvent& event : events) {
        ++kinds[event.kind].first;
        kinds[event.kind].second += event.duration;
    }
    std::string text;
    for (const auto& [kind, sum] : kinds)
        text += format("%s%s: %zu in %.1f us", text.empty() ? "" : ", ", kind.c_str(), sum.first, sum.second);
    return text.empty() ? "nothing was given to a device" : text;
}

}  // namespace

std::string full_table(const std::vector<TraceEvent>& events) {
    std::string text = format("%12s %11s %12s %8s %3s  %-8s  %-44s  %s\n", "begin [us]", "time [us]", "bytes", "GB/s",
                              "on", "what", "name", "line");
    for (const TraceEvent& event : events)
        text += format("%12.1f %11.2f %12s %8s %3d  %-8s  %-44s  ", event.begin, event.duration,
                       bytes_text(event.bytes).c_str(), rate_text(event.gigabytes_per_second()).c_str(), event.device,
                       event.kind.c_str(), shortened(event.name, 44).c_str()) +
                event.place + "\n";
    return text + totals(events) + "\n";
}

std::string grouped_table(const std::vector<TraceEvent>& events) {
    struct Group {
        const TraceEvent* first;
        std::size_t count = 0, bytes = 0;
        double time = 0, moved = 0;
    };
    std::map<std::tuple<std::string, std::string, std::string>, Group> found;
    for (const TraceEvent& event : events) {
        Group& group = found.try_emplace({event.kind, event.name, event.place}, Group{&event}).first->second;
        ++group.count;
        group.bytes += event.bytes;
        group.time += event.duration;
        if (event.gigabytes_per_second() > 0) group.moved += static_cast<double>(event.bytes);
    }
    std::vector<Group> groups;
    for (const auto& [key, group] : found) groups.push_back(group);
    std::stable_sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) { return a.time > b.time; });

    std::string text = format("%7s %12s %11s %14s %8s  %-8s  %-44s  %s\n", "times", "total [us]", "mean [us]", "bytes",
                              "GB/s", "what", "name", "line");
    for (const Group& group : groups)
        text += format("%7zu %12.1f %11.2f %14s %8s  %-8s  %-44s  ", group.count, group.time,
                       group.time / static_cast<double>(group.count), bytes_text(group.bytes).c_str(),
                       rate_text(group.time > 0 ? group.moved / group.time / 1000 : 0).c_str(),
                       group.first->kind.c_str(), shortened(group.first->name, 44).c_str()) +
                group.first->place + "\n";
    return text + totals(events) + "\n";
}

}  // namespace cuprum::profiler
