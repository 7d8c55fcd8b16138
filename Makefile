# cuprum's commands; `make help` lists them. Each does the set-up it needs and is quick the second time.
.DEFAULT_GOAL := help
BUILD ?= build
JOBS ?= $(shell nproc)
WORKERS = $(shell expr $(JOBS) + 1)  # of tests on a CPU: some wait for processes and clocks
PY := PYTHONPATH=$(CURDIR)/$(BUILD)/python .venv/bin/python

# $(call compile,folder,cmake options,targets or nothing for all): a folder that another place or a failed try left
# behind is configured anew.
define compile
@grep -qsx 'CMAKE_HOME_DIRECTORY:INTERNAL=$(CURDIR)' $(1)/CMakeCache.txt || rm -rf $(1)
@test -e $(1)/build.ninja || cmake -S . -B $(1) -G Ninja --log-level=NOTICE $(2) >/dev/null
@cmake --build $(1) -j $(JOBS) $(if $(3),--target $(3)) -- --quiet
endef

# $(call check,folder,python,workers): both runners to their closing lines, then failure where either failed.
define check
@failed=0; export CUPRUM_CACHE_DIR=$(CURDIR)/$(1)/cache; \
ctest --test-dir $(1) -j $(JOBS) --output-on-failure --progress || failed=1; \
$(2) -m pytest -n $(3) tests/python || failed=1; exit $$failed
endef

.PHONY: help setup build demo test test-kernels test-clients sanitize sanitize-python sanitize-threads lifetimes fuzz fuzz-kernels \
	fuzz-parsers soak nightly wheel sdist headers package \
	docs docs-test format lint clean test-gpu bench-gpu bench report carry

help:  ## list the commands
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 18

setup:  ## install the system packages and the virtual environment
	@tools/setup.sh

build: setup  ## compile the library and the Python package
	$(call compile,$(BUILD),-DPython_EXECUTABLE=$(CURDIR)/.venv/bin/python)

demo: build  ## run a NumPy program on cuprum, check it, plot its timings
	@$(PY) examples/demo.py

# All kernels are compiled together at first, which takes a CPU a fraction of what it takes one by one.
test: lint build  ## check the sources, run the C++ and the Python tests
	$(call compile,$(BUILD),,tests)
	@! $(PY) -c 'import cuprum; cuprum.backend() == "cpu" or exit(1)' || \
		CUPRUM_CACHE_DIR=$(CURDIR)/$(BUILD)/cache $(PY) -m cuprum cache build
	$(call check,$(BUILD),$(PY),$(WORKERS))

test-clients: build  ## run the tests that public programs from PyPI carry for CuPy
	@CUPRUM_CACHE_DIR=$(CURDIR)/$(BUILD)/cache $(PY) tests/clients/run.py --folder $(BUILD)/clients

SECONDS ?= 60
# FUZZ="--pairs 12 --record FILE" keeps a long run.
FUZZ ?=
fuzz: build  ## random calls beside NumPy for SECONDS=60; prints what differs as small programs
	@cd tests && PYTHONPATH=$(CURDIR)/$(BUILD)/python CUPRUM_CACHE_DIR=$(CURDIR)/$(BUILD)/cache \
		$(CURDIR)/.venv/bin/python -m fuzz --seconds $(SECONDS) --workers $(JOBS) $(FUZZ)

fuzz-parsers: build  ## files and texts of chance for what parses them, by libFuzzer, for SECONDS=60
	@tests/fuzz/build_parsers.sh $(BUILD)
	@mkdir -p $(BUILD)/parsers && cd $(BUILD) && CUPRUM_BACKEND=cpu ./fuzz_parsers -max_total_time=$(SECONDS) \
		-timeout=20 -max_len=4096 parsers

nightly: build  ## what explores, hours: hypothesis with new examples, `make fuzz`, `make soak`, `make sanitize-python`
	@HYPOTHESIS_PROFILE=explore CUPRUM_CACHE_DIR=$(CURDIR)/$(BUILD)/cache $(PY) -m pytest -n $(JOBS) \
		$$(grep -rl --include='*.py' 'from hypothesis import given' tests/python)
	@$(MAKE) --no-print-directory fuzz SECONDS=3600
	@$(MAKE) --no-print-directory fuzz-kernels SECONDS=3600
	@$(MAKE) --no-print-directory soak SECONDS=600
	@$(MAKE) --no-print-directory lifetimes
	@$(MAKE) --no-print-directory sanitize-python SECONDS=3600

fuzz-kernels: build  ## compare random kernels on all CPU targets with unoptimised ones for SECONDS=60
	@$(PY) tests/python/harness/random_kernels.py --all-targets --seconds $(SECONDS) --workers $(JOBS) $(FUZZ)

soak: build  ## call a mixture of functions for SECONDS=60; fails if memory, files or threads keep growing
	@CUPRUM_CACHE_DIR=$(CURDIR)/$(BUILD)/cache $(PY) tools/soak.py --seconds $(SECONDS) \
		--every $$(expr $(SECONDS) / 30 + 1)

comma := ,
SANITIZED := -DCUPRUM_SANITIZE=address$(comma)undefined -DPython_EXECUTABLE=$(CURDIR)/.venv/bin/python
sanitize: setup  ## run the C++ tests, then `make sanitize-python`, under AddressSanitizer and UBSan
	$(call compile,build-sanitize,$(SANITIZED),all tests)
	@ctest --test-dir build-sanitize -j $(JOBS) --output-on-failure --progress
	@$(MAKE) --no-print-directory sanitize-python

sanitize-python: setup  ## call all of Python with operands of every form under AddressSanitizer for SECONDS=60
	$(call compile,build-sanitize,$(SANITIZED),_core cuprum_clang)
	@cd tests && PYTHONPATH=$(CURDIR)/build-sanitize/python CUPRUM_CACHE_DIR=$(CURDIR)/build-sanitize/cache \
		$(CURDIR)/.venv/bin/python -m fuzz.operands --seconds $(SECONDS) --workers $(JOBS) \
		--library "$$(c++ -print-file-name=libasan.so) $$(c++ -print-file-name=libstdc++.so)" $(FUZZ)

lifetimes: build  ## ask Clang 19 whether anything is kept beyond the array that it refers to
	@.venv/bin/python tools/lifetimes.py --build $(BUILD) --jobs $(JOBS)

# Only these, and what they need: the others run one thread for the most part.
THREADED := test_threads test_pool test_stream test_cache test_fetch test_profiler test_cpu_backend test_deferred test_synchronization
space := $(subst ,, )
sanitize-threads: setup  ## run the C++ tests of threads under ThreadSanitizer
	$(call compile,build-threads,-DCUPRUM_SANITIZE=thread -DCUPRUM_PYTHON=OFF,$(THREADED) cuprum_clang)
	@TSAN_OPTIONS=suppressions=$(CURDIR)/tests/cpp/tsan.supp ctest --test-dir build-threads --output-on-failure \
		-R '^($(subst $(space),|,$(THREADED)))$$'

# Needs no GPU; $(BUILD) must have the CUDA backend. `make test` does as much of it as 15 seconds allow, without
# scipy.special.
test-kernels: build  ## compile the kernels of all methods of ufuncs with NVRTC
	$(call compile,$(BUILD),,record_methods compile_recorded)
	@$(BUILD)/tests/cpp/record_methods $(BUILD)/ufunc_methods
	@$(BUILD)/tests/cpp/compile_recorded $(BUILD)/ufunc_methods sm_80 sm_90

docs: build  ## make the documentation site, build/docs/html; it works offline
	@cmp -s docs/site/requirements.txt .venv-docs/requirements.txt || { \
		echo "Installing Sphinx into .venv-docs" && .venv/bin/python -m venv --clear .venv-docs && \
		.venv-docs/bin/python -m pip install -q --disable-pip-version-check -r docs/site/requirements.txt && \
		cp docs/site/requirements.txt .venv-docs/; }
	@CUPRUM_CACHE_DIR=$(CURDIR)/$(BUILD)/cache $(PY) tools/site/build.py --gather $(BUILD)/docs/source
	@.venv-docs/bin/python tools/site/build.py --html $(BUILD)/docs/source $(BUILD)/docs/html
	@echo "Open $(BUILD)/docs/html/index.html"

docs-test: build  ## check the site: code blocks, examples of docstrings, links, gallery
	$(call compile,$(BUILD),,site_blocks)
	@CUPRUM_CACHE_DIR=$(CURDIR)/$(BUILD)/cache $(BUILD)/tests/cpp/site_blocks
	@CUPRUM_CACHE_DIR=$(CURDIR)/$(BUILD)/cache $(PY) -m pytest -n $(JOBS) tests/python/project/test_site.py \
		tests/python/project/test_docstrings.py

# Clang is linked into it, so that it needs no LLVM. TRY=0 leaves out the test; WHEEL_PYTHON=python3.12 makes the wheel
# of another version of Python.
TRY ?= 1
WHEEL_PYTHON ?= .venv/bin/python
wheel: setup  ## build a wheel that needs NumPy alone into dist/, and try it in an empty environment
	@CMAKE_BUILD_PARALLEL_LEVEL=$(JOBS) tools/make_wheel.sh $(WHEEL_PYTHON)
	@test $(TRY) = 0 || tools/try_wheel.sh $$(ls -t dist/*.whl | head -1) $(WHEEL_PYTHON)

sdist: setup  ## make a source archive in dist/, which pip can build
	@.venv/bin/python -c 'from scikit_build_core.build import build_sdist; build_sdist("dist")' >/dev/null
	@ls -sh dist/cuprum-*.tar.gz

# Those of g++-12, g++-13, g++-14 and clang++-19 that are installed.
headers: setup  ## compile each public header alone with all compilers that are there
	@.venv/bin/python tools/check_headers.py --jobs $(JOBS)

package: setup  ## make a .tar.gz and a .deb of the C++ library in dist/
	@tools/setup.sh static
	$(call compile,build-package,-DCUPRUM_PYTHON=OFF -DCUPRUM_TESTS=OFF -DCUPRUM_STATIC_CLANG=ON \
		-DCUPRUM_CPU_TARGETS="x86-64-v2;x86-64-v3;native" -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR=lib)
	@cd build-package && cpack -B ../dist >cpack.log || { cat cpack.log; exit 1; }
	@rm -rf dist/_CPack_Packages; ls -sh dist/*.deb dist/*.tar.gz

SOURCES := git ls-files '*.cpp' '*.h' '*.cuh' ':!third_party' ':!device/standard'
format: setup  ## format the sources
	@$(SOURCES) | xargs .venv/bin/clang-format -i
	@.venv/bin/ruff format -q .

lint: setup  ## check the sources' form and the arrows between rooms, without a build
	@$(SOURCES) | xargs -P $(JOBS) -n 40 .venv/bin/clang-format --dry-run -Werror
	@.venv/bin/ruff format -q --check . || { echo "make format would change these files"; exit 1; }
	@.venv/bin/ruff check -q .
	@.venv/bin/python tools/rooms.py
	@.venv/bin/python tools/paths.py
	@.venv/bin/python tools/words.py

clean:  ## remove what was built; .venv stays
	@rm -rf build build-* dist

# On a machine with a GPU and perhaps no network: nothing is installed, python3 has what is needed.
.PHONY: build-gpu
build-gpu:
	$(call compile,build-gpu,-DCUPRUM_WITH_CPU=OFF -DPython_EXECUTABLE=$(shell command -v python3),all tests)

test-gpu bench-gpu: export CUPRUM_BACKEND = cuda
test-gpu: export CUPRUM_EVERY_METHOD = 1
test-gpu: build-gpu  ## test the CUDA backend alone, with the tools that are there
	@nvidia-smi -L
	@rm -rf build-gpu/recorded
	$(call check,build-gpu,CUPRUM_RECORD_KERNELS=$(CURDIR)/build-gpu/recorded \
		PYTHONPATH=$(CURDIR)/build-gpu/python python3,$(JOBS))
	@test ! -e build-gpu/tests/cpp/compile_recorded || \
		build-gpu/tests/cpp/compile_recorded --seconds 240 build-gpu/recorded sm_80 sm_90

bench-gpu: build-gpu  ## measure the CUDA backend
	@PYTHONPATH=$(CURDIR)/build-gpu/python python3 benchmarks/run.py

bench: build  ## measure the CPU backend, on a quiet machine
	@CUPRUM_BACKEND=cpu CUPRUM_CACHE_DIR=$(CURDIR)/$(BUILD)/cache $(PY) benchmarks/run.py

report: setup  ## write docs/performance.md, the ledger and the README's table from benchmarks/results
	@.venv/bin/python benchmarks/report.py

carry:  ## gather in .carry what an offline GPU machine lacks
	@tools/gpu/carry.sh
