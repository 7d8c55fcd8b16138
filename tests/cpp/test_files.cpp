// Arrays in files, as bytes and as text.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "cuprum/creation.h"
#include "cuprum/files.h"
#include "cuprum/host.h"
#include "cuprum/structured.h"
#include "numpy/files/deflate.h"

namespace cuprum {
namespace {

class Files : public testing::Test {
protected:
    Files() : folder_(std::filesystem::temp_directory_path() / ("cuprum_files_" + std::to_string(std::rand()))) {
        std::filesystem::create_directories(folder_);
    }
    ~Files() override { std::filesystem::remove_all(folder_); }
    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    void write(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }

private:
    std::filesystem::path folder_;
};

std::vector<std::byte> some_bytes(std::size_t count, unsigned alphabet) {
    std::vector<std::byte> bytes(count);
    std::uint32_t state = 1;
    for (std::byte& b : bytes) b = static_cast<std::byte>((state = state * 1664525u + 1013904223u) >> 24 & alphabet);
    return bytes;
}

TEST(Deflate, GivesBackWhatWasCompressed) {
    for (std::size_t count : {0, 1, 2, 3, 257, 258, 259, 32768, 70000, 200000})
        for (unsigned alphabet : {0u, 1u, 15u, 255u}) {
            const std::vector<std::byte> bytes = some_bytes(count, alphabet);
            const std::vector<std::byte> packed = files::deflate(bytes);
            EXPECT_EQ(files::inflate(packed, bytes.size()), bytes) << count << " of " << alphabet;
            if (count >= 32768 && alphabet == 0) {
                EXPECT_LT(packed.size(), count / 50);
            }
            if (count == 70000 && alphabet == 15) {
                EXPECT_LT(packed.size(), count * 6 / 10);
            }
        }
}

TEST(Deflate, RefusesDamage) {
    const std::vector<std::byte> bytes = some_bytes(5000, 15);
    const std::vector<std::byte> packed = files::deflate(bytes);
    EXPECT_THROW(files::inflate(packed, bytes.size() - 1), ValueError);
    EXPECT_THROW(files::inflate(packed, bytes.size() + 1), ValueError);
    EXPECT_THROW(files::inflate(std::span(packed).first(packed.size() / 2), bytes.size()), ValueError);
    // Whatever is changed, the answer is an error or some bytes of the right number.
    for (std::size_t i = 0; i < packed.size(); i += 7) {
        std::vector<std::byte> damaged = packed;
        damaged[i] ^= std::byte{0x55};
        try {
            EXPECT_EQ(files::inflate(damaged, bytes.size()).size(), bytes.size());
        } catch (const ValueError&) {
        }
    }
}

TEST(Deflate, ChecksumIsZips) {
    const std::string text = "123456789";
    EXPECT_EQ(files::crc32(std::as_bytes(std::span(text))), 0xCBF43926u);
    EXPECT_EQ(
        files::crc32(std::as_bytes(std::span(text).subspan(4)), files::crc32(std::as_bytes(std::span(text).first(4)))),
        0xCBF43926u);
}

TEST_F(Files, NpyOfAnyLayout) {
    const ndarray a = arange(24).reshape({2, 3, 4});
    for (const ndarray& x :
         {a, a.T(), a(all_of, Slice{.step = -1}), a(ellipsis, newaxis, 1), a(0, 0, 0), a(Slice(0, 0))}) {
        save(path("x"), x);
        const ndarray y = load(path("x.npy"));
        EXPECT_EQ(y.shape(), x.shape());
        EXPECT_EQ(y.to_vector<std::int64_t>(), x.to_vector<std::int64_t>());
    }
}

TEST_F(Files, NpyOfAStruct) {
    // With bytes between the fields; that they were aligned is not stored.
    const DType aligned = structured_dtype({{"a", DType::int8}, {"b", DType::float64, {2}}}, true);
    const DType inner = structured_dtype({fields(aligned).begin(), fields(aligned).end()}, false, itemsize(aligned));
    const DType dtype = structured_dtype({{"x", inner}, {"y's", DType::complex64}});
    const ndarray a = zeros({3}, dtype);
    a.field("y's").fill(std::complex<double>(1, 2));
    save(path("s.npy"), a);
    const ndarray b = load(path("s.npy"));
    EXPECT_EQ(b.dtype(), dtype);
    EXPECT_EQ(b.field("y's").to_vector<std::complex<float>>(), a.field("y's").to_vector<std::complex<float>>());
}

TEST_F(Files, BigEndianAndFortranOrder) {
    std::string header = "{'descr': '>i2', 'fortran_order': True, 'shape': (2, 2), }";
    header.resize(118, ' ');
    header.back() = '\n';
    std::string text = std::string("\x93NUMPY\1\0", 8) + static_cast<char>(header.size()) + '\0' + header;
    text += std::string("\0\1\0\2\0\3\0\4", 8);
    write("big.npy", text);
    EXPECT_EQ(load(path("big.npy")).ravel().to_vector<std::int16_t>(), (std::vector<std::int16_t>{1, 3, 2, 4}));
    write("short.npy", text.substr(0, text.size() - 1));
    EXPECT_THROW(load(path("short.npy")), ValueError);
    write("none.npy", "something else");
    EXPECT_THROW(load(path("none.npy")), ValueError);
    try {
        load(path("missing.npy"));
        ADD_FAILURE();
    } catch (const FileError& e) {
        EXPECT_EQ(e.code, ENOENT);
        EXPECT_NE(std::string(e.what()).find("missing.npy"), std::string::npos);
    }
}

TEST_F(Files, SeveralArrays) {
    const ndarray a = arange(1000), b = ones({2, 2});
    savez(path("plain"), {{"a", a}, {"b", b}});
    savez_compressed(path("packed.npz"), {{"a", a}, {"b", b}});
    for (const char* name : {"plain.npz", "packed.npz"}) {
        const NpzFile both(path(name));
        EXPECT_EQ(both.files(), (std::vector<std::string>{"a", "b"}));
        EXPECT_EQ(both["a"].to_vector<std::int64_t>(), a.to_vector<std::int64_t>());
        EXPECT_EQ(both["b.npy"].shape(), b.shape());
        EXPECT_THROW(both["c"], IndexError);
    }
    EXPECT_LT(std::filesystem::file_size(path("packed.npz")), std::filesystem::file_size(path("plain.npz")) / 2);
    EXPECT_THROW(savez(path("twice"), {{"a", a}, {"a", b}}), ValueError);
    write("none.npz", "PK no archive");
    EXPECT_THROW(NpzFile(path("none.npz")), ValueError);
}

TEST_F(Files, Bytes) {
    const std::int32_t numbers[] = {1, 2, 3};
    const auto bytes = std::as_bytes(std::span(numbers));
    EXPECT_EQ(tolist<std::int32_t>(frombuffer(bytes, DType::int32, -1, 4)), (std::vector<std::int32_t>{2, 3}));
    EXPECT_THROW(frombuffer(bytes, DType::int32, 4), ValueError);
    EXPECT_THROW(frombuffer(bytes, DType::int64), ValueError);
    const ndarray a = array({{1.5, -2.0}, {3.0, HUGE_VAL}});
    EXPECT_EQ(frombuffer(tobytes(a)).to_vector<double>(), a.to_vector<double>());
    EXPECT_EQ(frombuffer(tobytes(a, 'F')).to_vector<double>(), (std::vector<double>{1.5, 3, -2, HUGE_VAL}));
    tofile(a, path("raw"));
    EXPECT_EQ(fromfile(path("raw")).to_vector<double>(), a.to_vector<double>());
    EXPECT_EQ(fromfile(path("raw"), DType::float64, 1, "", 8).to_vector<double>(), (std::vector<double>{-2}));
    tofile(a, path("text"), ", ");
    EXPECT_EQ(fromfile(path("text"), DType::float64, -1, ",").to_vector<double>(), a.to_vector<double>());
}

TEST_F(Files, Text) {
    EXPECT_EQ(fromstring("1 2\n 3", DType::int64, -1, " ").to_vector<std::int64_t>(),
              (std::vector<std::int64_t>{1, 2, 3}));
    EXPECT_THROW(fromstring("1 x", DType::int64, -1, " "), ValueError);
    savetxt(path("t"), array({{1.0, 2.0}, {3.0, 4.0}}), {.fmt = "%.2f", .delimiter = ",", .header = "a\nb"});
    std::ifstream stream(path("t"));
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    EXPECT_EQ(text, "# a\n# b\n1.00,2.00\n3.00,4.00\n");
    EXPECT_EQ(loadtxt(path("t"), {.delimiter = ","}).to_vector<double>(), (std::vector<double>{1, 2, 3, 4}));
    EXPECT_EQ(loadtxt(path("t"), {.delimiter = ",", .usecols = {-1}}).to_vector<double>(), (std::vector<double>{2, 4}));
    write("gap", "1,,3\n4,x,6\n");
    const std::vector<double> found = genfromtxt(path("gap"), {.delimiter = ","}).to_vector<double>();
    EXPECT_TRUE(std::isnan(found[1]) && std::isnan(found[4]));
    EXPECT_THROW(loadtxt(path("gap"), {.delimiter = ","}), ValueError);
    EXPECT_THROW(loadtxt(path("gap")), ValueError);
}

}  // namespace
}  // namespace cuprum
