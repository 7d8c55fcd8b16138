// Arrays whose elements lie in several views of other arrays, as those of a rolled array do, and elementwise kernels
// that read them there: the space is divided where one of the views ends, and each box of it is a launch.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cuprum/ndarray.h"
#include "kernel/engine/elementwise/elementwise.h"

namespace cuprum::kernel {

/// Each axis is divided into intervals, and each cell of this grid is a view of memory. No interval is empty.
struct CompositeView {
    std::vector<Dims> ends;      ///< Of each axis: where its intervals end, ascending; the last end is its length.
    std::vector<ndarray> cells;  ///< In C order.

    explicit CompositeView(const ndarray& a);
    CompositeView() = default;

    int ndim() const { return static_cast<int>(ends.size()); }
    /// The elements [begin, end) along an axis, at least one.
    CompositeView sliced(int axis, std::int64_t begin, std::int64_t end) const;
    /// np.roll along an axis; 0 <= shift < its length.
    CompositeView rolled(int axis, std::int64_t shift) const;
    /// With axis d running along `axes[d]`, or of length one where that is negative. Along an axis that is not named
    /// the first element is taken.
    CompositeView with_axes(std::span<const std::int8_t> axes) const;
};

/// One behind the other along an axis; nothing where their intervals along the other axes differ.
std::optional<CompositeView> joined(std::span<const CompositeView> views, int axis);

/// What `view` shows of an array without gaps whose elements are those of `whole`; nothing where that is more than a
/// slice, with step one, of each axis and another order of the axes.
std::optional<CompositeView> seen_as(const CompositeView& whole, const ndarray& array, const ndarray& view);

/// How many launches `run_composite` takes. Views broadcast to the shape.
std::int64_t composite_launches(std::span<const CompositeView* const> views, const Shape& shape);

/// Whether boxes are launched, or their kernels only compiled, so that nothing can fail once the first box is written.
enum class CompositeRun : std::uint8_t { launch, prepare };
/// ElementwiseKernel::run, or ElementwiseKernel::prepare, for each box. Operand k is `views[k]` where that is not null.
/// The views share no memory with outputs.
void run_composite(ElementwiseKernel& kernel, std::span<const KernelOperand> operands,
                   std::span<const CompositeView* const> views, const Shape& shape,
                   CompositeRun run = CompositeRun::launch);

/// An array without memory, whose elements lie elsewhere.
class LazyArray {
public:
    virtual ~LazyArray() = default;
    /// Where; null where that cannot be said, or the array was put into memory meanwhile.
    virtual const CompositeView* view() = 0;
    /// In memory, into which it is put when this is first called.
    virtual const ndarray& array() = 0;
};

}  // namespace cuprum::kernel
