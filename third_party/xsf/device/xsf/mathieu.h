#pragma once
#include <xsf/config.h>

#include <xsf/error.h>
#include <xsf/specfun/specfun.h>

namespace xsf {

template <typename T>
T sem_cva(T m, T q);

template <typename T>
XSF_LONG void sem(T m, T q, T x, T &csf, T &csd);

/* Mathieu functions */

/* Mathieu functions */
template <typename T>
XSF_LONG void cem(T m, T q, T x, T &csf, T &csd) {
    int int_m, kf = 1, sgn;
    T f = 0.0, d = 0.0;
    if ((m < 0) || (m != floor(m))) {
        csf = xstd::numeric_limits<T>::quiet_NaN();
        csd = xstd::numeric_limits<T>::quiet_NaN();
        set_error("mathieu_cem", SF_ERROR_DOMAIN, NULL);
    } else {
        int_m = (int)m;
        if (q < 0) {
            /* https://dlmf.nist.gov/28.2#E34 */
            if (int_m % 2 == 0) {
                sgn = ((int_m / 2) % 2 == 0) ? 1 : -1;
                cem(m, -q, 90 - x, f, d);
                csf = sgn * f;
                csd = -sgn * d;

            } else {
                sgn = ((int_m / 2) % 2 == 0) ? 1 : -1;
                sem(m, -q, 90 - x, f, d);
                csf = sgn * f;
                csd = -sgn * d;
            }
        } else {
            using specfun::Status;
            Status status = specfun::mtu0(kf, int_m, q, x, &csf, &csd);
            if (status != Status::OK) {
                csf = xstd::numeric_limits<T>::quiet_NaN();
                csd = xstd::numeric_limits<T>::quiet_NaN();
                sf_error_t sf_error = status == Status::NoMemory ? SF_ERROR_MEMORY : SF_ERROR_OTHER;
                set_error("mathieu_cem", sf_error, NULL);
            }
        }
    }
}

template <typename T>
XSF_LONG void sem(T m, T q, T x, T &csf, T &csd) {
    int int_m, kf = 2, sgn;
    T f = 0.0, d = 0.0;
    if ((m < 0) || (m != floor(m))) {
        csf = xstd::numeric_limits<T>::quiet_NaN();
        csd = xstd::numeric_limits<T>::quiet_NaN();
        set_error("mathieu_sem", SF_ERROR_DOMAIN, NULL);
    } else {
        int_m = (int)m;
        if (int_m == 0) {
            csf = 0;
            csd = 0;
        } else if (q < 0) {
            /* https://dlmf.nist.gov/28.2#E34 */
            if (int_m % 2 == 0) {
                sgn = ((int_m / 2) % 2 == 0) ? -1 : 1;
                sem(m, -q, 90 - x, f, d);
                csf = sgn * f;
                csd = -sgn * d;
            } else {
                sgn = ((int_m / 2) % 2 == 0) ? 1 : -1;
                cem(m, -q, 90 - x, f, d);
                csf = sgn * f;
                csd = -sgn * d;
            }
        } else {
            using specfun::Status;
            Status status = specfun::mtu0(kf, int_m, q, x, &csf, &csd);
            if (status != Status::OK) {
                csf = xstd::numeric_limits<T>::quiet_NaN();
                csd = xstd::numeric_limits<T>::quiet_NaN();
                sf_error_t sf_error = status == Status::NoMemory ? SF_ERROR_MEMORY : SF_ERROR_OTHER;
                set_error("mathieu_sem", sf_error, NULL);
            }
        }
    }
}

} // namespace xsf
