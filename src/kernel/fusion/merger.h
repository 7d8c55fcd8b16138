// Pieces of a trace's work as one expression.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "kernel/fusion/program_builder.h"

namespace cuprum::kernel {

/// Kernels made for programs, by name and text: a function traced again for other lengths uses those that it has.
template <class Kernel, class Make>
Kernel& shared_kernel(const std::string& key, Make make) {
    static std::mutex mutex;
    static auto& kernels = *new std::map<std::string, std::unique_ptr<Kernel>>;
    std::lock_guard lock(mutex);
    auto& slot = kernels[key];
    if (!slot) slot = make();
    return *slot;
}

/// The axes of what reads, as axes of what it reads from: first `inner`, then `outer`.
AxisMap composed(const AxisMap& inner, const AxisMap& outer);
bool is_identity(const AxisMap& axes, const Shape& shape);

/// Work and all that it needs which lies nowhere, as one expression over a common shape.
class ProgramBuilder::Merger {
public:
    explicit Merger(const ProgramBuilder& builder) : builder_(&builder) {}

    /// First all inputs...
    void need(const Access& access);
    /// ... then, with those that move with every axis in front...
    void number_inputs(const Access* last = nullptr);
    /// ... then the steps.
    ValueId add(const Access& access);

    /// The values that work reads, as its own expression numbers its inputs.
    std::vector<ValueId> add_inputs(const TraceWork& work, const AxisMap& axes, std::size_t count);
    void add_steps(const TraceWork& work, std::vector<ValueId>& ids);

    const std::vector<Access>& inputs() const { return inputs_; }
    /// Instead of numbering what is needed: these inputs, in this order.
    void take_inputs(std::span<const Access> inputs);

    Expression expression;

private:
    using Key = std::pair<int, AxisMap>;
    static constexpr ValueId unnumbered = -1;

    Key key_of(const Access& access) const;
    bool is_leaf(int number) const;
    const std::vector<ValueId>& add_work(int number, const AxisMap& axes);
    ValueId rounded(ValueId id, DType storage);
    ValueId reread(ValueId id, DType from, DType to);

    const ProgramBuilder* builder_;
    std::vector<Access> inputs_, literals_;
    std::map<Key, ValueId> leaves_;
    std::set<Key> seen_;
    std::map<Key, std::vector<ValueId>> results_;
};

}  // namespace cuprum::kernel
