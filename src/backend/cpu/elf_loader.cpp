#include "backend/cpu/elf_loader.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "backend/cpu/runtime_symbols.h"
#include "backend/cpu/vector_math/guards.h"
#include "cuprum/error.h"

namespace cuprum::backend::cpu {
namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t stub_size = 16;
constexpr std::size_t size_limit = std::size_t{1} << 31;  // Small code model: everything within 2 GiB.

[[noreturn]] void refuse(const std::string& why) { throw Error("Cannot load a compiled CPU kernel: " + why); }

std::size_t round_up(std::size_t value, std::size_t to) { return (value + to - 1) / to * to; }

/// The bytes of an object behind checks: whatever is read lies inside.
class Reader {
public:
    explicit Reader(std::span<const char> bytes) : bytes_(bytes) {}

    std::span<const char> range(std::uint64_t offset, std::uint64_t size, const char* what) const {
        if (offset > bytes_.size() || size > bytes_.size() - offset)
            refuse(std::string(what).append(" lies outside of the object"));
        return bytes_.subspan(offset, size);
    }

    /// A copy, since nothing promises alignment.
    template <class T>
    std::vector<T> table(std::uint64_t offset, std::uint64_t size, const char* what) const {
        if (size % sizeof(T) != 0) refuse(std::string(what).append(" has a broken length"));
        const auto source = range(offset, size, what);
        std::vector<T> result(size / sizeof(T));
        if (!result.empty()) std::memcpy(result.data(), source.data(), size);
        return result;
    }

private:
    std::span<const char> bytes_;
};

std::string text_at(std::span<const char> strings, std::size_t offset) {
    if (offset >= strings.size()) refuse("a name lies outside of its string table");
    const auto* start = strings.data() + offset;
    const auto* end = static_cast<const char*>(std::memchr(start, 0, strings.size() - offset));
    if (!end) refuse("a name has no end");
    return {start, end};
}

/// The name of a symbol as a program wrote it: "atomicMin(unsigned int*, unsigned int)".
std::string readable(const std::string& symbol) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> name(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 ? name.get() : symbol;
}

/// Where a name that the object does not define lives in this process; null when nowhere.
void* find_external(const std::string& name) {
    if (void* ours = runtime_symbol(name)) return ours;
    // Opened for good, once: loaded kernels point into them.
    static const std::vector<void*>& libraries = *[] {
        auto& opened = *new std::vector<void*>;
        for (const char* library : {"libm.so.6", "libmvec.so.1", "libc.so.6", "libgcc_s.so.1"})
            if (void* handle = dlopen(library, RTLD_NOW | RTLD_LOCAL)) opened.push_back(handle);
        return &opened;
    }();
    for (void* library : libraries)
        if (void* address = dlsym(library, name.c_str())) return guarded(name, address);
    return nullptr;
}

enum Protection { code, constant, writable, protection_count };

Protection protection_of(const Elf64_Shdr& section) {
    if (section.sh_flags & SHF_EXECINSTR) return code;
    return section.sh_flags & SHF_WRITE ? writable : constant;
}

/// Loads one object. The memory mapped is given up to LoadedObject, or unmapped when `load` throws.
class Loader {
public:
    explicit Loader(std::span<const char> bytes) : reader_(bytes) {}

    void load() {
        read_tables();
        lay_out();
        map();
        place_symbols();
        for (const Elf64_Shdr& section : sections_)
            if (section.sh_type == SHT_RELA) relocate(section);
        protect();
    }

    ~Loader() {
        if (memory_) munmap(memory_, size_);
    }
    Loader(const Loader&) = delete;
    Loader& operator=(const Loader&) = delete;

    char* release() { return std::exchange(memory_, nullptr); }
    std::size_t size() const { return size_; }

    std::unordered_map<std::string, Definition> definitions() const {
        std::unordered_map<std::string, Definition> result;
        for (std::size_t i = 1; i < symbols_.size(); ++i)
            if (symbols_[i].st_shndx != SHN_UNDEF && ELF64_ST_BIND(symbols_[i].st_info) != STB_LOCAL && addresses_[i])
                result.emplace(names_[i], Definition{reinterpret_cast<void*>(addresses_[i]), symbols_[i].st_size});
        return result;
    }

private:
    void read_tables() {
        const Elf64_Ehdr header = reader_.table<Elf64_Ehdr>(0, sizeof(Elf64_Ehdr), "the ELF header")[0];
        if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
            header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_type != ET_REL || header.e_machine != EM_X86_64)
            refuse("it is not an x86-64 ELF relocatable object");
        if (header.e_shentsize != sizeof(Elf64_Shdr)) refuse("its section headers have an unknown size");
        sections_ = reader_.table<Elf64_Shdr>(header.e_shoff, std::uint64_t{header.e_shnum} * sizeof(Elf64_Shdr),
                                              "the table of sections");
        for (const Elf64_Shdr& section : sections_) {
            if (section.sh_type == SHT_INIT_ARRAY || section.sh_type == SHT_FINI_ARRAY ||
                section.sh_type == SHT_PREINIT_ARRAY)
                refuse("it has global objects that need a constructor or a destructor");
            if (section.sh_flags & SHF_TLS) refuse("it has thread_local variables");
            if (section.sh_type != SHT_SYMTAB) continue;
            if (!symbols_.empty()) refuse("it has two symbol tables");
            symbols_ = reader_.table<Elf64_Sym>(section.sh_offset, section.sh_size, "the symbol table");
            const Elf64_Shdr& strings = section_at(section.sh_link);
            const auto text = reader_.range(strings.sh_offset, strings.sh_size, "the string table");
            for (const Elf64_Sym& symbol : symbols_)
                names_.push_back(symbol.st_name ? text_at(text, symbol.st_name) : "");
        }
    }

    const Elf64_Shdr& section_at(std::size_t index) const {
        if (index >= sections_.size()) refuse("it refers to a section that it does not have");
        return sections_[index];
    }

    /// Gives every section that runs an offset. Stubs go behind the code and the offset table before the constants.
    void lay_out() {
        offsets_.assign(sections_.size(), 0);
        std::size_t end = 0;
        for (int protection = 0; protection < protection_count; ++protection) {
            region_starts_[protection] = end = round_up(end, page);
            if (protection == constant) {
                table_offset_ = end;
                end += symbols_.size() * sizeof(std::uint64_t);
            }
            for (std::size_t i = 0; i < sections_.size(); ++i) {
                const Elf64_Shdr& section = sections_[i];
                if (!(section.sh_flags & SHF_ALLOC) || protection_of(section) != protection) continue;
                const std::uint64_t alignment = section.sh_addralign ? section.sh_addralign : 1;
                if (alignment > page || (alignment & (alignment - 1))) refuse("a section has an impossible alignment");
                if (section.sh_size > size_limit) refuse("a section is too large");
                offsets_[i] = end = round_up(end, alignment);
                end += section.sh_size;
                if (end > size_limit) refuse("it is too large");
            }
            if (protection == code) {
                stub_offset_ = end = round_up(end, stub_size);
                end += symbols_.size() * stub_size;
            }
        }
        region_starts_[protection_count] = size_ = round_up(end, page);
    }

    void map() {
        if (size_ == 0) refuse("it is empty");
        void* memory = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED)
            throw OutOfMemoryError("Cannot map " + std::to_string(size_) + " bytes for a compiled kernel.");
        memory_ = static_cast<char*>(memory);
        for (std::size_t i = 0; i < sections_.size(); ++i) {
            const Elf64_Shdr& section = sections_[i];
            if (!(section.sh_flags & SHF_ALLOC) || section.sh_type == SHT_NOBITS) continue;
            const auto bytes = reader_.range(section.sh_offset, section.sh_size, "a section");
            if (!bytes.empty()) std::memcpy(memory_ + offsets_[i], bytes.data(), bytes.size());
        }
    }

    void place_symbols() {
        addresses_.assign(symbols_.size(), 0);
        for (std::size_t i = 1; i < symbols_.size(); ++i) {
            const Elf64_Sym& symbol = symbols_[i];
            if (symbol.st_shndx == SHN_UNDEF) {
                if (names_[i].empty()) continue;
                addresses_[i] = reinterpret_cast<std::uint64_t>(find_external(names_[i]));
                if (!addresses_[i] && ELF64_ST_BIND(symbol.st_info) != STB_WEAK)
                    refuse("'" + readable(names_[i]) +
                           "' is declared and used, and defined neither in it nor in libm, libmvec, libc or libgcc_s");
            } else if (symbol.st_shndx < SHN_LORESERVE) {
                const Elf64_Shdr& section = section_at(symbol.st_shndx);
                if (!(section.sh_flags & SHF_ALLOC)) continue;
                if (symbol.st_value > section.sh_size) refuse("'" + names_[i] + "' lies outside of its section");
                addresses_[i] = address_of(offsets_[symbol.st_shndx] + symbol.st_value);
            } else if (symbol.st_shndx != SHN_ABS) {
                refuse("'" + names_[i] + "' is of a kind that is not supported");
            }
        }
    }

    std::uint64_t address_of(std::size_t offset) const { return reinterpret_cast<std::uint64_t>(memory_) + offset; }

    /// A jump to a symbol that may be out of reach of a call: jmp *2(%rip), then its address.
    std::uint64_t stub(std::size_t symbol) {
        char* at = memory_ + stub_offset_ + symbol * stub_size;
        static constexpr unsigned char jump[8] = {0xff, 0x25, 0x02, 0x00, 0x00, 0x00, 0x0f, 0x0b};
        std::memcpy(at, jump, sizeof jump);
        std::memcpy(at + sizeof jump, &addresses_[symbol], sizeof addresses_[symbol]);
        return reinterpret_cast<std::uint64_t>(at);
    }

    /// The slot that holds a symbol's address.
    std::uint64_t slot(std::size_t symbol) {
        char* at = memory_ + table_offset_ + symbol * sizeof(std::uint64_t);
        std::memcpy(at, &addresses_[symbol], sizeof addresses_[symbol]);
        return reinterpret_cast<std::uint64_t>(at);
    }

    void relocate(const Elf64_Shdr& relocations) {
        const Elf64_Shdr& section = section_at(relocations.sh_info);
        if (!(section.sh_flags & SHF_ALLOC)) return;
        if (section.sh_type == SHT_NOBITS) refuse("it relocates a section that has no bytes");
        const std::size_t start = offsets_[relocations.sh_info];
        for (const Elf64_Rela& entry :
             reader_.table<Elf64_Rela>(relocations.sh_offset, relocations.sh_size, "a table of relocations")) {
            const std::size_t symbol = ELF64_R_SYM(entry.r_info);
            if (symbol >= symbols_.size()) refuse("a relocation names a symbol that it does not have");
            const std::uint32_t type = ELF64_R_TYPE(entry.r_info);
            const std::size_t width = type == R_X86_64_64 || type == R_X86_64_PC64 ? 8 : 4;
            if (entry.r_offset > section.sh_size || section.sh_size - entry.r_offset < width)
                refuse("a relocation lies outside of its section");
            char* at = memory_ + start + entry.r_offset;
            const std::uint64_t place = reinterpret_cast<std::uint64_t>(at);
            // Unsigned, since addition may wrap around in a damaged object.
            const std::uint64_t addend = static_cast<std::uint64_t>(entry.r_addend);
            const std::uint64_t target = addresses_[symbol] + addend;
            switch (type) {
                case R_X86_64_NONE: break;
                case R_X86_64_64: write<std::uint64_t>(at, target); break;
                case R_X86_64_PC64: write<std::uint64_t>(at, target - place); break;
                case R_X86_64_PC32: write_near(at, target - place, names_[symbol]); break;
                case R_X86_64_PLT32: {
                    const bool is_near = fits(target - place);
                    write_near(at, is_near ? target - place : stub(symbol) + addend - place, names_[symbol]);
                    break;
                }
                case R_X86_64_GOTPCREL:
                case R_X86_64_GOTPCRELX:
                case R_X86_64_REX_GOTPCRELX: write_near(at, slot(symbol) + addend - place, names_[symbol]); break;
                case R_X86_64_32S: write_near(at, target, names_[symbol]); break;
                default: refuse("relocation type " + std::to_string(type) + " is not supported");
            }
        }
    }

    static bool fits(std::uint64_t value) {
        const auto number = static_cast<std::int64_t>(value);
        return number == static_cast<std::int32_t>(number);
    }

    template <class T>
    static void write(char* at, T value) {
        std::memcpy(at, &value, sizeof value);
    }

    static void write_near(char* at, std::uint64_t value, const std::string& name) {
        if (!fits(value)) refuse("'" + name + "' is out of reach");
        write(at, static_cast<std::uint32_t>(value));
    }

    void protect() {
        constexpr int flags[protection_count] = {PROT_READ | PROT_EXEC, PROT_READ, PROT_READ | PROT_WRITE};
        for (int i = 0; i < protection_count; ++i) {
            const std::size_t size = region_starts_[i + 1] - region_starts_[i];
            if (size && mprotect(memory_ + region_starts_[i], size, flags[i]) != 0)
                refuse("the system does not allow its memory to be executed");
        }
    }

    Reader reader_;
    std::vector<Elf64_Shdr> sections_;
    std::vector<Elf64_Sym> symbols_;
    std::vector<std::string> names_;
    std::vector<std::uint64_t> addresses_;  // One a symbol.
    std::vector<std::size_t> offsets_;      // One a section.
    std::size_t region_starts_[protection_count + 1] = {};
    std::size_t stub_offset_ = 0, table_offset_ = 0;
    char* memory_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace

LoadedObject::LoadedObject(std::span<const char> bytes) {
    Loader loader(bytes);
    loader.load();
    symbols_ = loader.definitions();
    size_ = loader.size();
    memory_ = loader.release();
}

LoadedObject::~LoadedObject() { munmap(memory_, size_); }

void* LoadedObject::symbol(std::string_view name) const {
    const auto found = symbols_.find(std::string(name));
    return found == symbols_.end() ? nullptr : found->second.address;
}

std::size_t LoadedObject::symbol_size(std::string_view name) const {
    const auto found = symbols_.find(std::string(name));
    return found == symbols_.end() ? 0 : found->second.size;
}

}  // namespace cuprum::backend::cpu
