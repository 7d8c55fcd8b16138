// A trace in the format of chrome://tracing, which Perfetto reads too: streams of devices and threads of the host as
// tracks, and the memory in use as a curve.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <set>

#include "cuprum/error.h"
#include "report.h"

namespace cuprum::profiler {
namespace {

constexpr int host_process = 1000;  // Devices are the processes below it.

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            result += '\\';
            result += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            char code[8];
            std::snprintf(code, sizeof code, "\\u%04x", c);
            result += code;
        } else {
            result += c;
        }
    }
    return result + '"';
}

std::string number(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.3f", value);
    return text;
}

class Writer {
public:
    explicit Writer(std::ofstream& file) : file_(file) {}

    void name_process(int process, const std::string& name) { meta("process_name", process, 0, name); }
    void name_thread(int process, std::uint64_t thread, const std::string& name) {
        meta("thread_name", process, thread, name);
    }

    void slice(const TraceEvent& event, int process, std::uint64_t thread, double begin, double duration) {
        head("X", event.name, process, thread, begin);
        file_ << ",\"cat\":" << quoted(event.kind) << ",\"dur\":" << number(duration)
              << ",\"args\":{\"line\":" << quoted(event.place);
        if (event.bytes) file_ << ",\"bytes\":" << event.bytes;
        if (double rate = event.gigabytes_per_second()) file_ << ",\"GB/s\":" << number(rate);
        file_ << "}}";
    }
    void memory(int device, double time, std::int64_t bytes) {
        head("C", "memory", device, 0, time);
        file_ << ",\"args\":{\"bytes\":" << bytes << "}}";
    }

private:
    void head(const char* phase, const std::string& name, int process, std::uint64_t thread, double time) {
        file_ << (first_ ? "\n" : ",\n") << "{\"ph\":\"" << phase << "\",\"name\":" << quoted(name)
              << ",\"pid\":" << process << ",\"tid\":" << thread << ",\"ts\":" << number(time);
        first_ = false;
    }
    void meta(const char* what, int process, std::uint64_t thread, const std::string& name) {
        head("M", what, process, thread, 0);
        file_ << ",\"args\":{\"name\":" << quoted(name) << "}}";
    }

    std::ofstream& file_;
    bool first_ = true;
};

}  // namespace

void write_chrome(const std::vector<TraceEvent>& events, const std::string& path) {
    std::ofstream file(path);
    file << "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[";
    Writer writer(file);
    writer.name_process(host_process, "host");
    std::set<int> devices;
    std::set<std::pair<int, std::uintptr_t>> streams;
    std::set<std::uint64_t> threads;
    std::map<int, std::int64_t> used;
    for (const TraceEvent& event : events) {
        if (devices.insert(event.device).second) writer.name_process(event.device, cuda::Device(event.device).repr());
        if (threads.insert(event.thread).second)
            writer.name_thread(host_process, event.thread, "thread " + std::to_string(event.thread));
        writer.slice(event, host_process, event.thread, event.call_begin, event.call_duration);
        if (event.kind == "kernel" || event.kind == "copy" || event.kind == "fill") {
            if (streams.insert({event.device, event.stream}).second)
                writer.name_thread(event.device, event.stream, "stream " + std::to_string(event.stream));
            writer.slice(event, event.device, event.stream, event.begin, event.duration);
        } else if (event.name == "memory") {
            used[event.device] += (event.kind == "free" ? -1 : 1) * static_cast<std::int64_t>(event.bytes);
            writer.memory(event.device, event.call_begin, used[event.device]);
        }
    }
    file << "\n]}\n";
    if (!file.flush()) throw Error("the trace cannot be written to '" + path + "': " + std::strerror(errno));
}

}  // namespace cuprum::profiler
