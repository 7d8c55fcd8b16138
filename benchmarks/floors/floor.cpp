// What a CPU's memory gives to loops that do nothing else.
//     c++ -O3 -std=c++17 -march=native -pthread floor.cpp -o floor && ./floor THREADS QUICK
// Five kinds of traffic, at several sizes: bytes read only, two read for one written, one for one, one for two, written
// only. Each with plain stores and, where the processor has them, with stores that pass the caches by; the quicker
// counts. On one thread and on all. Memory was touched before: no page is new. Prints JSON: for each kind, size and
// number of threads the milliseconds of its repeats.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>
#if defined(__AVX512F__) || defined(__AVX__)
#include <immintrin.h>
#endif

enum Kind { Read, Add, Copy, Widen, Write };
const char* const names[] = {"read", "add", "copy", "widen", "write"};
const int reads[] = {1, 2, 1, 1, 0}, writes[] = {0, 1, 1, 2, 1};

// Eight doubles: one vector of the processor, or several.
typedef double Line __attribute__((vector_size(64), may_alias));

template <bool Past>
static void put(Line* to, const Line& line) {
#ifdef __AVX512F__
    if (Past) return _mm512_stream_pd((double*)to, (__m512d)line);
#elif defined(__AVX__)
    if (Past) {
        const double* from = (const double*)&line;
        _mm256_stream_pd((double*)to, _mm256_load_pd(from));
        return _mm256_stream_pd((double*)to + 4, _mm256_load_pd(from + 4));
    }
#endif
    *to = line;
}

static std::atomic<double> kept;

template <int K, bool Past>
void move(const Line* __restrict a, const Line* __restrict b, Line* __restrict c, Line* __restrict d, size_t lines) {
    if (K == Read) {
        constexpr int n = Past ? 4 : 8;  // of reading, the two variants are two numbers of accumulators
        Line sums[n] = {};
        for (size_t i = 0; i + n <= lines; i += n)
            for (int k = 0; k < n; ++k) sums[k] += a[i + k];
        for (int k = 1; k < n; ++k) sums[0] += sums[k];
        kept = sums[0][0] + sums[0][5];
        return;
    }
    const Line ones = {1, 1, 1, 1, 1, 1, 1, 1};
    for (size_t i = 0; i < lines; ++i) {
        Line v = K == Write ? ones : K == Add ? a[i] + b[i] : a[i];
        put<Past>(c + i, v);
        if (K == Widen) put<Past>(d + i, v);
    }
}

struct Memory {
    Line *a, *b, *c, *d;
};

template <int K, bool Past>
double once(const Memory& m, size_t lines, int threads) {
    // Threads are there before the clock starts; they wait for a flag, as those of a pool do.
    std::atomic<int> ready{0}, done{0};
    std::atomic<bool> go{false};
    auto share = [&](int t) {
        size_t first = lines * t / threads, last = lines * (t + 1) / threads;
        move<K, Past>(m.a + first, m.b + first, m.c + first, m.d + first, last - first);
    };
    std::vector<std::thread> others;
    for (int t = 1; t < threads; ++t)
        others.emplace_back([&, t] {
            ++ready;
            while (!go) std::this_thread::yield();
            share(t);
            ++done;
        });
    while (ready < threads - 1) std::this_thread::yield();
    auto start = std::chrono::steady_clock::now();
    go = true;
    share(0);
    while (done < threads - 1) std::this_thread::yield();
    std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
    for (auto& one : others) one.join();
    return taken.count();
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    return values[values.size() / 2];
}

const char* variant(int kind, bool past) {
    if (kind == Read) return past ? "4 accumulators" : "8 accumulators";
    return past ? "stores past the caches" : "plain stores";
}

template <int K>
void measure(const Memory& m, size_t bytes, int threads, bool& first) {
    size_t lines = bytes / (reads[K] + writes[K]) / sizeof(Line) / 16 * 16;
    std::vector<double> plain, past;
    for (int i = 0; i < 17; ++i) {
        plain.push_back(once<K, false>(m, lines, threads));
        past.push_back(once<K, true>(m, lines, threads));
    }
    plain.erase(plain.begin(), plain.begin() + 2);
    past.erase(past.begin(), past.begin() + 2);
    bool quicker = median(past) < median(plain);
    size_t each = lines * sizeof(Line);
    std::printf(
        "%s\n {\"case\": \"%s\", \"variant\": \"%s\", \"threads\": %d, \"read\": %zu, \"written\": %zu, \"samples\": [",
        first ? "" : ",", names[K], variant(K, quicker), threads, each * reads[K], each * writes[K]);
    auto& best = quicker ? past : plain;
    for (size_t i = 0; i < best.size(); ++i) std::printf("%s%.5f", i ? ", " : "", best[i]);
    std::printf("]}");
    first = false;
}

int main(int count, char** arguments) {
    int threads = count > 1 ? std::atoi(arguments[1]) : 1;
    bool quick = count > 2 && std::atoi(arguments[2]);
    std::vector<size_t> sizes =
        quick ? std::vector<size_t>{4 << 20} : std::vector<size_t>{40'000'000, 80'000'000, 160'000'000, 240'000'000};
    Memory m;
    for (Line** p : {&m.a, &m.b, &m.c, &m.d}) {
        *p = static_cast<Line*>(std::aligned_alloc(1 << 21, ((sizes.back() >> 21) + 1) << 21));
        std::fill((double*)*p, (double*)*p + sizes.back() / 8, 1.0);
    }
    bool first = true;
    std::printf("[");
    for (size_t bytes : sizes)
        for (int t : threads > 1 ? std::vector<int>{1, threads} : std::vector<int>{1}) {
            measure<Read>(m, bytes, t, first);
            measure<Add>(m, bytes, t, first);
            measure<Copy>(m, bytes, t, first);
            measure<Widen>(m, bytes, t, first);
            measure<Write>(m, bytes, t, first);
        }
    std::printf("\n]\n");
}
