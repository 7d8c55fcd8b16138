# The headers of the CUDA driver and NVRTC, from a toolkit or from the nvidia-* Python packages. No library is wanted:
# cuprum finds those at run time.
set(hints ${CUDAToolkit_ROOT} ENV CUDA_HOME ENV CUDA_PATH)
execute_process(COMMAND "${Python_EXECUTABLE}" -c "import sysconfig; print(sysconfig.get_path('purelib'))"
    OUTPUT_VARIABLE site_packages OUTPUT_STRIP_TRAILING_WHITESPACE)
set(places /usr/local/cuda "${site_packages}/nvidia/cu13" "${site_packages}/nvidia/cuda_runtime"
    "${site_packages}/nvidia/cuda_nvrtc")
find_path(CUDAHeaders_DRIVER_DIR cuda.h HINTS ${hints} PATHS ${places} PATH_SUFFIXES include)
find_path(CUDAHeaders_NVRTC_DIR nvrtc.h HINTS ${hints} PATHS ${places} PATH_SUFFIXES include)
mark_as_advanced(CUDAHeaders_DRIVER_DIR CUDAHeaders_NVRTC_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CUDAHeaders REQUIRED_VARS CUDAHeaders_DRIVER_DIR CUDAHeaders_NVRTC_DIR
    REASON_FAILURE_MESSAGE "install a CUDA toolkit, or pip install nvidia-cuda-runtime nvidia-cuda-nvrtc")
set(CUDAHeaders_INCLUDE_DIRS ${CUDAHeaders_DRIVER_DIR} ${CUDAHeaders_NVRTC_DIR})
list(REMOVE_DUPLICATES CUDAHeaders_INCLUDE_DIRS)
