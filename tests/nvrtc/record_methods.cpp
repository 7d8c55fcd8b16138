// Records the kernel of every ufunc with every method and every dtype as a GPU would be given it, without a GPU:
//     record_methods <folder> [numpy | special]
// Of the ufuncs of scipy.special, whose methods are engines' texts around the same statements, the calls are recorded.
// `compile_recorded` then compiles what lies in the folder. The device here has memory, which stays zero, and takes
// kernels for what they are called.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "../cpp/fake_backend.h"
#include "cuprum/creation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/special.h"
#include "cuprum/structured.h"
#include "cuprum/ufunc.h"

namespace {

using namespace cuprum;

class IdleBackend final : public testing::FakeBackend {
public:
    void* allocate(int, std::size_t bytes) override { return std::calloc(bytes, 1); }
    void free(int, void* pointer) noexcept override { std::free(pointer); }
    testing::Binary compile(const testing::CompileRequest& request, const std::string&) override {
        std::vector<char> code;
        for (const std::string& name : request.names) code.insert(code.end(), name.begin(), name.end());
        return {code, request.names};
    }
};

int failures = 0;

/// A call that may have no loop for its dtype; whatever else goes wrong is an error here.
void attempt(const std::string& what, const std::function<void()>& call) {
    try {
        call();
    } catch (const TypeError&) {
    } catch (const ValueError&) {
    } catch (const std::exception& error) {
        // Powers of integers ask first whether an exponent is negative, which nobody answers here.
        if (std::string(error.what()).find("did not reach the host") != std::string::npos) return;
        ++failures;
        std::printf("%s: %s\n", what.c_str(), error.what());
    }
}

void record_call(const Ufunc& ufunc, DType dtype) {
    attempt(std::string(ufunc.name()) + " of " + info(dtype).name, [&] {
        const ndarray a = zeros({3, 5}, dtype);  // an operand refers to its array
        const std::vector<Operand> in(static_cast<std::size_t>(ufunc.nin()), Operand(a));
        std::vector<ndarray> results(static_cast<std::size_t>(ufunc.nout()));
        ufunc.call(in, {}, results.data());
    });
}

void record_all(const Ufunc& ufunc, DType dtype) {
    record_call(ufunc, dtype);
    const std::string name = std::string(ufunc.name()) + " of " + info(dtype).name;
    const ndarray a = zeros({3, 5}, dtype), wide = zeros({4, 4000}, dtype), tall = zeros({4000, 4}, dtype);
    const ndarray repeated = zeros({4}, DType::int64);
    attempt(name + ", at", [&] {
        const ndarray values = zeros({4, 5}, dtype);
        const Operand value(values);
        const Index index[] = {repeated};
        ufunc.at(a, index, ufunc.nin() == 2 ? &value : nullptr);
    });
    if (ufunc.nin() != 2) return;
    for (const ndarray& array : {a, wide, tall})
        for (std::int64_t axis : {0, 1}) {
            attempt(name + ", reduce", [&] { ufunc.reduce(array, axis); });
            attempt(name + ", accumulate", [&] { ufunc.accumulate(array, axis); });
            attempt(name + ", reduceat", [&] { ufunc.reduceat(array, repeated, axis); });
        }
    attempt(name + ", outer", [&] { ufunc.outer(a, a); });
}

/// Comparisons, extremes and common units of times.
void record_times() {
    const ndarray days = zeros({4, 4000}, DType::int64).view(time_dtype('M', "D")),
                  months = zeros({4000}, DType::int64).view(time_dtype('M', "M"));
    attempt("times", [&] {
        less(days, months);
        maximum(days, months);
        isnan(days);
    });
    for (std::int64_t axis : {0, 1})
        attempt("extremes of times", [&] {
            for (auto extreme : {min, max, argmin, argmax, nanmin, nanmax}) extreme(days, {.axis = axis});
        });
}

/// What has no elements runs nothing, or is refused.
void check_empty(const Ufunc& ufunc) {
    const ndarray empty = zeros({0, 3}, DType::float32), first = zeros({}, DType::uint8);
    const auto refused = [&](const char* method, const std::function<void()>& call) {
        try {
            call();
        } catch (const IndexError&) {
            return;
        } catch (const Error&) {
            return;  // no such method, or no such loop
        }
        ++failures;
        std::printf("%s.%s takes an index of an axis without elements\n", ufunc.name(), method);
    };
    refused("at", [&] {
        const ndarray values = zeros({}, DType::float32);
        const Operand value(values);
        const Index index[] = {first, -2};
        ufunc.at(empty, index, ufunc.nin() == 2 ? &value : nullptr);
    });
    refused("reduceat", [&] { ufunc.reduceat(empty, zeros({1}, DType::int64), 0); });
}

}  // namespace

int main(int count, char** arguments) {
    const std::string chapter = count == 3 ? arguments[2] : "";
    if (count < 2 || count > 3 || (count == 3 && chapter != "numpy" && chapter != "special")) {
        std::fprintf(stderr, "usage: record_methods <folder> [numpy | special]\n");
        return 2;
    }
    std::filesystem::remove_all(arguments[1]);
    std::filesystem::create_directories(arguments[1]);
    setenv("CUPRUM_RECORD_KERNELS", arguments[1], 1);
    setenv("CUPRUM_CACHE_DIR", (std::string(arguments[1]) + "/cache").c_str(), 1);
    static auto* backend = new IdleBackend;
    runtime::use_backend(*backend);
    const auto each = [](std::span<const std::pair<const char*, const Ufunc*>> list, auto&& what) {
        for (auto [name, ufunc] : list)
            if (std::string(name) == ufunc->name())  // not another name of one that was here before
                for (const DTypeInfo& dtype : dtype_table) what(*ufunc, dtype.dtype);
    };
    if (chapter != "special") {
        for (auto [name, ufunc] : ufuncs()) check_empty(*ufunc);
        record_times();
        each(ufuncs(), record_all);
    }
    if (chapter != "numpy") each(scipy::special::ufuncs(), record_call);
    return failures != 0;
}
