// ZIP archives (PKWARE's APPNOTE): members one behind another, then the directory of all, then where that begins. Sizes
// from 4 GiB on are in further fields, by ZIP64.
#include <algorithm>
#include <fstream>
#include <limits>

#include "cuprum/files.h"
#include "numpy/files/deflate.h"
#include "numpy/files/npy.h"

namespace cuprum {
namespace {

constexpr std::uint32_t member_mark = 0x04034b50, directory_mark = 0x02014b50, end_mark = 0x06054b50,
                        end64_mark = 0x06064b50, locator64_mark = 0x07064b50;
constexpr std::uint32_t in_extra = 0xFFFFFFFF;  // the value is in the ZIP64 field
constexpr std::uint16_t zip64_field = 1, stored = 0, deflated = 8, utf8_names = 0x800;
constexpr std::uint16_t first_day = 0x21;  // 1980-01-01

class Record {
public:
    template <class T>
    Record& add(T value) {
        for (std::size_t i = 0; i < sizeof(T); ++i) bytes += static_cast<char>(value >> 8 * i & 255u);
        return *this;
    }
    std::string bytes;
};

struct Member {
    std::string name;
    std::uint16_t method;
    std::uint32_t checksum;
    std::uint64_t compressed, size, offset;
};

std::uint32_t narrow(std::uint64_t value) { return value < in_extra ? static_cast<std::uint32_t>(value) : in_extra; }

// The further field for those of the values that are too large.
std::string zip64(std::initializer_list<std::uint64_t> values) {
    Record large;
    for (std::uint64_t value : values)
        if (value >= in_extra) large.add(value);
    if (large.bytes.empty()) return {};
    return Record().add(zip64_field).add(static_cast<std::uint16_t>(large.bytes.size())).bytes + large.bytes;
}

// What both a member and its entry in the directory say.
void describe(Record& record, const Member& member, const std::string& extra) {
    record.add(std::uint16_t{45}).add(utf8_names).add(member.method).add(std::uint16_t{0}).add(first_day);
    record.add(member.checksum).add(narrow(member.compressed)).add(narrow(member.size));
    record.add(static_cast<std::uint16_t>(member.name.size())).add(static_cast<std::uint16_t>(extra.size()));
}

void write_archive(std::string file, NamedArrays arrays, bool compress) {
    for (std::size_t i = 0; i < arrays.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (arrays[i].first == arrays[j].first)
                throw ValueError("savez: the name '" + arrays[i].first + "' comes twice");
    if (!file.ends_with(".npz")) file += ".npz";
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    if (!stream) throw FileError(errno ? errno : EIO, file);
    std::uint64_t at = 0;
    const auto write = [&](std::span<const std::byte> bytes) {
        stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        at += bytes.size();
    };
    const auto write_text = [&](const std::string& bytes) { write(files::bytes_of(bytes)); };
    std::string directory;
    for (const auto& [name, array] : arrays) {
        const std::string header = files::npy_header(array);
        std::vector<std::byte> contents = files::elements(array);
        contents.insert(contents.begin(), files::bytes_of(header).begin(), files::bytes_of(header).end());
        Member member{name + ".npy", compress ? deflated : stored, files::crc32(contents), 0, contents.size(), at};
        if (compress) contents = files::deflate(contents);
        member.compressed = contents.size();
        const bool large = member.size >= in_extra || member.compressed >= in_extra;
        Record start;
        start.add(member_mark);
        // Here both sizes are in the further field or neither is.
        std::string extra;
        if (large)
            extra = Record().add(zip64_field).add(std::uint16_t{16}).add(member.size).add(member.compressed).bytes;
        Member told = member;
        if (large) told.size = told.compressed = in_extra;
        describe(start, told, extra);
        write_text(start.bytes + member.name + extra);
        write(contents);
        extra = zip64({member.size, member.compressed, member.offset});
        Record entry;
        entry.add(directory_mark).add(std::uint16_t{45});
        describe(entry, member, extra);
        entry.add(std::uint16_t{0}).add(std::uint16_t{0}).add(std::uint16_t{0}).add(std::uint32_t{0});
        entry.add(narrow(member.offset));
        directory += entry.bytes + member.name + extra;
    }
    const std::uint64_t start = at, count = arrays.size();
    write_text(directory);
    Record end;
    if (start >= in_extra || count >= 0xFFFF) {
        const std::uint64_t end64 = at;
        end.add(end64_mark).add(std::uint64_t{44}).add(std::uint16_t{45}).add(std::uint16_t{45}).add(std::uint64_t{0});
        end.add(count).add(count).add(static_cast<std::uint64_t>(directory.size())).add(start);
        end.add(locator64_mark).add(std::uint32_t{0}).add(end64).add(std::uint32_t{1});
    }
    const auto entries = static_cast<std::uint16_t>(std::min<std::uint64_t>(count, 0xFFFF));
    end.add(end_mark).add(std::uint32_t{0}).add(entries).add(entries);
    end.add(narrow(directory.size())).add(narrow(start)).add(std::uint16_t{0});
    write_text(end.bytes);
    stream.close();
    if (!stream) throw FileError(ENOSPC, file);
}

}  // namespace

void savez(std::string file, NamedArrays arrays) { write_archive(std::move(file), arrays, false); }
void savez_compressed(std::string file, NamedArrays arrays) { write_archive(std::move(file), arrays, true); }

struct NpzFile::Impl {
    std::string path;
    mutable std::ifstream stream;
    std::uint64_t length = 0;
    std::vector<Member> members;
    std::vector<std::string> names;

    [[noreturn]] void damaged(const std::string& why) const {
        throw ValueError("'" + path + "' is no ZIP archive, or a damaged one: " + why);
    }

    std::vector<std::byte> read(std::uint64_t at, std::uint64_t count) const {
        if (at > length || count > length - at) damaged("it is cut off");
        std::vector<std::byte> bytes(count);
        stream.clear();
        stream.seekg(static_cast<std::streamoff>(at));
        if (!stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(count)))
            throw FileError(EIO, path);
        return bytes;
    }

    static std::uint64_t number(std::span<const std::byte> bytes, std::size_t at, std::size_t width) {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < width; ++i) value |= static_cast<std::uint64_t>(bytes[at + i]) << 8 * i;
        return value;
    }

    // Where the directory begins, and how many entries it has.
    std::pair<std::uint64_t, std::uint64_t> find_directory() const {
        const std::uint64_t tail = std::min<std::uint64_t>(length, 22 + 65535), from = length - tail;
        const std::vector<std::byte> bytes = read(from, tail);
        for (std::size_t at = bytes.size() < 22 ? 0 : bytes.size() - 21; at-- > 0;) {
            if (number(bytes, at, 4) != end_mark) continue;
            std::uint64_t start = number(bytes, at + 16, 4), count = number(bytes, at + 10, 2);
            if (at >= 20 && number(bytes, at - 20, 4) == locator64_mark) {
                const std::vector<std::byte> end64 = read(number(bytes, at - 12, 8), 56);
                if (number(end64, 0, 4) != end64_mark) damaged("its ZIP64 record is not where it should be");
                count = number(end64, 32, 8);
                start = number(end64, 48, 8);
            }
            return {start, count};
        }
        damaged("it has no directory");
    }

    void read_directory() {
        const auto [start, count] = find_directory();
        if (start > length) damaged("its directory is not where it should be");
        const std::vector<std::byte> bytes = read(start, length - start);
        std::size_t at = 0;
        for (std::uint64_t i = 0; i < count; ++i) {
            if (bytes.size() - at < 46 || number(bytes, at, 4) != directory_mark)
                damaged("its directory has not as many entries as it should");
            const auto two = [&](std::size_t k) { return static_cast<std::size_t>(number(bytes, at + k, 2)); };
            const std::size_t name = two(28), extra = two(30), comment = two(32);
            if (bytes.size() - at - 46 < name + extra + comment) damaged("its directory is cut off");
            Member member{std::string(reinterpret_cast<const char*>(bytes.data()) + at + 46, name),
                          static_cast<std::uint16_t>(two(10)),
                          static_cast<std::uint32_t>(number(bytes, at + 16, 4)),
                          number(bytes, at + 20, 4),
                          number(bytes, at + 24, 4),
                          number(bytes, at + 42, 4)};
            for (std::size_t k = at + 46 + name, end = k + extra; k + 4 <= end;) {
                std::size_t next = k + 4;
                const std::size_t field_end = std::min(next + static_cast<std::size_t>(number(bytes, k + 2, 2)), end);
                if (number(bytes, k, 2) == zip64_field)
                    for (std::uint64_t* value : {&member.size, &member.compressed, &member.offset})
                        if (*value == in_extra && next + 8 <= field_end) {
                            *value = number(bytes, next, 8);
                            next += 8;
                        }
                k = field_end;
            }
            at += 46 + name + extra + comment;
            names.push_back(member.name.ends_with(".npy") ? member.name.substr(0, member.name.size() - 4)
                                                          : member.name);
            members.push_back(std::move(member));
        }
    }

    std::vector<std::byte> contents(const Member& member) const {
        const std::vector<std::byte> start = read(member.offset, 30);
        if (number(start, 0, 4) != member_mark) damaged("member '" + member.name + "' is not where it should be");
        const std::uint64_t data = member.offset + 30 + number(start, 26, 2) + number(start, 28, 2);
        std::vector<std::byte> bytes = read(data, member.compressed);
        if (member.method == deflated) bytes = files::inflate(bytes, member.size);
        else if (member.method != stored)
            throw ValueError("member '" + member.name + "' of '" + path + "' is compressed by method " +
                             std::to_string(member.method) + "; only DEFLATE (8) is read");
        if (bytes.size() != member.size || files::crc32(bytes) != member.checksum)
            throw ValueError("Bad CRC-32 for file '" + member.name + "' of '" + path + "'");
        return bytes;
    }
};

NpzFile::NpzFile(const std::string& file) : impl_(std::make_unique<Impl>()) {
    impl_->path = file;
    impl_->stream.open(file, std::ios::binary | std::ios::ate);
    if (!impl_->stream) throw FileError(errno ? errno : EIO, file);
    const std::streamoff length = impl_->stream.tellg();
    if (length < 0 || length == std::numeric_limits<std::streamoff>::max()) throw FileError(EISDIR, file);
    impl_->length = static_cast<std::uint64_t>(length);
    impl_->read_directory();
}
NpzFile::NpzFile(NpzFile&&) noexcept = default;
NpzFile::~NpzFile() = default;

const std::vector<std::string>& NpzFile::files() const { return impl_->names; }

bool NpzFile::contains(std::string_view name) const {
    return std::find(impl_->names.begin(), impl_->names.end(), name) != impl_->names.end();
}

ndarray NpzFile::operator[](std::string_view name) const {
    for (std::size_t i = 0; i < impl_->names.size(); ++i)
        if (name == impl_->names[i] || name == impl_->members[i].name)
            return files::from_npy(impl_->contents(impl_->members[i]), "'" + impl_->members[i].name + "'");
    std::string all;
    for (const std::string& other : impl_->names) all += (all.empty() ? "" : ", ") + other;
    throw IndexError("'" + std::string(name) + "' is not a file in the archive '" + impl_->path + "', which has " +
                     (all.empty() ? "none" : all));
}

}  // namespace cuprum
