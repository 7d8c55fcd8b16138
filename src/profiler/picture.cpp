// A trace as a picture: a track for each thread and each stream, the memory in use below, and the time along the page.
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <tuple>

#include "cuprum/error.h"
#include "report.h"

namespace cuprum::profiler {
namespace {

constexpr double label_width = 150, plot_width = 1000, track_height = 26, bar_height = 18, memory_height = 80,
                 margin = 20;

const char* color(const std::string& kind) {
    static const std::map<std::string, const char*> colors = {
        {"kernel", "#4878a8"},   {"copy", "#d08040"}, {"fill", "#8a9a5b"}, {"compile", "#a04848"},
        {"allocate", "#7a6aa8"}, {"free", "#b0a8c8"}, {"range", "#c8c8c8"}};
    const auto found = colors.find(kind);
    return found == colors.end() ? "#888888" : found->second;
}

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '&': result += "&amp;"; break;
            case '"': result += "&quot;"; break;
            default: result += c;
        }
    }
    return result;
}

std::string time_text(double us) {
    char text[40];
    const double size = std::fabs(us);
    if (size < 1e3) std::snprintf(text, sizeof text, "%.4g us", us);
    else if (size < 1e6) std::snprintf(text, sizeof text, "%.4g ms", us / 1e3);
    else std::snprintf(text, sizeof text, "%.4g s", us / 1e6);
    return text;
}

// A round number of microseconds that divides the time into some eight parts.
double tick(double total) {
    const double rough = std::max(total, 1e-3) / 8, power = std::pow(10, std::floor(std::log10(rough)));
    for (double factor : {1, 2, 5})
        if (factor * power >= rough) return factor * power;
    return 10 * power;
}

struct Bar {
    const TraceEvent* event;
    double begin, duration;
};

}  // namespace

void write_svg(const std::vector<TraceEvent>& events, const std::string& path) {
    // Tracks: threads of the host first, then streams by device.
    std::map<std::tuple<int, int, std::uint64_t>, std::vector<Bar>> tracks;
    std::vector<std::pair<double, double>> memory = {{0, 0}};
    double total = 1e-3, most = 0;
    for (const TraceEvent& event : events) {
        tracks[{0, 0, event.thread}].push_back({&event, event.call_begin, event.call_duration});
        if (event.kind == "kernel" || event.kind == "copy" || event.kind == "fill")
            tracks[{1, event.device, event.stream}].push_back({&event, event.begin, event.duration});
        if (event.name == "memory") {
            const double used =
                memory.back().second + (event.kind == "free" ? -1. : 1.) * static_cast<double>(event.bytes);
            memory.emplace_back(event.call_begin, used);
            most = std::max(most, used);
        }
        total = std::max({total, event.begin + event.duration, event.call_begin + event.call_duration});
    }
    double least = 0;
    for (const auto& [time, used] : memory) least = std::min(least, used);

    const double top = margin + 20, tracks_height = track_height * static_cast<double>(tracks.size());
    const double bottom = top + tracks_height + memory_height + 20, scale = plot_width / total;
    std::ofstream file(path);
    file.precision(2);
    file << std::fixed;
    file << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << label_width + plot_width + 2 * margin
         << "\" height=\"" << bottom + 50
         << "\" font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
    for (double t = 0; t <= total; t += tick(total)) {
        const double x = label_width + t * scale;
        file << "<line x1=\"" << x << "\" x2=\"" << x << "\" y1=\"" << top - 4 << "\" y2=\"" << bottom
             << "\" stroke=\"#e0e0e0\"/><text x=\"" << x << "\" y=\"" << top - 8 << "\" text-anchor=\"middle\">"
             << time_text(t) << "</text>\n";
    }
    double y = top;
    for (const auto& [key, bars] : tracks) {
        const auto [on_device, device, number] = key;
        file << "<text x=\"" << label_width - 8 << "\" y=\"" << y + 14 << "\" text-anchor=\"end\">"
             << (on_device ? escaped(cuda::Device(device).repr()) +
                                 (number ? " stream " + std::to_string(number) : std::string())
                           : "thread " + std::to_string(number))
             << "</text>\n";
        for (const Bar& bar : bars) {
            const TraceEvent& event = *bar.event;
            // What is too short to be seen is drawn a hair wide.
            file << "<rect x=\"" << label_width + bar.begin * scale << "\" y=\"" << y + 2 << "\" width=\""
                 << std::max(bar.duration * scale, 0.5) << "\" height=\"" << bar_height << "\" fill=\""
                 << color(event.kind) << "\"><title>" << escaped(event.kind + " " + event.name) << "\n"
                 << time_text(bar.duration);
            if (event.bytes) file << ", " << event.bytes << " bytes";
            if (double rate = event.gigabytes_per_second()) file << ", " << rate << " GB/s";
            file << "\n" << escaped(event.place) << "</title></rect>\n";
        }
        y += track_height;
    }
    // The memory in use is what the trace saw come and go: it starts at zero, and below that lies what was there
    // before.
    const double range = std::max(most - least, 1.), floor = y + memory_height + 10;
    const auto level = [&](double used) { return floor - (used - least) / range * memory_height; };
    file << "<text x=\"" << label_width - 8 << "\" y=\"" << y + 24 << "\" text-anchor=\"end\">memory</text><text x=\""
         << label_width - 8 << "\" y=\"" << y + 40 << "\" text-anchor=\"end\">up to " << static_cast<long long>(most)
         << " bytes</text>\n<polyline fill=\"none\" stroke=\"#7a6aa8\" points=\"";
    double last = level(0);
    for (const auto& [time, used] : memory) {
        const double x = label_width + time * scale;
        file << x << ',' << last << ' ' << x << ',' << level(used) << ' ';
        last = level(used);
    }
    file << label_width + plot_width << ',' << last << "\"/>\n";
    double x = label_width;
    for (const char* kind : {"kernel", "copy", "fill", "compile", "allocate", "free", "range"}) {
        file << "<rect x=\"" << x << "\" y=\"" << bottom + 16 << "\" width=\"12\" height=\"12\" fill=\"" << color(kind)
             << "\"/><text x=\"" << x + 17 << "\" y=\"" << bottom + 26 << "\">" << kind << "</text>\n";
        x += 90;
    }
    file << "</svg>\n";
    if (!file.flush()) throw Error("the picture cannot be written to '" + path + "': " + std::strerror(errno));
}

}  // namespace cuprum::profiler
