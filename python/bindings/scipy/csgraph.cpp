// cuprumx.scipy.sparse.csgraph: what gives Python's functions or objects.
#include "cuprum/scipy/csgraph.h"

#include "../argument.h"
#include "sparse_args.h"

namespace cuprum::python {
namespace {

namespace csgraph = scipy::sparse::csgraph;

/// `csgraph::MaximumFlowResult` with the flow as Python has it.
struct FlowResult {
    std::int64_t flow_value;
    nb::object flow;
};

PyObject* negative_cycle_error = nullptr;

/// What `form` asks for instead of a matrix: a function that multiplies by it, or a LinearOperator.
nb::object in_form(std::string_view form, nb::object matrix) {
    if (form == "function") return matrix.attr("__matmul__");
    if (form == "lo") return nb::module_::import_("cuprumx.scipy.sparse.linalg").attr("aslinearoperator")(matrix);
    return matrix;
}

}  // namespace

void bind_scipy_csgraph(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_sparse_csgraph");
    negative_cycle_error = PyErr_NewExceptionWithDoc(
        "cuprumx.scipy.sparse.csgraph.NegativeCycleError",
        "A cycle of a graph has a negative length, so that no path through it is shortest.", PyExc_Exception, nullptr);
    m.attr("NegativeCycleError") = nb::handle(negative_cycle_error);
    nb::register_exception_translator([](const std::exception_ptr& p, void*) {
        try {
            std::rethrow_exception(p);
        } catch (const csgraph::NegativeCycleError& error) {
            PyErr_SetString(negative_cycle_error, error.what());
        }
    });
    m.def(
        "laplacian",
        [](GraphArg graph, BoolArg normed, BoolArg return_diag, BoolArg use_out_degree, IgnoredFlagArg,
           WordArg<"Literal['array', 'function', 'lo']"> form, OptionalDTypeArg dtype,
           BoolArg symmetrized) -> Typed<"tuple[Any, ndarray] if return_diag else Any"> {
            if (const std::string_view word = form; word != "array" && word != "function" && word != "lo")
                throw ValueError("Invalid form: '" + std::string(word) + "'");
            const csgraph::LaplacianOptions options{normed, use_out_degree, dtype, symmetrized};
            nb::object matrix, diagonal;
            if (graph.is_sparse()) {
                auto [made, degrees] =
                    csgraph::laplacian(graph.SparseMatrixArg::operator scipy::sparse::sparse_matrix(), options);
                matrix = to_python(made, graph), diagonal = wrap_object(std::move(degrees));
            } else {
                auto dense = argument<ArrayArg>(graph.object);
                auto [made, degrees] = csgraph::laplacian(dense.get(), options);
                matrix = wrap_object(std::move(made)), diagonal = wrap_object(std::move(degrees));
            }
            matrix = in_form(form, std::move(matrix));
            if (bool(return_diag)) return nb::make_tuple(matrix, diagonal);
            return matrix;
        },
        "csgraph"_a, "normed"_a = false, "return_diag"_a = false, "use_out_degree"_a = false, nb::kw_only(),
        "copy"_a = true, "form"_a = "array", "dtype"_a = nb::none(), "symmetrized"_a = false,
        doc("scipy::sparse::csgraph::laplacian"));

    nb::class_<FlowResult>(m, "MaximumFlowResult", R"(A largest flow.

Attributes
    flow_value: how much flows.
    flow: a csr matrix; element (i, j) is what flows from i to j, which is negative where it flows back.
)")
        .def(
            "__init__",
            [](FlowResult* self, AxisArg flow_value, Arg<"Any"> flow) {
                new (self) FlowResult{flow_value, nb::borrow(flow.object)};
            },
            "flow_value"_a, "flow"_a)
        .def_rw("flow_value", &FlowResult::flow_value)
        .def_rw("flow", &FlowResult::flow)
        .def("__reduce__",
             [](const FlowResult& self) {
                 return nb::make_tuple(nb::type<FlowResult>(), nb::make_tuple(self.flow_value, self.flow));
             })
        .def("__repr__", [](const FlowResult& result) {
            return "MaximumFlowResult with value of " + std::to_string(result.flow_value);
        });
    m.def(
        "maximum_flow",
        [](SparseMatrixArg graph, AxisArg source, AxisArg sink, WordArg<"Literal['dinic', 'edmonds_karp']"> method) {
            const csgraph::MaximumFlowResult found = csgraph::maximum_flow(graph, source, sink, method);
            return FlowResult{found.flow_value, to_python(found.flow, graph)};
        },
        "csgraph"_a, "source"_a, "sink"_a, nb::kw_only(), "method"_a = "dinic",
        doc("scipy::sparse::csgraph::maximum_flow"));
}

}  // namespace cuprum::python
