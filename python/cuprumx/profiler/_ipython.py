"""The magic `%gpu_timeit`: `%load_ext cuprumx.profiler` brings it to IPython and Jupyter."""

import math as _math


def load_ipython_extension(ipython) -> None:
    """Called by `%load_ext cuprumx.profiler`.

    Parameters
        ipython: the shell of IPython.
    """
    from IPython.core.magic import Magics, line_cell_magic, magics_class

    from ._time import benchmark

    @magics_class
    class Timing(Magics):
        @line_cell_magic
        def gpu_timeit(self, line, cell=None):
            """Measure code on the host and on the device.

            %gpu_timeit [-n N] [-w N] [--max-duration S] code
            %%gpu_timeit [-n N] [-w N] [--max-duration S] what is done once before
            code

              -n, --n-repeat      calls that are measured (10000)
              -w, --n-warmup      calls before them (10)
              --max-duration      seconds of calls after which it ends early
            """
            options, first = self.parse_options(
                line,
                "n:w:",
                "n-repeat=",
                "n-warmup=",
                "max-duration=",
                posix=False,
                strict=False,
                preserve_non_opts=True,
            )
            names = self.shell.user_ns

            def compiled(code):
                return compile(self.shell.transform_cell(code), "<gpu_timeit>", "exec")

            if cell is not None:
                exec(compiled(first), names)
            result = benchmark(
                exec,
                (compiled(first if cell is None else cell), names),
                n_repeat=int(options.get("n", options.get("n-repeat", 10000))),
                n_warmup=int(options.get("w", options.get("n-warmup", 10))),
                max_duration=float(options.get("max-duration", _math.inf)),
                name="run",
            )
            print(result)
            return result

    ipython.register_magics(Timing)
