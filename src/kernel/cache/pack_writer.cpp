#include "kernel/cache/pack_writer.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "cuprum/error.h"
#include "kernel/cache/pack.h"
#include "kernel/cache/record.h"

namespace cuprum::kernel {
namespace {

struct Module {
    Key key;
    std::string record;
    std::vector<std::string> symbols;
};

// The text of a module: that of its kernels, one behind the other. Their includes repeat; the headers guard themselves.
runtime::CompileRequest join(const std::vector<KernelSource>& kernels) {
    runtime::CompileRequest request;
    for (const KernelSource& kernel : kernels) {
        if (kernel.options != kernels.front().options || kernel.code != kernels.front().code)
            throw ValueError("the kernels " + kernels.front().name + " and " + kernel.name +
                             " have different options and cannot share a module");
        request.source += kernel.text + "\n";
        request.names.push_back(kernel.name);
    }
    if (!kernels.empty()) {
        request.options = kernels.front().options;
        request.code = kernels.front().code;
    }
    return request;
}

class Builder {
public:
    explicit Builder(const PackJob& job) : job_(job), modules_(job.modules.size()), old_(Pack::open(job.path)) {
        if (!old_ || old_->target() != job.target || old_->compiler_version() != job.compiler_version) return;
        for (std::uint32_t i = 0; i < old_->modules().size(); ++i) known_[old_->modules()[i].key] = i;
    }

    void build() {
        std::vector<std::jthread> threads;
        for (unsigned i = 1; i < std::min<std::size_t>(job_.threads, modules_.size()); ++i)
            threads.emplace_back([this] { work(); });
        work();
        threads.clear();
        if (failure_) std::rethrow_exception(failure_);
    }

    PackSummary write() const;

private:
    void work() {
        for (std::size_t i; (i = next_++) < modules_.size();) {
            try {
                make(job_.modules[i], modules_[i]);
                std::lock_guard guard(lock_);
                ++done_;
                if (job_.progress) job_.progress(done_, modules_.size());
            } catch (...) {
                std::lock_guard guard(lock_);
                if (!failure_) failure_ = std::current_exception();
                next_ = modules_.size();
            }
        }
    }

    void make(const std::vector<KernelSource>& kernels, Module& module) {
        runtime::CompileRequest request = join(kernels);
        module.key = source_key(request);
        if (auto found = known_.find(module.key); found != known_.end()) {
            if (auto binary = old_->module(found->second)) {
                module.record = old_->record(found->second);
                module.symbols = std::move(binary->symbols);
                ++reused_;
                return;
            }
        }
        runtime::Binary binary = job_.compile(request, job_.target);
        module.record = encode_record(module.key, binary, true);
        module.symbols = std::move(binary.symbols);
    }

    const PackJob& job_;
    std::vector<Module> modules_;
    std::unique_ptr<Pack> old_;
    std::unordered_map<Key, std::uint32_t> known_;
    std::atomic<std::size_t> next_ = 0, reused_ = 0;
    std::mutex lock_;
    std::size_t done_ = 0;
    std::exception_ptr failure_;
};

template <class T>
void append(std::string& bytes, const T& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

PackSummary Builder::write() const {
    std::string names;
    auto add_name = [&names](const std::string& name) {
        auto offset = static_cast<std::uint32_t>(names.size());
        names.append(name.c_str(), name.size() + 1);
        return offset;
    };
    PackHeader header{};
    std::memcpy(header.magic, PackHeader::expected_magic, sizeof header.magic);
    header.target_name = add_name(job_.target);
    header.compiler_name = add_name(job_.compiler_version);

    std::vector<PackKernel> kernels;
    for (std::uint32_t m = 0; m < modules_.size(); ++m)
        for (std::size_t k = 0; k < job_.modules[m].size(); ++k) {
            const KernelSource& kernel = job_.modules[m][k];
            kernels.push_back({source_key(kernel.request()), m, add_name(modules_[m].symbols.at(k))});
        }
    std::sort(kernels.begin(), kernels.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
    names.resize((names.size() + 7) / 8 * 8);  // The records behind are aligned.

    header.kernel_count = static_cast<std::uint32_t>(kernels.size());
    header.module_count = static_cast<std::uint32_t>(modules_.size());
    header.names_bytes = names.size();

    std::string tables;
    for (const PackKernel& kernel : kernels) append(tables, kernel);
    std::uint64_t offset = sizeof header + tables.size() + modules_.size() * sizeof(PackModule) + names.size();
    for (const Module& module : modules_) {
        append(tables, PackModule{module.key, offset, module.record.size()});
        offset += module.record.size();
    }
    tables += names;
    header.file_bytes = offset;
    header.checksum = checksum(tables);

    std::filesystem::create_directories(std::filesystem::absolute(job_.path).parent_path());
    std::filesystem::path temporary = job_.path;
    temporary += "." + std::to_string(getpid()) + ".tmp";
    {
        std::ofstream file(temporary, std::ios::binary);
        file.write(reinterpret_cast<const char*>(&header), sizeof header);
        file.write(tables.data(), static_cast<std::streamsize>(tables.size()));
        for (const Module& module : modules_)
            file.write(module.record.data(), static_cast<std::streamsize>(module.record.size()));
        file.close();
        if (!file) {
            std::string reason = std::strerror(errno);
            std::error_code ignored;
            std::filesystem::remove(temporary, ignored);
            throw Error("the pack '" + job_.path.string() + "' cannot be written: " + reason);
        }
    }
    // Whatever the process's mask: a pack that others may write is not read (trust.h).
    using std::filesystem::perms;
    std::filesystem::permissions(temporary, perms::group_write | perms::others_write,
                                 std::filesystem::perm_options::remove);
    std::filesystem::rename(temporary, job_.path);
    return {kernels.size(), modules_.size(), reused_, header.file_bytes};
}

}  // namespace

PackSummary write_pack(const PackJob& job) {
    Builder builder(job);
    builder.build();
    return builder.write();
}

}  // namespace cuprum::kernel
