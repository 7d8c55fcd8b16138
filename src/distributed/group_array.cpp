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
ndarray combined(const GroupArray& like, const Shape& shape, Mode operation, const ndarray& part, const Region& place,
                 bool counts) {
    const Region whole = whole_of(shape);
    ndarray total;
    if (counts && place == whole && part.is_c_contiguous()) {
        total = part;
    } else {
        total = kernel::filled(shape, neutral(operation, part.dtype()), part.dtype());
        if (counts && part.size()) copy_to(part, box_of(total, place, whole));
    }
    const GroupArray parts(GroupArray::Known{}, like.group(), shape, std::vector<Region>(like.regions().size(), whole),
                           std::move(total), operation);
    return parts.change_mode(Mode::replica).local();
}

}  // namespace

GroupArray::GroupArray(std::shared_ptr<ProcessGroup> group, ndarray local, const Shape& shape, const Layout& layout,
                       Mode mode)
    : group_(checked(std::move(group))),
      shape_(shape),
      regions_(regions_of(layout, shape, group_->size())),
      local_(std::move(local)),
      mode_(mode) {
    if (local_.shape() != shape_of(region()))
        throw ValueError("rank " + std::to_string(rank()) + " has a box of shape " + to_string(shape_of(region())) +
                         ", and its array is of shape " + to_string(local_.shape()));
}

GroupArray group_array(std::shared_ptr<ProcessGroup> group, const ndarray& array, const Layout& layout, Mode mode) {
    checked(group);
    std::vector<Region> regions = regions_of(layout, array.shape(), group->size());
    const Region own = regions[static_cast<std::size_t>(group->rank())];
    ndarray local = kernel::new_array(shape_of(own), array.dtype());
    copy_to(box_of(array, own, whole_of(array.shape())), local);
    const GroupArray divided(GroupArray::Known{}, std::move(group), array.shape(), std::move(regions),
                             std::move(local));
    return divided.change_mode(mode);
}

namespace {

/// What ranks with the same box have, combined. Of q ranks with a box each combines a part of it, in the order of
/// ranks, and sends it to the others, so all have the same bits.
ndarray combined_boxes(const GroupArray& a) {
    ProcessGroup& group = *a.group();
    const auto boxes = owners(a.regions());
    if (std::ranges::all_of(boxes, [](const auto& entry) { return entry.second.size() == 1; })) return a.local();
    const ndarray given = a.local().is_c_contiguous() ? a.local() : a.local().copy('C');
    const ndarray result = kernel::new_array(given.shape(), a.dtype());
    const bool is_carried = !is_complex(a.dtype()) || a.mode() == Mode::sum;
    if (is_carried && boxes.size() == 1 && static_cast<int>(boxes.front().second.size()) == group.size()) {
        group.all_reduce(given, result, operation_name(a.mode()));
        return result;
    }
    std::vector<int> ranks{a.rank()};
    for (const auto& [region, some] : boxes)
        if (region == a.region()) ranks = some;
    const std::int64_t length = given.size(), count = static_cast<std::int64_t>(ranks.size());
    const auto part = [&](const ndarray& flat, std::int64_t i) {
        return flat.at({Slice{length * i / count, length * (i + 1) / count, 1}});
    };
    const std::int64_t self = std::ranges::find(ranks, a.rank()) - ranks.begin();
    const ndarray flat = given.ravel(), target = result.reshape({length}), own = part(target, self);
    Fingerprint plan;
    plan.add(a.shape());
    for (const Region& region : a.regions()) plan.add(region);
    plan.add(static_cast<std::int64_t>(a.mode()));
    const ndarray nothing = kernel::new_array({0}, a.dtype());
    std::vector<ndarray> in(static_cast<std::size_t>(group.size()), nothing), out = in;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto other = static_cast<std::size_t>(ranks[static_cast<std::size_t>(i)]);
        if (i == self) continue;
        in[other] = part(flat, i);
        out[other] = kernel::new_array({own.size()}, a.dtype());
    }
    group.exchange(in, out, plan.value());
    for (std::int64_t i = 0; i < count; ++i) {
        const auto other = static_cast<std::size_t>(ranks[static_cast<std::size_t>(i)]);
        const ndarray more = i == self ? part(flat, i) : out[other];
        if (i == 0) copy_to(more, own);
        else ufunc_of(a.mode())(own, more, {.out = {&own}});
    }
    for (std::int64_t i = 0; i < count; ++i) {
        const auto other = static_cast<std::size_t>(ranks[static_cast<std::size_t>(i)]);
        if (i == self) continue;
        in[other] = own;
        out[other] = part(target, i);
    }
    group.exchange(in, out, plan.value());
    return result;
}

}  // namespace

GroupArray GroupArray::change_mode(Mode mode) const {
    if (mode == mode_) return *this;
    if (mode == Mode::replica) return {Known{}, group_, shape_, regions_, combined_boxes(*this)};
    if (mode_ != Mode::replica) return change_mode(Mode::replica).change_mode(mode);
    const Scalar nothing = neutral(mode, dtype());  // of a dtype that has none this is an error on all ranks
    ndarray local = is_first_owner(*this) ? local_ : kernel::filled(local_.shape(), nothing, dtype());
    return {Known{}, group_, shape_, regions_, std::move(local), mode};
}

GroupArray GroupArray::reshard(const Layout& layout) const {
    return reshard(regions_of(layout, shape_, group_->size()));
}

GroupArray GroupArray::reshard(const std::vector<Region>& regions) const {
    if (regions == regions_) return *this;
    if (mode_ != Mode::replica) return change_mode(Mode::replica).reshard(regions).change_mode(mode_);
    ndarray local = fetch(*this, regions);
    if (!local.is_contiguous()) local = local.copy();
    return {Known{}, group_, shape_, regions, std::move(local)};
}

GroupArray GroupArray::reshard_like(const GroupArray& other) const {
    if (other.shape_ != shape_)
        throw ValueError("an array of shape " + to_string(shape_) + " cannot have the boxes of one of " +
                         to_string(other.shape_));
    return reshard(other.regions_);
}

ndarray GroupArray::gather() const {
    const std::vector<Region> everywhere(static_cast<std::size_t>(group_->size()), whole_of(shape_));
    return fetch(change_mode(Mode::replica), everywhere);
}

GroupArray GroupArray::at(const Region& region) const {
    const Shape shape = shape_of(region);
    std::vector<Region> cut;
    ndarray local;
    for (std::size_t rank = 0; rank < regions_.size(); ++rank) {
        const auto shared = common(regions_[rank], region);
        // Of a box without elements all ranks have all, so that its axes are whole.
        cut.push_back(shared                 ? region_in(*shared, region)
                      : element_count(shape) ? Region(static_cast<std::size_t>(ndim()), Range{0, 0, 1})
                                             : whole_of(shape));
        if (static_cast<int>(rank) != this->rank()) continue;
        local = shared ? box_of(local_, *shared, regions_[rank]) : kernel::new_array(shape_of(cut.back()), dtype());
    }
    return {Known{}, group_, shape, std::move(cut), std::move(local), mode_};
}

GroupArray GroupArray::astype(DType dtype) const {
    return {Known{}, group_, shape_, regions_, change_mode(Mode::replica).local_.astype(dtype)};
}

GroupArray GroupArray::copy() const { return {Known{}, group_, shape_, regions_, local_.copy(), mode_}; }

GroupArray GroupArray::mean(const Axes& axes, std::optional<DType> dtype, bool keepdims) const {
    const GroupArray total = reduce(Mode::sum, axes, dtype, keepdims);
    const GroupOperand operands[] = {&total, Scalar(count_along(shape_, axes))};
    return call(divide, operands).front();
}

GroupArray GroupArray::reduce(Mode operation, const Axes& axes, std::optional<DType> dtype, bool keepdims) const {
    const bool as_it_is = mode_ == operation && !dtype && keeps_dtype(operation, this->dtype());
    if (mode_ != Mode::replica && !as_it_is) return change_mode(Mode::replica).reduce(operation, axes, dtype, keepdims);
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
    if (!divided) return {Known{}, group_, shape, std::move(regions), part, mode_};
    const bool counts = local_.size() && (as_it_is || is_first_owner(*this));
    std::vector<Region> everywhere(regions_.size(), whole_of(shape));
    ndarray total = combined(*this, shape, operation, part, own, counts);
    return {Known{}, group_, shape, std::move(everywhere), std::move(total)};
}

// ---------------------------------------------------------------------------------------------- elementwise functions

std::vector<GroupArray> call(const Ufunc& function, std::span<const GroupOperand> operands, std::optional<DType> dtype,
                             Casting casting) {
    std::vector<Shape> shapes;
    std::shared_ptr<ProcessGroup> group;
    std::vector<GroupArray> plain;
    plain.reserve(operands.size());
    std::vector<GroupOperand> combined_operands;
    for (const GroupOperand& operand : operands) {
        const auto* array = std::get_if<const GroupArray*>(&operand);
        if (!array || (*array)->mode() == Mode::replica) combined_operands.push_back(operand);
        else combined_operands.emplace_back(&plain.emplace_back((*array)->change_mode(Mode::replica)));
    }
    operands = combined_operands;
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
                part.push_back(one.shape()[axis] == 1 && shape[axis + shape.size() - one.ndim()] != 1
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

namespace {

GroupArray with_axis(const GroupArray& a, int at) {
    std::vector<Region> regions = a.regions();
    for (Region& region : regions) region.insert(region.begin() + at, Range{0, 1, 1});
    Shape shape;
    for (int axis = 0; axis <= a.ndim(); ++axis)
        shape.push_back(axis == at ? 1 : a.shape()[axis < at ? axis : axis - 1]);
    const Shape local = shape_of(regions[static_cast<std::size_t>(a.rank())]);
    return {GroupArray::Known{}, a.group(), shape, std::move(regions), a.local().reshape(local)};
}

GroupArray without_axis(const GroupArray& a, int at) {
    std::vector<Region> regions = a.regions();
    for (Region& region : regions) region.erase(region.begin() + at);
    Shape shape;
    for (int axis = 0; axis < a.ndim(); ++axis)
        if (axis != at) shape.push_back(a.shape()[axis]);
    const Shape local = shape_of(regions[static_cast<std::size_t>(a.rank())]);
    return {GroupArray::Known{}, a.group(), shape, std::move(regions), a.local().reshape(local)};
}

Shape stack_of(const GroupArray& a) {
    Shape found;
    for (int axis = 0; axis < a.ndim() - 2; ++axis) found.push_back(a.shape()[axis]);
    return found;
}

/// Whether boxes are all of the array, no two overlap in part, and there are several where there are several ranks.
bool is_partition(const std::vector<Region>& regions, const Shape& shape) {
    const auto boxes = owners(regions);
    if (!cover(regions, shape) || (regions.size() > 1 && boxes.size() < 2)) return false;
    for (std::size_t i = 0; i < boxes.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (common(boxes[i].first, boxes[j].first)) return false;
    return true;
}

GroupArray product_of_stacks(const GroupArray& a, const GroupArray& b) {
    const std::vector<Shape> stacks{stack_of(a), stack_of(b)};
    Shape shape = broadcast_shapes(stacks);
    const int batch = shape.size();
    shape.push_back(a.shape()[a.ndim() - 2]);
    shape.push_back(b.shape()[b.ndim() - 1]);
    // The boxes of `a`, if they are whole rows of matrices; otherwise the longest axis is divided but for columns.
    std::vector<Region> results = a.regions();
    const Range inner{0, a.shape()[a.ndim() - 1], 1};
    bool as_a = a.ndim() == batch + 2;
    for (int axis = 0; axis < batch && as_a; ++axis) as_a = a.shape()[axis] == shape[axis];
    for (Region& region : results) {
        as_a = as_a && region.back() == inner;
        region.back() = {0, shape[batch + 1], 1};
    }
    if (!as_a || !is_partition(results, shape)) {
        int longest = 0;
        for (int axis = 1; axis <= batch; ++axis)
            if (shape[axis] > shape[longest]) longest = axis;
        results = evenly(shape, longest, a.group()->size());
    }
    const auto wanted_of = [&](const GroupArray& one, bool is_left) {
        std::vector<Region> wanted;
        for (const Region& region : results) {
            Region part;
            for (int axis = 0; axis < one.ndim() - 2; ++axis)
                part.push_back(one.shape()[axis] == 1 && shape[axis + batch - (one.ndim() - 2)] != 1
                                   ? Range{0, 1, 1}
                                   : region[static_cast<std::size_t>(axis + batch - (one.ndim() - 2))]);
            part.push_back(is_left ? region[static_cast<std::size_t>(batch)] : inner);
            part.push_back(is_left ? inner : Range{0, shape[batch + 1], 1});
            wanted.push_back(std::move(part));
        }
        return wanted;
    };
    const ndarray left = fetch(a, wanted_of(a, true)), right = fetch(b, wanted_of(b, false));
    return {GroupArray::Known{}, a.group(), shape, std::move(results), cuprum::matmul(left, right)};
}

}  // namespace

GroupArray matmul(const GroupArray& first, const GroupArray& second) {
    if (first.ndim() == 0 || second.ndim() == 0)
        throw ValueError("matmul of arrays of a group takes arrays of one axis or more");
    if (first.group() != second.group())
        throw ValueError("arrays of two groups cannot be combined; gather one of them");
    if (first.ndim() == 1)
        return without_axis(matmul(with_axis(first.change_mode(Mode::replica), 0), second),
                            std::max(second.ndim() - 2, 0));
    if (second.ndim() == 1)
        return without_axis(matmul(first, with_axis(second.change_mode(Mode::replica), 1)), first.ndim() - 1);
    const GroupArray a = first.change_mode(Mode::replica), b = second.change_mode(Mode::replica);
    if (a.shape()[a.ndim() - 1] != b.shape()[b.ndim() - 2])
        throw ValueError("matmul: a has " + std::to_string(a.shape()[a.ndim() - 1]) + " columns, and b " +
                         std::to_string(b.shape()[b.ndim() - 2]) + " rows");
    if (a.ndim() > 2 || b.ndim() > 2) return product_of_stacks(a, b);
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
                combined(a, shape, Mode::sum, product, whole_of(shape), is_first_owner(a))};
    }
    // Boxes of the result must be all of it, and no rank should compute what others do.
    if (!is_partition(results, shape)) results = evenly(shape, 0, static_cast<int>(ranks));
    std::vector<Region> rows, columns;
    for (const Region& region : results) {
        rows.push_back({region[0], inner});
        columns.push_back({inner, region[1]});
    }
    const ndarray left = fetch(a, rows), right = fetch(b, columns);
    return {GroupArray::Known{}, a.group(), shape, std::move(results), cuprum::matmul(left, right)};
}

}  // namespace cuprum::distributed
