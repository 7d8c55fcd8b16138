#include "kernel/graph/template.h"

#include "cuprum/error.h"

namespace cuprum::kernel {
namespace {

bool is_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

const std::string& filling(std::string_view name, std::initializer_list<Hole> holes) {
    for (const Hole& hole : holes)
        if (hole.first == name) return hole.second.text();
    throw Error("a template of a kernel has a hole '" + std::string(name) + "' that nothing fills");
}

/// Appends lines, each behind an indentation. What is empty stays so.
void append_lines(std::string& result, std::string_view value, std::string_view indentation) {
    while (!value.empty()) {
        const std::size_t end = value.find('\n');
        const std::string_view line = value.substr(0, end);
        if (!line.empty()) result.append(indentation).append(line);
        result += '\n';
        value.remove_prefix(end == std::string_view::npos ? value.size() : end + 1);
    }
}

}  // namespace

std::string fill(std::string_view text, std::initializer_list<Hole> holes) {
    if (text.starts_with('\n')) text.remove_prefix(1);
    std::string result;
    result.reserve(2 * text.size());
    std::size_t line = 0;  // where the current one begins in the result
    while (true) {
        const std::size_t hole = text.find('$');
        const std::string_view before = text.substr(0, hole);
        if (const std::size_t newline = before.rfind('\n'); newline != std::string_view::npos)
            line = result.size() + newline + 1;
        result += before;
        if (hole == std::string_view::npos) return result;
        text.remove_prefix(hole + 1);
        const bool braced = text.starts_with('{');
        if (braced) text.remove_prefix(1);
        std::size_t end = 0;
        while (end < text.size() && is_name(text[end])) ++end;
        const std::string& value = filling(text.substr(0, end), holes);
        text.remove_prefix(end + braced);
        const std::string indentation = result.substr(line);
        if (text.starts_with('\n') && indentation.find_first_not_of(' ') == std::string::npos) {
            text.remove_prefix(1);
            result.resize(line);
            append_lines(result, value, indentation);
            line = result.size();
        } else {
            result += value;
        }
    }
}

}  // namespace cuprum::kernel
