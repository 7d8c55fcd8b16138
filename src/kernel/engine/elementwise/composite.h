// Arrays whose elements lie in several views of other arrays, as those of a rolled array do, and elementwise kernels
// that read them there. The space is divided where one of the views ends, and each box of it is a launch; or all of it
// is one launch, of a loop for operands that wrap around as rolled arrays do.
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

/// Which of a kernel's loops may be asked for: those for any operands, which single operations have compiled, or the
/// one for operands that wrap around as well.
enum class CompositeLoops : std::uint8_t { usual, all };
/// Whether kernels are launched, or only compiled, so that nothing can fail once the first box is written.
enum class CompositeRun : std::uint8_t { launch, prepare };

/// The launches of an elementwise kernel over operands some of which are views, which share no memory with outputs.
class CompositeSpace {
public:
    /// Operand k is `views[k]` where that is not null; views broadcast to the shape, and outlive this.
    CompositeSpace(std::vector<const CompositeView*> views, const Shape& shape, CompositeLoops loops);

    std::int64_t launches() const { return jumps_.empty() ? boxes_ : 1; }
    bool is_view(std::size_t operand) const { return views_[operand] != nullptr; }
    /// ElementwiseKernel::run, or ElementwiseKernel::prepare.
    void run(ElementwiseKernel& kernel, std::span<const KernelOperand> operands,
             CompositeRun run = CompositeRun::launch) const;

private:
    void run_cut(ElementwiseKernel& kernel, std::span<const KernelOperand> operands, CompositeRun run) const;
    void run_boxes(ElementwiseKernel& kernel, std::span<const KernelOperand> operands, CompositeRun run) const;

    std::vector<const CompositeView*> views_;
    Shape shape_;
    std::vector<Dims> ends_;  ///< Where each axis is divided.
    std::int64_t boxes_ = 1;
    std::vector<Dims> jumps_;  ///< `jumps_of` each view, where all is one launch; else none.
};

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
