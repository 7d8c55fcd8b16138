#include "kernel/graph/statement.h"

#include "kernel/graph/expression.h"
#include "kernel/graph/template.h"

namespace cuprum::kernel {

StatementOperand cast_operand(DType dtype, const std::string& variable) {
    const std::string type = compute_type(dtype);
    return {type, "cuprum::cast<" + type + ">(" + variable + ")"};
}

namespace {

/// With one semicolon at the end.
std::string terminated(std::string_view body) {
    const std::size_t last = body.find_last_not_of(" \n");
    body = body.substr(0, last == std::string_view::npos ? 0 : last + 1);
    return std::string(body) + (body.ends_with(';') ? "" : ";");
}

}  // namespace

std::string statement_block(const std::string& body, const std::vector<StatementOperand>& in,
                            const std::vector<StatementOperand>& out) {
    const std::string inputs = joined(in.size(), "", [&](std::size_t k) {
        return fill(R"(
using in${k}_t = $type;
[[maybe_unused]] const in${k}_t in$k = $value;
)",
                    {{"k", k}, {"type", in[k].type}, {"value", in[k].value}});
    });
    const std::string outputs = joined(out.size(), "", [&](std::size_t k) {
        return fill(R"(
using out${k}_t = $type;
out${k}_t& out$k = $variable;
)",
                    {{"k", k}, {"type", out[k].type}, {"variable", out[k].value}});
    });
    return fill(R"(
{
    $inputs
    $outputs
    $body
}
)",
                {{"inputs", inputs}, {"outputs", outputs}, {"body", terminated(body)}});
}

}  // namespace cuprum::kernel
