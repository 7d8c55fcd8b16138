// The kernel cache with a compiler that copies, and a folder of its own.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <latch>
#include <thread>

#include "cuprum/kernel_cache.h"
#include "fake_backend.h"
#include "kernel/cache/cache.h"
#include "kernel/cache/folder.h"
#include "kernel/cache/pack.h"
#include "kernel/cache/pack_writer.h"
#include "kernel/cache/record.h"
#include "kernel/engine/data_access.h"

namespace cuprum::kernel {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using runtime::Binary;
using runtime::CompileRequest;
using testing::fake;

fs::path scratch() {
    static const fs::path folder = [] {
        std::string name = (fs::temp_directory_path() / "cuprum-test-XXXXXX").string();
        return fs::path(mkdtemp(name.data()));
    }();
    return folder;
}

// The process's cache reads its settings once, so they are set before any test.
class Settings : public ::testing::Environment {
    void SetUp() override {
        fake();
        setenv("CUPRUM_CACHE_DIR", (scratch() / "process").c_str(), 1);
    }
    void TearDown() override { fs::remove_all(scratch()); }
};
const auto* const settings = ::testing::AddGlobalTestEnvironment(new Settings);

/// A folder that no other test uses.
fs::path fresh_folder() {
    static int number = 0;
    return scratch() / std::to_string(number++);
}

Key key(std::uint64_t number) { return {number, ~number}; }

Binary binary(const std::string& code) { return {{code.begin(), code.end()}, {"first", "second"}}; }

std::string text(const std::optional<Binary>& binary) {
    return binary ? std::string(binary->code.begin(), binary->code.end()) : "nothing";
}

fs::path only_kernel(const fs::path& folder) {
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".kernel") return entry.path();
    return {};
}

/// A kernel that no other test uses.
KernelSource fresh_kernel() {
    static int number = 0;
    std::string name = "kernel_" + std::to_string(number++);
    return {name, "void " + name + "() {}", {"-O3"}};
}

std::string symbol(runtime::FunctionHandle function) { return *static_cast<std::string*>(function); }

TEST(Record, RoundTrip) {
    std::string code(100000, 'x');
    for (bool thorough : {false, true}) {
        std::string record = encode_record(key(1), binary(code), thorough);
        EXPECT_LT(record.size(), 2000u);
        auto decoded = decode_record(key(1), record);
        EXPECT_EQ(text(decoded), code);
        EXPECT_EQ(decoded->symbols, (std::vector<std::string>{"first", "second"}));
    }
    EXPECT_EQ(text(decode_record(key(1), encode_record(key(1), {}, false))), "");
}

TEST(Record, DamageIsFound) {
    std::string record = encode_record(key(1), binary("some code that is longer than nothing"), false);
    EXPECT_FALSE(decode_record(key(2), record));
    for (std::size_t length = 0; length < record.size(); ++length)
        EXPECT_FALSE(decode_record(key(1), std::string_view(record).substr(0, length))) << length;
    for (std::size_t at = 0; at < record.size(); ++at) {
        std::string damaged = record;
        damaged[at] ^= 1;
        EXPECT_FALSE(decode_record(key(1), damaged)) << at;
    }
}

TEST(Keys, DifferInEveryPart) {
    CompileRequest request{"text", {"-a", "-b"}, {"name"}};
    Key base = source_key(request);
    EXPECT_EQ(base, source_key(request));
    EXPECT_NE(base, source_key({"text ", {"-a", "-b"}, {"name"}}));
    EXPECT_NE(base, source_key({"text", {"-a-b"}, {"name"}}));
    EXPECT_NE(base, source_key({"text", {"-a"}, {"-b", "name"}}));
    EXPECT_NE(base, source_key({"text", {"-a", "-b"}, {"name"}, {.unfused = true}}));
    EXPECT_NE(source_key({"text", {"-a", "-b"}, {"name"}, {.calls = true}}),
              source_key({"text", {"-a", "-b"}, {"name"}, {.long_code = true}}));
    EXPECT_NE(binary_key(base, "sm_80", "13.0"), binary_key(base, "sm_90", "13.0"));
    EXPECT_NE(binary_key(base, "sm_80", "13.0"), binary_key(base, "sm_80", "13.1"));
    EXPECT_EQ(base.hex().size(), 32u);
}

TEST(Folder, KeepsAndClears) {
    CacheFolder folder(fresh_folder(), 1 << 20);
    EXPECT_FALSE(folder.load(key(1)));
    folder.store(key(1), binary("one"));
    folder.store(key(2), binary("two"));
    EXPECT_EQ(text(folder.load(key(1))), "one");
    EXPECT_EQ(text(folder.load(key(2))), "two");
    EXPECT_EQ(folder.contents().files, 2u);
    std::ofstream(folder.path() / "not ours.txt") << "stays";
    EXPECT_EQ(folder.clear().files, 2u);
    EXPECT_FALSE(folder.load(key(1)));
    EXPECT_TRUE(fs::exists(folder.path() / "not ours.txt"));
}

TEST(Folder, ADamagedFileIsReplaced) {
    CacheFolder folder(fresh_folder(), 1 << 20);
    folder.store(key(1), binary("one"));
    for (auto damage : {+[](const fs::path& path) { fs::resize_file(path, 20); },
                        +[](const fs::path& path) { fs::resize_file(path, 0); },
                        +[](const fs::path& path) { std::ofstream(path) << std::string(500, '?'); }}) {
        damage(only_kernel(folder.path()));
        EXPECT_FALSE(folder.load(key(1)));
        folder.store(key(1), binary("one"));
        EXPECT_EQ(text(folder.load(key(1))), "one");
    }
}

TEST(Folder, AFileThatOthersMayHaveWrittenIsNotUsed) {
    CacheFolder folder(fresh_folder(), 1 << 20);
    folder.store(key(1), binary("one"));
    const fs::path path = only_kernel(folder.path());
    EXPECT_EQ(text(folder.load(key(1))), "one");
    for (fs::perms more : {fs::perms::group_write, fs::perms::others_write}) {
        fs::permissions(path, more, fs::perm_options::add);
        EXPECT_FALSE(folder.load(key(1)));
        fs::permissions(path, more, fs::perm_options::remove);
        EXPECT_TRUE(folder.load(key(1)));
    }
    if (geteuid() == 0) {
        ASSERT_EQ(chown(path.c_str(), 12345, 12345), 0);
        EXPECT_FALSE(folder.load(key(1)));
        ASSERT_EQ(chown(path.c_str(), 0, 0), 0);
    }
    const fs::path elsewhere = scratch() / "elsewhere";
    fs::rename(path, elsewhere);
    fs::create_symlink(elsewhere, path);
    EXPECT_FALSE(folder.load(key(1)));
    fs::remove(path);
    ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    EXPECT_FALSE(folder.load(key(1)));  // without waiting for a writer
}

TEST(Folder, OneThatCannotBeWrittenIsWarnedOfOnce) {
    std::ofstream(scratch() / "a file") << "x";
    CacheFolder folder(scratch() / "a file" / "folder", 1 << 20);  // Refused to root too.
    ::testing::internal::CaptureStderr();
    folder.store(key(1), binary("one"));
    folder.store(key(2), binary("two"));
    std::string warning = ::testing::internal::GetCapturedStderr();
    EXPECT_NE(warning.find("CUPRUM_CACHE_DIR"), std::string::npos);
    EXPECT_EQ(warning.find("cuprum:"), warning.rfind("cuprum:"));
    EXPECT_FALSE(folder.load(key(1)));
    CacheFolder none({}, 1 << 20);
    ::testing::internal::CaptureStderr();
    none.store(key(1), binary("one"));
    EXPECT_NE(::testing::internal::GetCapturedStderr(), "");
    EXPECT_FALSE(none.load(key(1)));
}

/// Runs `f` in a child process and tells whether it was true.
template <class F>
bool in_child(F&& f) {
    pid_t child = fork();
    if (child == 0) _exit(f() ? 0 : 1);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(Folder, AFullDiskLeavesNothingBehind) {
    fs::path path = fresh_folder();
    EXPECT_TRUE(in_child([&] {
        CacheFolder folder(path, 1 << 20);
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit limit{100, 100};
        setrlimit(RLIMIT_FSIZE, &limit);
        std::string noise(5000, '\0');
        for (std::size_t i = 0; i < noise.size(); ++i) noise[i] = static_cast<char>(i * i >> 3);
        std::fclose(stderr);
        folder.store(key(1), binary(noise));
        return !folder.load(key(1)) && fs::is_empty(path);
    }));
}

TEST(Folder, SweepRemovesTheLeastRecentlyUsed) {
    CacheFolder folder(fresh_folder(), 1 << 20);
    for (std::uint64_t i = 0; i < 4; ++i) {
        folder.store(key(i), binary("code " + std::to_string(i)));
        for (const auto& entry : fs::directory_iterator(folder.path()))
            if (entry.path().filename().string().starts_with(key(i).hex()))
                fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - (10 - i) * 24h);
    }
    fs::path abandoned = folder.path() / "x.tmp";
    std::ofstream(abandoned) << "x";
    fs::last_write_time(abandoned, fs::file_time_type::clock::now() - 2h);
    EXPECT_TRUE(folder.load(key(0)));  // Used again, so that 1 is the oldest now.
    folder.sweep();
    EXPECT_FALSE(fs::exists(abandoned));
    EXPECT_EQ(folder.contents().files, 4u);

    CacheFolder smaller(folder.path(), folder.contents().bytes / 2);
    smaller.sweep();
    EXPECT_EQ(folder.contents().files, 2u);
    EXPECT_TRUE(folder.load(key(0)));
    EXPECT_TRUE(folder.load(key(3)));

    fs::last_write_time(only_kernel(folder.path()), fs::file_time_type::clock::now() - 24h * 365);
    folder.sweep();
    EXPECT_EQ(folder.contents().files, 1u);
}

TEST(Folder, SweepsAtMostHourly) {
    CacheFolder folder(fresh_folder(), 0);
    folder.store(key(1), binary("one"));  // The first store sweeps, and the limit keeps nothing.
    EXPECT_EQ(folder.contents().files, 0u);
    folder.store(key(2), binary("two"));
    EXPECT_EQ(folder.contents().files, 1u);
    fs::last_write_time(folder.path() / "swept.stamp", fs::file_time_type::clock::now() - 2h);
    folder.store(key(3), binary("three"));
    EXPECT_EQ(folder.contents().files, 0u);
}

TEST(Folder, ProcessesShareIt) {
    fs::path path = fresh_folder();
    std::vector<pid_t> children;
    for (int c = 0; c < 3; ++c) {
        pid_t child = fork();
        if (child == 0) {
            CacheFolder folder(path, 1 << 20);
            bool good = true;
            for (int round = 0; round < 200; ++round) {
                std::uint64_t number = static_cast<std::uint64_t>(round % 5);
                std::string code(3000 + number, static_cast<char>('a' + number));
                folder.store(key(number), binary(code));
                auto found = folder.load(key(number));
                good = good && (!found || text(found) == code);
                if (round % 50 == 49) folder.clear();
            }
            _exit(good ? 0 : 1);
        }
        children.push_back(child);
    }
    for (pid_t child : children) {
        int status = 1;
        waitpid(child, &status, 0);
        EXPECT_EQ(status, 0);
    }
    for (const auto& entry : fs::directory_iterator(path)) EXPECT_NE(entry.path().extension(), ".tmp");
}

TEST(Cache, LooksInMemoryThenInTheFolder) {
    KernelSource kernel = fresh_kernel();
    int compilations = fake().compilations;
    CacheInfo before = cache_info();
    auto function = cache_get(0, kernel);
    EXPECT_EQ(symbol(function), kernel.name);
    EXPECT_EQ(cache_get(0, kernel), function);
    EXPECT_NE(cache_get(1, kernel), function);  // Loaded for the other device from the folder.
    EXPECT_EQ(fake().compilations, compilations + 1);
    CacheInfo after = cache_info();
    EXPECT_EQ(after.compiled, before.compiled + 1);
    EXPECT_EQ(after.memory_hits, before.memory_hits + 1);
    EXPECT_EQ(after.folder_hits, before.folder_hits + 1);
    EXPECT_EQ(after.files, before.files + 1);
    EXPECT_EQ(after.folder, (scratch() / "process").string());
    kernel.options = {"-O2"};
    EXPECT_NE(cache_get(0, kernel), function);
    EXPECT_EQ(fake().compilations, compilations + 2);
}

TEST(Cache, AnotherCompilerMakesAnotherKernel) {
    KernelSource kernel = fresh_kernel();
    cache_get(0, kernel);
    int compilations = fake().compilations;
    fake().version = "fake compiler 2";
    cache_get(1, kernel);
    fake().version = "fake compiler 1";
    EXPECT_EQ(fake().compilations, compilations + 1);
}

TEST(Cache, ThreadsCompileOnce) {
    KernelSource kernel = fresh_kernel();
    int compilations = fake().compilations;
    fake().compiler = [](const CompileRequest& request) {
        std::this_thread::sleep_for(20ms);
        return Binary{{request.source.begin(), request.source.end()}, request.names};
    };
    constexpr int count = 8;
    std::latch start(count);
    runtime::FunctionHandle functions[count];
    {
        std::vector<std::jthread> threads;
        for (auto& function : functions)
            threads.emplace_back([&] {
                start.arrive_and_wait();
                function = cache_get(0, kernel);
            });
    }
    fake().compiler = nullptr;
    EXPECT_EQ(fake().compilations, compilations + 1);
    for (auto function : functions) EXPECT_EQ(function, functions[0]);
}

/// What stderr says while a kernel compiles for so long, and the kernel's name.
std::pair<std::string, std::string> told_of_compilation(std::chrono::milliseconds duration) {
    KernelSource kernel = fresh_kernel();
    fake().compiler = [=](const CompileRequest& request) {
        std::this_thread::sleep_for(duration);
        return Binary{{request.source.begin(), request.source.end()}, request.names};
    };
    ::testing::internal::CaptureStderr();
    cache_get(0, kernel);
    fake().compiler = nullptr;
    return {::testing::internal::GetCapturedStderr(), kernel.name};
}

TEST(CompileNotice, ALongCompilationIsTold) {
    EXPECT_EQ(told_of_compilation(1200ms).first, "");  // stderr is a file
    show_compilations(true);
    const auto [text, name] = told_of_compilation(1700ms);
    EXPECT_NE(text.find("\rcuprum: compiling " + name + ", 1 s"), std::string::npos) << text;
    EXPECT_TRUE(text.ends_with(" \r")) << text;  // the notice is erased
    EXPECT_EQ(told_of_compilation(5ms).first, "");
    setenv("CUPRUM_PROGRESS", "0", 1);
    EXPECT_EQ(told_of_compilation(1200ms).first, "");
    show_compilations(false);
    setenv("CUPRUM_PROGRESS", "1", 1);
    EXPECT_NE(told_of_compilation(1200ms).first, "");
    unsetenv("CUPRUM_PROGRESS");
}

TEST(CompileNotice, TwoCompilationsHaveOneLine) {
    show_compilations(true);
    fake().compiler = [](const CompileRequest& request) {
        std::this_thread::sleep_for(1200ms);
        return Binary{{request.source.begin(), request.source.end()}, request.names};
    };
    ::testing::internal::CaptureStderr();
    {
        std::jthread other([kernel = fresh_kernel()] { cache_get(0, kernel); });
        cache_get(0, fresh_kernel());
    }
    const std::string text = ::testing::internal::GetCapturedStderr();
    EXPECT_EQ(text.find("compiling"), text.rfind("compiling")) << text;
    fake().compiler = nullptr;
    show_compilations(false);
}

TEST(Cache, AForkedChildMakesWhatAThreadOfItsParentWasMaking) {
    KernelSource kernel = fresh_kernel();
    std::latch begun(1), go_on(1);
    const pid_t parent = getpid();
    fake().compiler = [&](const CompileRequest& request) {
        if (getpid() == parent) {
            begun.count_down();
            go_on.wait();
        }
        return Binary{{request.source.begin(), request.source.end()}, request.names};
    };
    std::jthread maker([&] { cache_get(0, kernel); });
    begun.wait();
    EXPECT_TRUE(in_child([&] {
        alarm(20);  // rather than waiting for ever
        return cache_get(0, kernel) != nullptr;
    }));
    go_on.count_down();
    maker.join();
    fake().compiler = nullptr;
}

TEST(Cache, AFailureIsRemembered) {
    KernelSource kernel = fresh_kernel();
    int tries = 0;
    fake().compiler = [&tries](const CompileRequest& request) -> Binary {
        ++tries;
        throw CompileException("bad kernel", request.source);
    };
    EXPECT_THROW(cache_get(0, kernel), CompileException);
    EXPECT_THROW(cache_get(0, kernel), CompileException);
    EXPECT_EQ(tries, 1);
    fake().compiler = nullptr;
    EXPECT_THROW(cache_get(0, kernel), CompileException) << "the text is the same";
    const KernelSource other = fresh_kernel();
    EXPECT_EQ(symbol(cache_get(0, other)), other.name);
}

TEST(Cache, ModulesHaveManyEntryPoints) {
    LoadedModule module = cache_get_module(0, {"void many_a() {} void many_b() {}", {}, {"many_a", "many_b"}});
    ASSERT_EQ(module.functions.size(), 2u);
    EXPECT_EQ(symbol(module.functions[1]), "many_b");
}

PackJob job(const fs::path& path, const std::vector<std::vector<KernelSource>>& modules) {
    return {.path = path,
            .target = "fake-1",
            .compiler_version = "pack compiler",
            .compile = [](const CompileRequest& request, const std::string&) { return fake().compile(request, ""); },
            .modules = modules,
            .threads = 2,
            .progress = {}};
}

// What the cache says of one pack; the library's own may lie beside it.
PackInfo pack_info(const fs::path& path) {
    for (const PackInfo& pack : cache_info().packs)
        if (pack.path == path.string()) return pack;
    ADD_FAILURE() << path << " is not among the packs";
    return {};
}

TEST(Packs, RoundTrip) {
    std::vector<std::vector<KernelSource>> modules(5);
    for (auto& module : modules)
        for (int i = 0; i < 20; ++i) module.push_back(fresh_kernel());
    fs::path folder = fresh_folder(), path = folder / "fake-1.pack";
    PackJob work = job(path, modules);
    std::size_t last = 0;
    work.progress = [&](std::size_t done, std::size_t total) {
        EXPECT_EQ(done, last + 1);
        EXPECT_EQ(total, 5u);
        last = done;
    };
    int compilations = fake().compilations;
    PackSummary summary = write_pack(work);
    EXPECT_EQ(summary.kernels, 100u);
    EXPECT_EQ(summary.modules, 5u);
    EXPECT_EQ(summary.reused, 0u);
    EXPECT_EQ(summary.bytes, fs::file_size(path));
    EXPECT_EQ(last, 5u);
    EXPECT_EQ(fake().compilations, compilations + 5);

    // Once more with one module changed: only that one is compiled.
    modules[2].pop_back();
    summary = write_pack(job(path, modules));
    EXPECT_EQ(summary.reused, 4u);
    EXPECT_EQ(fake().compilations, compilations + 6);

    add_pack_folder(folder);
    std::size_t hits = cache_info().pack_hits;
    int loads = fake().loads;
    for (const auto& module : modules)
        for (const KernelSource& kernel : module) EXPECT_EQ(symbol(cache_get(0, kernel)), kernel.name);
    EXPECT_EQ(cache_info().pack_hits, hits + 99);
    EXPECT_EQ(fake().loads, loads + 5);  // Each module is loaded once.
    EXPECT_EQ(fake().compilations, compilations + 6);
    cache_get(0, fresh_kernel());
    EXPECT_EQ(fake().compilations, compilations + 7);
    EXPECT_EQ(pack_info(path).kernels, 99u);
}

TEST(Packs, ADamagedOneIsPassedOver) {
    fs::path folder = fresh_folder(), path = folder / "fake-1.pack";
    std::vector<std::vector<KernelSource>> modules{{fresh_kernel()}, {fresh_kernel()}};
    write_pack(job(path, modules));
    std::ifstream stream(path, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    auto rewrite = [&](const std::string& changed) {
        fs::remove(path);  // A mapped file must not change under its readers.
        std::ofstream(path, std::ios::binary) << changed;
    };
    for (std::size_t length : {std::size_t{0}, std::size_t{10}, bytes.size() / 2, bytes.size() - 1}) {
        rewrite(bytes.substr(0, length));
        EXPECT_EQ(Pack::open(path), nullptr) << length;
    }
    std::string damaged = bytes;
    damaged[sizeof(PackHeader) + 3] ^= 1;  // In the index.
    rewrite(damaged);
    EXPECT_EQ(Pack::open(path), nullptr);

    // An index that is whole, and points beyond its tables.
    PackHeader header;
    std::memcpy(&header, bytes.data(), sizeof header);
    const std::size_t tables =
        header.kernel_count * sizeof(PackKernel) + header.module_count * sizeof(PackModule) + header.names_bytes;
    for (const auto& [member, wrong] :
         {std::pair(offsetof(PackKernel, module), 1000u), std::pair(offsetof(PackKernel, symbol_name), 1u << 30)}) {
        damaged = bytes;
        std::memcpy(damaged.data() + sizeof header + member, &wrong, sizeof wrong);
        PackHeader changed = header;
        changed.checksum = checksum({damaged.data() + sizeof header, tables});
        std::memcpy(damaged.data(), &changed, sizeof changed);
        rewrite(damaged);
        EXPECT_EQ(Pack::open(path), nullptr);
    }

    damaged = bytes;
    damaged.back() ^= 1;  // In the last module.
    rewrite(damaged);
    auto pack = Pack::open(path);
    ASSERT_NE(pack, nullptr);
    EXPECT_TRUE(pack->module(0));
    EXPECT_FALSE(pack->module(1));
    add_pack_folder(folder);
    int compilations = fake().compilations;
    EXPECT_EQ(symbol(cache_get(0, modules[0][0])), modules[0][0].name);
    EXPECT_EQ(fake().compilations, compilations);
    EXPECT_EQ(symbol(cache_get(0, modules[1][0])), modules[1][0].name);
    EXPECT_EQ(fake().compilations, compilations + 1);
}

TEST(Packs, AFailureWritesNothing) {
    fs::path path = fresh_folder() / "fake-1.pack";
    PackJob work = job(path, {{fresh_kernel()}, {fresh_kernel()}, {fresh_kernel()}});
    work.compile = [](const CompileRequest& request, const std::string&) -> Binary {
        throw CompileException("bad kernel", request.source);
    };
    EXPECT_THROW(write_pack(work), CompileException);
    EXPECT_FALSE(fs::exists(path));
    KernelSource a = fresh_kernel(), b = fresh_kernel();
    b.options = {"-O0"};
    EXPECT_THROW(write_pack(job(path, {{a, b}})), ValueError);
}

TEST(Log, IsOffUnlessAskedFor) {
    EXPECT_FALSE(logging);
    ::testing::internal::CaptureStderr();
    DataAccess().launch(cache_get(0, fresh_kernel()), {}, nullptr, 0, 0);
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace cuprum::kernel
