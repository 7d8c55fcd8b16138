// Kernel texts are written from templates: C++ as it stands in the kernel, in a raw string, with named holes.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace cuprum::kernel {

/// What a hole is filled with: text, a number or a truth value, as C++ writes it.
class Filling {
public:
    Filling(std::string text) : text_(std::move(text)) {}
    Filling(std::string_view text) : text_(text) {}
    Filling(const char* text) : text_(text) {}
    Filling(bool value) : text_(value ? "true" : "false") {}
    template <class T>
        requires(std::is_integral_v<T>)
    Filling(T number) : text_(std::to_string(number)) {}

    const std::string& text() const { return text_; }

private:
    std::string text_;
};

/// A hole's name and what it is filled with.
using Hole = std::pair<std::string_view, Filling>;

/// The template with its holes filled: `$name`, or `${name}` before a letter. A newline at the template's begin is left
/// out.
///
/// A hole that stands alone in its line takes whole lines: each is indented as the hole is, and the line vanishes where
/// there are none. Throws for a hole that nothing fills.
///
/// Example:
///     fill("int $name = ${number}u;\n", {{"name", "x"}, {"number", 3}})  // "int x = 3u;\n"
std::string fill(std::string_view text, std::initializer_list<Hole> holes);

/// The texts that `text` gives for 0, 1, ..., count - 1, with a separator between them.
template <class Text>
std::string joined(std::size_t count, std::string_view separator, Text text) {
    std::string all;
    for (std::size_t k = 0; k < count; ++k) {
        if (k) all += separator;
        all += text(k);
    }
    return all;
}

/// Texts as C++ lists them: "a, b, c".
inline std::string listed(const std::vector<std::string>& texts) {
    return joined(texts.size(), ", ", [&](std::size_t k) { return texts[k]; });
}

/// One to a line, the last one too.
template <class Text>
std::string lines(std::size_t count, Text text) {
    std::string all;
    for (std::size_t k = 0; k < count; ++k) all += text(k) + "\n";
    return all;
}

}  // namespace cuprum::kernel
