// Arrays that are divided over the processes of a group. Whatever moves elements is `Fetch`; sums over ranks are the
// group's all_reduce.
#include <algorithm>
#include <utility>

#include "cuprum/cuda.h"
#include "cuprum/distributed_group.h"
#include "cuprum/error.h"
#include "cuprum/products.h"
#include "cuprum/reduction.h"
#include "distributed/group_fetch.h"
#include "distributed/region.h"
#include "distributed/transfers.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/copy.h"

namespace cuprum::distributed {
namespace {

std::shared_ptr<ProcessGroup> checked(std::shared_ptr<ProcessGroup> group) {
    if (!group) throw ValueError("an array of a group needs the group");
    return group;
}

const char* operation_name(Mode mode) {
    switch (mode) {
        case Mode::sum: return "sum";
        case Mode::prod: return "prod";
        case Mode::min: return "min";
        default: return "max";
    }
}

/// What all ranks have combined: each rank's part of an array of this shape. Elements that a rank has no part of do not
/// change the result.
ndarray combined(ProcessGroup& group, const Shape& shape, Mode operation, const ndarray& part, const Region& place,
                 bool counts) {
    const Region whole = whole_of(shape);
    ndarray total;
    if (counts && place == whole && part.is_c_contiguous()) {
        total = part;
    } else {
        total = kernel::filled(shape, neutral(operation, part.dtype()), part.dtype());
        if (counts && part.size()) copy_to(part, box_of(total, place, whole));
    }
    const ndarray result = kernel::new_array(shape, part.dtype());
    group.all_reduce(total, result, operation_name(operation));
    return result;
}

}  // namespace

GroupArray::GroupArray(std::shared_ptr<ProcessGroup> group, ndarray local, const Shape& shape, const Layout& layout)
    : group_(checked(std::move(group))),
      shape_(shape),
      regions_(regions_of(layout, shape, group_->size())),
      local_(std::move(local)) {
    if (local_.shape() != shape_of(region()))
        throw ValueError("rank " + std::to_string(rank()) + " has a box of shape " + to_string(shape_of(region())) +
                         ", and its array is of shape " + to_string(local_.shape()));
}

GroupArray group_array(std::shared_ptr<ProcessGroup> group, const ndarray& array, const Layout& layout) {
    checked(group);
    std::vector<Region> regions = regions_of(layout, array.shape(), group->size());
    const Region own = regions[static_cast<std::size_t>(group->rank())];
    ndarray local = kernel::new_array(shape_of(own), array.dtype());
    copy_to(box_of(array, own, whole_of(array.shape())), local);
    return {GroupArray::Known{}, std::move(group), array.shape(), std::move(regions), std::move(local)};
}

GroupArray GroupArray::reshard(const Layout& layout) const {
    return reshard(regions_of(layout, shape_, group_->size()));
}

GroupArray GroupArray::reshard(const std::vector<Region>& regions) const {
    if (regions == regions_) return *this;
    ndarray local = fetch(*this, regions);
    if (!local.is_contiguous()) local = local.copy();
    return {Known{}, group_, shape_, regions, std::move(local)};
}

ndarray GroupArray::gather() const {
    return fetch(*this, std::vector<Region>(static_cast<std::size_t>(group_->size()), whole_of(shape_)));
}

GroupArray GroupArray::at(const Region& region) const {
    const Shape shape = shape_of(region);
    std::vector<Region> cut;
    ndarray local;
    for (std::size_t rank = 0; rank < regions_.size(); ++rank) {
        const auto shared = common(regions_[rank], region);
        cut.push_back(shared ? region_in(*shared, region) : Region(static_cast<std::size_t>(ndim()), Range{0, 0, 1}));
        if (static_cast<int>(rank) != this->rank()) continue;
        local = shared ? box_of(local_, *shared, regions_[rank]) : kernel::new_array(shape_of(cut.back()), dtype());
    }
    return {Known{}, group_, shape, std::move(cut), std::move(local)};
}

GroupArray GroupArray::astype(DType dtype) const { return {Known{}, group_, shape_, regions_, local_.astype(dtype)}; }

GroupArray GroupArray::copy() const { return {Known{}, group_, shape_, regions_, local_.copy()}; }

GroupArray GroupArray::reduce(Mode operation, const Axes& axes, std::optional<DType> dtype, bool keepdims) const {
    const std::optional<Dims> only = axes ? std::optional(normalize_axes(*axes, ndim())) : std::nullopt;
    const auto is_gone = [&](int axis) { return !only || std::ranges::find(*only, axis) != only->end(); };
    std::int64_t reduced_count = 1;
    bool divided = false;
    Shape shape;
    for (int axis = 0; axis < ndim(); ++axis) {
        if (!is_gone(axis)) {
            shape.push_back(shape_[axis]);
            continue;
        }
        if (keepdims) shape.push_back(1);
        reduced_count *= shape_[axis];
        for (const Region& one : regions_)
            divided = divided || one[static_cast<std::size_t>(axis)] != Range{0, shape_[axis], 1};
    }
    const bool has_identity = operation == Mode::sum || operation == Mode::prod;
    if (!has_identity && reduced_count == 0)
        throw ValueError("zero-size array to reduction operation " + std::string(ufunc_of(operation).name()) +
                         " which has no identity");
    std::vector<Region> regions;
    for (const Region& one : regions_) {
        Region kept;
        for (int axis = 0; axis < ndim(); ++axis) {
            if (!is_gone(axis)) kept.push_back(one[static_cast<std::size_t>(axis)]);
            else if (keepdims) kept.push_back({0, 1, 1});
        }
        regions.push_back(std::move(kept));
    }
    const Region own = regions[static_cast<std::size_t>(rank())];
    ReduceOptions options;
    if (only) options.axis = Axes(*only);
    options.keepdims = keepdims;
    options.dtype = dtype;
    const ndarray part = [&] {
        if (!has_identity && !local_.size())
            return kernel::filled(shape_of(own), neutral(operation, dtype.value_or(this->dtype())),
                                  dtype.value_or(this->dtype()));
        switch (operation) {
            case Mode::sum: return cuprum::sum(local_, options);
            case Mode::prod: return cuprum::prod(local_, options);
            case Mode::min: return cuprum::min(local_, options);
            default: return cuprum::max(local_, options);
        }
    }();
    if (!divided) return {Known{}, group_, shape, std::move(regions), part};
    ndarray total = combined(*group_, shape, operation, part, own, is_first_owner(*this) && local_.size());
    std::vector<Region> everywhere(regions_.size(), whole_of(shape));
    return {Known{}, group_, shape, std::move(everywhere), std::move(total)};
}

// ---------------------------------------------------------------------------------------------- elementwise functions

std::vector<GroupArray> call(const Ufunc& function, std::span<const GroupOperand> operands, std::optional<DType> dtype,
                             Casting casting) {
    std::vector<Shape> shapes;
    std::shared_ptr<ProcessGroup> group;
    for (const GroupOperand& operand : operands)
        if (const auto* array = std::get_if<const GroupArray*>(&operand)) {
            if (group && group != (*array)->group())
                throw ValueError("arrays of two groups cannot be combined; gather one of them");
            group = (*array)->group();
            shapes.push_back((*array)->shape());
        }
    if (!group) throw TypeError("an elementwise function of divided arrays needs one among its operands");
    const Shape shape = broadcast_shapes(shapes);
    // The operand that says how the result is divided.
    const GroupArray* model = nullptr;
    std::size_t most = 0;
    for (const bool whole_shape : {true, false}) {
        for (const GroupOperand& operand : operands) {
            const auto* array = std::get_if<const GroupArray*>(&operand);
            if (!array || ((*array)->shape() == shape) != whole_shape) continue;
            const std::size_t boxes = owners((*array)->regions()).size();
            if (model && boxes <= most) continue;
            model = *array;
            most = boxes;
        }
        if (model) break;
    }
    std::vector<Region> regions;
    const int extra = shape.size() - model->ndim();
    for (const Region& one : model->regions()) {
        Region wider = whole_of(shape);
        for (int axis = 0; axis < model->ndim(); ++axis)
            if (model->shape()[axis] == shape[axis + extra])
                wider[static_cast<std::size_t>(axis + extra)] = one[static_cast<std::size_t>(axis)];
        regions.push_back(std::move(wider));
    }
    std::vector<ndarray> held;
    held.reserve(operands.size());
    std::vector<Operand> in;
    for (const GroupOperand& operand : operands) {
        const auto* array = std::get_if<const GroupArray*>(&operand);
        if (!array) {
            in.emplace_back(std::get<Scalar>(operand));
            continue;
        }
        const GroupArray& one = **array;
        std::vector<Region> wanted;
        for (const Region& region : regions) {
            Region part;
            for (int axis = 0; axis < one.ndim(); ++axis)
                part.push_back(one.shape()[axis] == 1
                                   ? Range{0, 1, 1}
                                   : region[static_cast<std::size_t>(axis + shape.size() - one.ndim())]);
            wanted.push_back(std::move(part));
        }
        held.push_back(wanted == one.regions() ? one.local() : fetch(one, wanted));
        in.emplace_back(held.back());
    }
    std::vector<ndarray> made(static_cast<std::size_t>(function.nout()));
    UfuncOptions options;
    options.dtype = dtype;
    options.casting = casting;
    function.call(in, options, made.data());
    std::vector<GroupArray> results;
    for (ndarray& one : made) results.emplace_back(GroupArray::Known{}, group, shape, regions, std::move(one));
    return results;
}

// ----------------------------------------------------------------------------------------------------------- products

GroupArray matmul(const GroupArray& a, const GroupArray& b) {
    if (a.ndim() != 2 || b.ndim() != 2)
        throw ValueError("matmul of arrays of a group takes two matrices, not arrays of " + std::to_string(a.ndim()) +
                         " and " + std::to_string(b.ndim()) + " axes");
    if (a.group() != b.group()) throw ValueError("arrays of two groups cannot be combined; gather one of them");
    if (a.shape()[1] != b.shape()[0])
        throw ValueError("matmul: a has " + std::to_string(a.shape()[1]) + " columns, and b " +
                         std::to_string(b.shape()[0]) + " rows");
    const Shape shape{a.shape()[0], b.shape()[1]};
    const Range inner{0, a.shape()[1], 1};
    const auto ranks = static_cast<std::size_t>(a.group()->size());
    bool partial = cover(a.regions(), a.shape()), inner_is_whole = true;
    std::vector<Region> results;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        const Region &left = a.regions()[rank], &right = b.regions()[rank];
        inner_is_whole = inner_is_whole && left[1] == inner;
        partial =
            partial && left[1] == right[0] && left[0] == Range{0, shape[0], 1} && right[1] == Range{0, shape[1], 1};
        results.push_back({left[0], right[1]});
    }
    if (partial && !inner_is_whole) {
        const ndarray product = cuprum::matmul(a.local(), b.local());
        return {GroupArray::Known{}, a.group(), shape, std::vector<Region>(ranks, whole_of(shape)),
                combined(*a.group(), shape, Mode::sum, product, whole_of(shape), is_first_owner(a))};
    }
    // Boxes of the result must be all of it, and no rank should compute what others do.
    const auto boxes = owners(results);
    bool apart = cover(results, shape) && (ranks == 1 || boxes.size() > 1);
    for (std::size_t i = 0; i < boxes.size() && apart; ++i)
        for (std::size_t j = 0; j < i && apart; ++j) apart = !common(boxes[i].first, boxes[j].first);
    if (!apart) results = evenly(shape, 0, static_cast<int>(ranks));
    std::vector<Region> rows, columns;
    for (const Region& region : results) {
        rows.push_back({region[0], inner});
        columns.push_back({inner, region[1]});
    }
    const ndarray left = fetch(a, rows), right = fetch(b, columns);
    return {GroupArray::Known{}, a.group(), shape, std::move(results), cuprum::matmul(left, right)};
}

}  // namespace cuprum::distributed
