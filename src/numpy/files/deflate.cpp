// The stream is a sequence of blocks, each with Huffman codes of its own for literals, lengths and distances. The
// decoder walks canonical codes by the number of codes of each length. The encoder finds repeats by a hash of three
// bytes and chains of earlier places, and takes the longest among the nearest of them.
#include "numpy/files/deflate.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <queue>

#include "cuprum/error.h"

namespace cuprum::files {
namespace {

constexpr int max_code_length = 15;
constexpr int literal_codes = 286, distance_codes = 30, length_codes = 19, end_of_block = 256;
constexpr std::size_t window = 32768, shortest_match = 3, longest_match = 258;

constexpr std::uint16_t length_base[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                           31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
constexpr std::uint8_t length_extra[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                           2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
constexpr std::uint16_t distance_base[30] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                             33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                             1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
constexpr std::uint8_t distance_extra[30] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                             6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
// The order in which lengths of the codes for lengths are told.
constexpr std::uint8_t told_order[length_codes] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

[[noreturn]] void damaged(const char* why) { throw ValueError(std::string("the compressed data is damaged: ") + why); }

// ----------------------------------------------------------------------------------------------------------- decoding

class BitReader {
public:
    explicit BitReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    unsigned bits(int count) {
        while (held_ < count) {
            if (next_ == bytes_.size()) damaged("it ends too early");
            value_ |= static_cast<std::uint64_t>(bytes_[next_++]) << held_;
            held_ += 8;
        }
        const auto result = static_cast<unsigned>(value_ & ((1ull << count) - 1));
        value_ >>= count;
        held_ -= count;
        return result;
    }
    /// The bytes from the next whole one on.
    std::span<const std::byte> take_bytes(std::size_t count) {
        next_ -= static_cast<std::size_t>(held_ / 8);
        value_ = 0;
        held_ = 0;
        if (bytes_.size() - next_ < count) damaged("it ends too early");
        next_ += count;
        return bytes_.subspan(next_ - count, count);
    }

private:
    std::span<const std::byte> bytes_;
    std::size_t next_ = 0;
    std::uint64_t value_ = 0;
    int held_ = 0;
};

class Decoder {
public:
    explicit Decoder(std::span<const std::uint8_t> lengths) {
        for (std::uint8_t length : lengths) ++count_[length];
        count_[0] = 0;
        std::array<int, max_code_length + 2> first{};
        int left = 1;
        for (int length = 1; length <= max_code_length; ++length) {
            left = 2 * left - count_[length];
            if (left < 0) damaged("a code is used twice");
            first[static_cast<std::size_t>(length) + 1] = first[length] + count_[length];
        }
        symbols_.resize(lengths.size());
        for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol)
            if (lengths[symbol])
                symbols_[static_cast<std::size_t>(first[lengths[symbol]]++)] = static_cast<std::uint16_t>(symbol);
    }
    int next(BitReader& in) const {
        int code = 0, first = 0, index = 0;
        for (int length = 1; length <= max_code_length; ++length) {
            code |= static_cast<int>(in.bits(1));
            if (code - first < count_[length]) return symbols_[static_cast<std::size_t>(index + code - first)];
            index += count_[length];
            first = (first + count_[length]) << 1;
            code <<= 1;
        }
        damaged("a code stands for nothing");
    }

private:
    std::array<int, max_code_length + 1> count_{};
    std::vector<std::uint16_t> symbols_;
};

using Lengths = std::vector<std::uint8_t>;

Lengths fixed_literals() {
    Lengths lengths(288, 8);
    std::fill(lengths.begin() + 144, lengths.begin() + 256, std::uint8_t{9});
    std::fill(lengths.begin() + 256, lengths.begin() + 280, std::uint8_t{7});
    return lengths;
}

/// The two codes that a block brings: for literals and lengths, and for distances.
std::pair<Decoder, Decoder> read_codes(BitReader& in) {
    const unsigned literals = in.bits(5) + 257, distances = in.bits(5) + 1, told = in.bits(4) + 4;
    std::array<std::uint8_t, length_codes> of_lengths{};
    for (unsigned i = 0; i < told; ++i) of_lengths[told_order[i]] = static_cast<std::uint8_t>(in.bits(3));
    const Decoder decoder(of_lengths);
    Lengths lengths;
    while (lengths.size() < literals + distances) {
        const int symbol = decoder.next(in);
        if (symbol < 16) {
            lengths.push_back(static_cast<std::uint8_t>(symbol));
            continue;
        }
        if (symbol == 16 && lengths.empty()) damaged("a length repeats nothing");
        const std::uint8_t repeated = symbol == 16 ? lengths.back() : std::uint8_t{0};
        const unsigned times = symbol == 16 ? 3 + in.bits(2) : symbol == 17 ? 3 + in.bits(3) : 11 + in.bits(7);
        lengths.insert(lengths.end(), times, repeated);
    }
    if (lengths.size() > literals + distances) damaged("too many lengths of codes");
    const std::span<const std::uint8_t> all(lengths);
    return {Decoder(all.first(literals)), Decoder(all.subspan(literals))};
}

void inflate_block(BitReader& in, const Decoder& literals, const Decoder& distances, std::vector<std::byte>& out,
                   std::size_t size) {
    while (true) {
        const int symbol = literals.next(in);
        if (symbol == end_of_block) return;
        if (symbol < end_of_block) {
            if (out.size() == size) damaged("it holds more than it should");
            out.push_back(static_cast<std::byte>(symbol));
            continue;
        }
        if (symbol > 285) damaged("an unknown length");
        const int l = symbol - 257;
        const std::size_t length = length_base[l] + in.bits(length_extra[l]);
        const int d = distances.next(in);
        if (d >= distance_codes) damaged("an unknown distance");
        const std::size_t distance = distance_base[d] + in.bits(distance_extra[d]);
        if (distance > out.size()) damaged("a distance reaches before the start");
        if (length > size - out.size()) damaged("it holds more than it should");
        for (std::size_t i = 0; i < length; ++i) out.push_back(out[out.size() - distance]);
    }
}

// ----------------------------------------------------------------------------------------------------------- encoding

class BitWriter {
public:
    void bits(std::uint32_t value, int count) {
        value_ |= static_cast<std::uint64_t>(value) << held_;
        for (held_ += count; held_ >= 8; held_ -= 8, value_ >>= 8) out_.push_back(static_cast<std::byte>(value_));
    }
    std::vector<std::byte> finish() {
        if (held_) out_.push_back(static_cast<std::byte>(value_));
        return std::move(out_);
    }

private:
    std::vector<std::byte> out_;
    std::uint64_t value_ = 0;
    int held_ = 0;
};

/// Lengths of a Huffman code of at most `longest` bits for symbols that come so often.
Lengths code_lengths(std::vector<std::uint32_t> counts, int longest) {
    while (true) {
        using Entry = std::pair<std::uint64_t, int>;  // how often, and which node
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
        std::vector<int> parent;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            parent.push_back(-1);
            if (counts[i]) queue.emplace(counts[i], static_cast<int>(i));
        }
        Lengths lengths(counts.size(), 0);
        if (queue.empty()) return lengths;
        if (queue.size() == 1) {
            lengths[static_cast<std::size_t>(queue.top().second)] = 1;
            return lengths;
        }
        while (queue.size() > 1) {
            const Entry a = queue.top();
            queue.pop();
            const Entry b = queue.top();
            queue.pop();
            const auto node = static_cast<int>(parent.size());
            parent.push_back(-1);
            parent[static_cast<std::size_t>(a.second)] = parent[static_cast<std::size_t>(b.second)] = node;
            queue.emplace(a.first + b.first, node);
        }
        int most = 0;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            if (!counts[i]) continue;
            int length = 0;
            for (int node = static_cast<int>(i); parent[static_cast<std::size_t>(node)] >= 0;
                 node = parent[static_cast<std::size_t>(node)])
                ++length;
            lengths[i] = static_cast<std::uint8_t>(std::min(length, 255));
            most = std::max(most, length);
        }
        if (most <= longest) return lengths;
        for (std::uint32_t& count : counts)  // a flatter distribution has shorter codes
            if (count) count = count / 2 + 1;
    }
}

struct Code {
    Lengths lengths;
    std::vector<std::uint16_t> bits;  // the first bit lowest

    Code(const std::vector<std::uint32_t>& counts, int longest) : lengths(code_lengths(counts, longest)) {
        std::array<unsigned, max_code_length + 2> next{};
        for (std::uint8_t length : lengths)
            if (length) ++next[length + 1u];
        for (int length = 1; length <= max_code_length + 1; ++length)
            next[length] = length == 1 ? 0 : (next[length - 1] + next[length]) << 1;
        // next[l] was the number of codes of length l - 1, and is the first code of length l now.
        bits.resize(lengths.size());
        for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
            unsigned code = lengths[symbol] ? next[lengths[symbol]]++ : 0, turned = 0;
            for (int i = 0; i < lengths[symbol]; ++i, code >>= 1) turned = turned << 1 | (code & 1u);
            bits[symbol] = static_cast<std::uint16_t>(turned);
        }
    }
    void write(BitWriter& out, int symbol) const {
        const auto i = static_cast<std::size_t>(symbol);
        out.bits(bits[i], lengths[i]);
    }
};

// A literal, or with a distance a repeat of so many bytes.
struct Symbol {
    std::uint16_t value;
    std::uint16_t distance;
};

int place_in(std::span<const std::uint16_t> bases, unsigned value) {
    return static_cast<int>(std::upper_bound(bases.begin(), bases.end(), value) - bases.begin()) - 1;
}

void write_block(BitWriter& out, std::span<const Symbol> symbols, bool last) {
    std::vector<std::uint32_t> of_literals(literal_codes), of_distances(distance_codes), of_lengths(length_codes);
    ++of_literals[end_of_block];
    for (const Symbol& s : symbols) {
        ++of_literals[s.distance ? 257u + static_cast<unsigned>(place_in(length_base, s.value)) : s.value];
        if (s.distance) ++of_distances[static_cast<std::size_t>(place_in(distance_base, s.distance))];
    }
    if (std::none_of(of_distances.begin(), of_distances.end(), [](auto n) { return n > 0; })) of_distances[0] = 1;
    const Code literals(of_literals, max_code_length), distances(of_distances, max_code_length);
    // Lengths of both codes are told by a third; runs are not worth their while beside 64 KiB of symbols.
    Lengths told = literals.lengths;
    told.insert(told.end(), distances.lengths.begin(), distances.lengths.end());
    for (std::uint8_t length : told) ++of_lengths[length];
    const Code lengths(of_lengths, 7);
    out.bits(last, 1);
    out.bits(2, 2);
    out.bits(literal_codes - 257, 5);
    out.bits(distance_codes - 1, 5);
    out.bits(length_codes - 4, 4);
    for (std::uint8_t symbol : told_order) out.bits(lengths.lengths[symbol], 3);
    for (std::uint8_t length : told) lengths.write(out, length);
    for (const Symbol& s : symbols) {
        if (!s.distance) {
            literals.write(out, s.value);
            continue;
        }
        const int l = place_in(length_base, s.value), d = place_in(distance_base, s.distance);
        literals.write(out, 257 + l);
        out.bits(s.value - static_cast<unsigned>(length_base[l]), length_extra[l]);
        distances.write(out, d);
        out.bits(s.distance - static_cast<unsigned>(distance_base[d]), distance_extra[d]);
    }
    literals.write(out, end_of_block);
}

}  // namespace

std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t so_far) {
    static const std::array<std::array<std::uint32_t, 256>, 4> tables = [] {
        std::array<std::array<std::uint32_t, 256>, 4> made{};
        for (std::uint32_t i = 0; i < 256; ++i) {
            std::uint32_t value = i;
            for (int k = 0; k < 8; ++k) value = value & 1u ? 0xEDB88320u ^ value >> 1 : value >> 1;
            made[0][i] = value;
        }
        for (std::size_t i = 0; i < 256; ++i)
            for (std::size_t t = 1; t < 4; ++t) made[t][i] = made[t - 1][i] >> 8 ^ made[0][made[t - 1][i] & 255u];
        return made;
    }();
    std::uint32_t value = ~so_far;
    std::size_t i = 0;
    for (; i + 4 <= bytes.size(); i += 4) {
        std::uint32_t word;
        std::memcpy(&word, bytes.data() + i, 4);
        value ^= word;
        value = tables[3][value & 255u] ^ tables[2][value >> 8 & 255u] ^ tables[1][value >> 16 & 255u] ^
                tables[0][value >> 24];
    }
    for (; i < bytes.size(); ++i) value = tables[0][(value ^ static_cast<std::uint32_t>(bytes[i])) & 255u] ^ value >> 8;
    return ~value;
}

std::vector<std::byte> inflate(std::span<const std::byte> compressed, std::size_t size) {
    BitReader in(compressed);
    std::vector<std::byte> out;
    out.reserve(std::min(size, 1100 * compressed.size() + 1));  // no stream expands by more
    bool last = false;
    while (!last) {
        last = in.bits(1);
        const unsigned type = in.bits(2);
        if (type == 0) {
            const auto header = in.take_bytes(4);
            const auto byte = [&](std::size_t i) { return static_cast<unsigned>(header[i]); };
            const unsigned length = byte(0) | byte(1) << 8;
            if ((length ^ (byte(2) | byte(3) << 8)) != 0xFFFFu) damaged("a stored block's length is wrong");
            const auto stored = in.take_bytes(length);
            if (length > size - out.size()) damaged("it holds more than it should");
            out.insert(out.end(), stored.begin(), stored.end());
        } else if (type == 1) {
            static const Decoder literals(fixed_literals()), distances(Lengths(30, 5));
            inflate_block(in, literals, distances, out, size);
        } else if (type == 2) {
            const auto [literals, distances] = read_codes(in);
            inflate_block(in, literals, distances, out, size);
        } else {
            damaged("an unknown kind of block");
        }
    }
    if (out.size() != size) damaged("it holds less than it should");
    return out;
}

std::vector<std::byte> deflate(std::span<const std::byte> bytes) {
    constexpr std::size_t symbols_a_block = 65536, tries = 16, none = SIZE_MAX;
    constexpr int hash_bits = 15;
    std::vector<std::size_t> newest(1u << hash_bits, none), before(window, none);
    const auto hash = [&](std::size_t i) {
        std::uint32_t word = 0;
        std::memcpy(&word, bytes.data() + i, shortest_match);
        return word * 2654435761u >> (32 - hash_bits);
    };
    const auto enter = [&](std::size_t i) {
        if (i + shortest_match > bytes.size()) return;
        std::size_t& head = newest[hash(i)];
        before[i % window] = head;
        head = i;
    };
    BitWriter out;
    std::vector<Symbol> symbols;
    std::size_t i = 0;
    do {
        symbols.clear();
        while (i < bytes.size() && symbols.size() < symbols_a_block) {
            std::size_t best = 0, from = 0;
            const std::size_t most = std::min(longest_match, bytes.size() - i);
            if (most >= shortest_match) {
                std::size_t candidate = newest[hash(i)];
                for (std::size_t t = 0; t < tries && candidate != none && i - candidate < window; ++t) {
                    std::size_t length = 0;
                    while (length < most && bytes[candidate + length] == bytes[i + length]) ++length;
                    if (length > best) {
                        best = length;
                        from = candidate;
                        if (length == most) break;
                    }
                    const std::size_t older = before[candidate % window];
                    if (older == none || older >= candidate) break;  // its place was taken by a newer one
                    candidate = older;
                }
            }
            if (best < shortest_match) {
                symbols.push_back({static_cast<std::uint16_t>(bytes[i]), 0});
                enter(i++);
                continue;
            }
            symbols.push_back({static_cast<std::uint16_t>(best), static_cast<std::uint16_t>(i - from)});
            for (std::size_t end = i + best; i < end; ++i) enter(i);
        }
        write_block(out, symbols, i == bytes.size());
    } while (i < bytes.size());
    return out.finish();
}

}  // namespace cuprum::files
