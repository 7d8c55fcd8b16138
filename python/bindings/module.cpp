// The extension module cuprum._core: each chapter's file adds its own part.
#include "convert.h"

namespace cuprum::python {

void bind_errors(nb::module_& m);
void bind_cublas(nb::module_& m);
void bind_cuda(nb::module_& m);
void bind_functions(nb::module_& m);
void bind_array(nb::module_& m);
void bind_ufuncs(nb::module_& m);
void bind_creation(nb::module_& m);
void bind_declared(nb::module_& m);
void bind_deferred(nb::module_& m);
void bind_distributed(nb::module_& m);
void bind_exchange(nb::module_& m);
void bind_fft(nb::module_& m);
void bind_files(nb::module_& m);
void bind_flat(nb::module_& m);
void bind_fuse(nb::module_& m);
void bind_gufunc(nb::module_& m);
void bind_indexing_functions(nb::module_& m);
void bind_jit(nb::module_& m);
void bind_layout(nb::module_& m);
void bind_linalg(nb::module_& m);
void bind_logic(nb::module_& m);
void bind_manipulation(nb::module_& m);
void shorten_conversions(nb::module_& m);
void shorten_joins(nb::module_& m);
void bind_profiler(nb::module_& m);
void bind_polynomial(nb::module_& m);
void bind_products(nb::module_& m);
void bind_raw_kernels(nb::module_& m);
void bind_random(nb::module_& m);
void bind_reductions(nb::module_& m);
void bind_scans(nb::module_& m);
void bind_scipy_linalg(nb::module_& m);
void bind_scipy_csgraph(nb::module_& m);
void bind_scipy_interpolate(nb::module_& m);
void bind_scipy_ndimage(nb::module_& m);
void bind_scipy_sparse(nb::module_& m);
void bind_scipy_signal_design(nb::module_& m);
void bind_scipy_signal_response(nb::module_& m);
void bind_scipy_signal_systems(nb::module_& m);
void bind_scipy_signal_windows(nb::module_& m);
void bind_scipy_signal_peaks(nb::module_& m);
void bind_scipy_signal_resampling(nb::module_& m);
void bind_scipy_sparse_linalg(nb::module_& m);
void bind_scipy_special(nb::module_& m);
void bind_scipy_distance(nb::module_& m);
void bind_scipy_spatial(nb::module_& m);
void bind_methods_of_trees();
void bind_scipy_stats(nb::module_& m);
void bind_sorting(nb::module_& m);
void bind_statistics(nb::module_& m);
void bind_types(nb::module_& m);
void bind_user_kernels(nb::module_& m);

}  // namespace cuprum::python

NB_MODULE(_core, m) {
    using namespace cuprum::python;
    nb::set_leak_warnings(false);  // ufuncs and dtypes live as long as the process
    m.attr("__version__") = CUPRUM_VERSION;
    bind_errors(m);
    bind_cuda(m);
    bind_cublas(m);
    bind_array(m);
    bind_ufuncs(m);
    bind_creation(m);
    bind_deferred(m);
    bind_distributed(m);
    bind_exchange(m);
    bind_fft(m);
    bind_files(m);
    bind_flat(m);
    bind_fuse(m);
    bind_gufunc(m);
    bind_indexing_functions(m);
    bind_jit(m);
    bind_layout(m);
    bind_linalg(m);
    bind_logic(m);
    bind_manipulation(m);
    bind_profiler(m);
    bind_polynomial(m);
    bind_products(m);
    bind_raw_kernels(m);
    bind_random(m);
    bind_reductions(m);
    bind_scans(m);
    bind_scipy_linalg(m);
    bind_scipy_interpolate(m);
    bind_scipy_ndimage(m);
    bind_scipy_sparse(m);
    bind_scipy_signal_design(m);
    bind_scipy_signal_response(m);
    bind_scipy_signal_systems(m);
    bind_scipy_signal_windows(m);
    bind_scipy_signal_peaks(m);
    bind_scipy_signal_resampling(m);
    bind_scipy_sparse_linalg(m);
    bind_scipy_csgraph(m);
    bind_scipy_special(m);
    bind_scipy_distance(m);
    bind_scipy_spatial(m);
    bind_scipy_stats(m);
    bind_sorting(m);
    bind_statistics(m);
    bind_types(m);
    bind_user_kernels(m);
    bind_declared(m);
    bind_methods_of_trees();
    shorten_conversions(m);
    shorten_joins(m);
    bind_functions(m);  // after all functions are there
}
