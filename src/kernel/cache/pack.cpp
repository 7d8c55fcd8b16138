#include "kernel/cache/pack.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "kernel/cache/record.h"
#include "kernel/cache/trust.h"

namespace cuprum::kernel {

std::unique_ptr<Pack> Pack::open(const std::filesystem::path& path, bool trusted) {
    const int descriptor = trusted ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC) : open_trusted(path);
    if (descriptor < 0) return nullptr;
    struct stat status;
    void* data = MAP_FAILED;
    if (fstat(descriptor, &status) == 0 && status.st_size >= static_cast<off_t>(sizeof(PackHeader)))
        data = mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0);
    close(descriptor);
    if (data == MAP_FAILED) return nullptr;
    std::unique_ptr<Pack> pack(
        new Pack(path, static_cast<const char*>(data), static_cast<std::size_t>(status.st_size)));
    return pack->is_sound() ? std::move(pack) : nullptr;
}

Pack::~Pack() { munmap(const_cast<char*>(data_), bytes_); }

bool Pack::is_sound() const {
    const PackHeader& h = header();
    if (std::memcmp(h.magic, PackHeader::expected_magic, sizeof h.magic) != 0 || h.file_bytes != bytes_) return false;
    if (h.kernel_count > bytes_ / sizeof(PackKernel) || h.module_count > bytes_ / sizeof(PackModule)) return false;
    std::uint64_t tables = h.kernel_count * sizeof(PackKernel) + h.module_count * sizeof(PackModule);
    if (h.names_bytes > bytes_ || tables > bytes_ || sizeof h + tables + h.names_bytes > bytes_) return false;
    if (checksum({data_ + sizeof h, tables + h.names_bytes}) != h.checksum) return false;
    const bool names_end = h.names_bytes == 0 || data_[sizeof h + tables + h.names_bytes - 1] == 0;
    return names_end && std::ranges::all_of(kernels(), [&](const PackKernel& entry) {
               return entry.module < h.module_count && entry.symbol_name < h.names_bytes;
           });
}

std::span<const PackKernel> Pack::kernels() const {
    return {reinterpret_cast<const PackKernel*>(data_ + sizeof(PackHeader)), header().kernel_count};
}

std::span<const PackModule> Pack::modules() const {
    return {reinterpret_cast<const PackModule*>(kernels().data() + kernels().size()), header().module_count};
}

std::string_view Pack::name(std::uint32_t offset) const {
    return reinterpret_cast<const char*>(modules().data() + modules().size()) + offset;
}

std::optional<Pack::Found> Pack::find(const Key& kernel) const {
    auto all = kernels();
    auto at = std::lower_bound(all.begin(), all.end(), kernel,
                               [](const PackKernel& entry, const Key& key) { return entry.key < key; });
    if (at == all.end() || at->key != kernel) return {};
    return Found{at->module, name(at->symbol_name)};
}

std::string_view Pack::record(std::uint32_t number) const {
    const PackModule& module = modules()[number];
    if (module.offset > bytes_ || module.bytes > bytes_ - module.offset) return {};
    return {data_ + module.offset, module.bytes};
}

std::optional<runtime::Binary> Pack::module(std::uint32_t number) const {
    return decode_record(modules()[number].key, record(number));
}

}  // namespace cuprum::kernel
