# Installs cuprum into a folder of its own, then configures, builds and runs the example program against it.
#   build, source: the build and source folders   python: where given, what is installed is a wheel, and it is imported
#   options: CMake options of the build           sanitize: its sanitizers
set(root "${build}/test-install")
if(python)
    set(root "${build}/test-wheel")
endif()
file(REMOVE_RECURSE "${root}")

function(run)
    execute_process(COMMAND ${ARGV} WORKING_DIRECTORY "${build}"
        RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(failed)
        list(JOIN ARGV " " command)
        message(FATAL_ERROR "${command}\n${output}")
    endif()
endfunction()

if(python)
    list(TRANSFORM options PREPEND "--config-settings=cmake.define.")
    # A build folder beside the first one, with its compilers. With CUPRUM_OBJECTS its object files are linked.
    set(pip "${python}" -m pip --disable-pip-version-check --quiet)
    run("${CMAKE_COMMAND}" -E env "CC=${cc}" "CXX=${cxx}"
        ${pip} wheel --no-deps --no-build-isolation -w "${root}/dist" "--config-settings=build-dir=${build}-wheel"
        ${options} "${source}")
    file(GLOB wheel "${root}/dist/*.whl")
    run(${pip} install --no-deps --no-index --target "${root}/site" "${wheel}")
    run("${CMAKE_COMMAND}" -E env "PYTHONPATH=${root}/site" "${python}" -c
        "import cuprum, cuprumx, os; assert os.path.dirname(cuprum.__file__) == '${root}/site/cuprum', cuprum.__file__")
    set(prefix "${root}/site/cuprum")
else()
    set(prefix "${root}/prefix")
    run("${CMAKE_COMMAND}" --install "${build}" --prefix "${prefix}")
endif()

set(flags "")
if(sanitize)
    set(flags "-DCMAKE_CXX_FLAGS=-fsanitize=${sanitize}")
endif()
run("${CMAKE_COMMAND}" -S "${source}/examples/install" -B "${root}/build" -G Ninja "-DCMAKE_PREFIX_PATH=${prefix}"
    ${flags})
run("${CMAKE_COMMAND}" --build "${root}/build")
run("${root}/build/example")

# The same program by pkg-config, which needs no CMake.
find_program(pkg_config NAMES pkg-config pkgconf)
file(GLOB_RECURSE pc "${prefix}/cuprum.pc")
if(NOT pc)
    message(FATAL_ERROR "${prefix} holds no cuprum.pc")
endif()
if(pkg_config AND NOT sanitize AND NOT python)
    cmake_path(GET pc PARENT_PATH folder)
    execute_process(COMMAND "${CMAKE_COMMAND}" -E env "PKG_CONFIG_PATH=${folder}" "${pkg_config}" --cflags --libs cuprum
        OUTPUT_VARIABLE options OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    separate_arguments(options UNIX_COMMAND "${options}")
    cmake_path(GET folder PARENT_PATH libraries)
    run("${cxx}" -std=c++20 "${source}/examples/install/main.cpp" -o "${root}/by_pkg_config" ${options}
        "-Wl,-rpath,${libraries}")
    run("${root}/by_pkg_config")
    execute_process(COMMAND "${CMAKE_COMMAND}" -E env "PKG_CONFIG_PATH=${folder}" "${pkg_config}" --cflags --libs cuprum
                            --define-variable=prefix=/elsewhere
        OUTPUT_VARIABLE options OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    if(NOT options MATCHES "-I/elsewhere/include" OR NOT options MATCHES "-L/elsewhere/lib")
        message(FATAL_ERROR "cuprum.pc does not take another prefix: ${options}")
    endif()
endif()
