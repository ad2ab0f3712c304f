# SPDX-License-Identifier: Apache-2.0
"""What each polynomial fits: the function, the interval, relatively or absolutely. The bound stands in the sources' comments.

A row names the function of the source, whose polynomials are the arguments of the one that makes the `Fit` of them.
"""
from fractions import Fraction
from math import comb

from mpmath import mp, mpf, pi

import series
from proofs import Fit
from ranges import REDUCED_EXP, SPLIT, SQUARED_ATANH, binade_range, split_range
from series import arcsine, arctangent, atanh, cosine, error_function, exponential, logarithm, sine
from source import arguments, balanced

LOG2E_SCALE = 2 / mp.log(2)


class Row:
    def __init__(self, source, names, make, pick=None):
        polynomials = list(source.polynomials(*names))
        if pick is not None:
            polynomials = [polynomials[i] for i in pick]
        self.source, self.name = source, names[0]
        self.start, self.place = source.function(names[0])[0], polynomials[0][1]
        made = make(*(coefficients for coefficients, _ in polynomials))
        self.fits = made if isinstance(made, list) else [made]


def symmetric(limit):
    return (-mpf(limit), mpf(limit))


def exponentials(of, parts):
    for name, base, limit in (("hd_exp_poly", mp.e, 0.35), ("hd_exp10_poly", 10, mp.log10(2) / 2)):
        file = of["exp_core_d.h"]
        yield Row(file, [name], lambda c: Fit([1, *c], exponential(base, 0), *symmetric(limit)))
        file = of["exp_core_f.h"]
        yield Row(file, [name], lambda c: Fit(c, exponential(base, 0), *symmetric(limit)))
    for file in of["exp_core_d.h"], of["exp_core_f.h"]:
        yield Row(file, ["hd_expm1_poly"],
                  lambda c: Fit([1, *c], exponential(mp.e), *symmetric(REDUCED_EXP)))
    file = of["exp_core_d.h"]
    ln2, = file.named("hd_exp2_poly", "HD_EXP2_LN2")
    yield Row(file, ["hd_exp2_tail"], lambda c: Fit([1, ln2, *c], exponential(2, 0), *symmetric(0.5)))
    for name, base in ("hd_exp_fine", mp.e), ("hd_exp2_fine", 2), ("hd_exp10_fine", 10):
        yield Row(file, [name], lambda c: Fit([1, *c], exponential(base, 0),
                                              *symmetric(mp.log(2, base) / 32 * mpf("1.001"))))
    file = of["exp_core_f.h"]
    yield Row(file, ["hd_exp2_poly"], lambda c: Fit([1, *c], exponential(2, 0), *symmetric(0.5)))
    yield Row(file, ["hd_exp2_short_poly"], lambda c: Fit(c, exponential(2, 0), *symmetric(0.5)))
    yield Row(of["short_log2_f.h"], ["hd_exp2_short"],
              lambda c: Fit(c, exponential(2, 0), *symmetric(0.5)))
    yield Row(of["gamma_erf_d.h"], ["hd_erfc_exp"],
              lambda c: Fit([1, *c], exponential(mp.e, 0), *symmetric(REDUCED_EXP)))
    for place, limit in (0, mpf(1) / 16), (1, mpf(1) / 32):
        yield Row(of["pow_f.h"], ["hd_exp2_parts"],
                  lambda c: Fit([1, *c], exponential(2, 0), *symmetric(limit)), [place])
    file = of["native_half_body.h"]
    yield Row(file, ["hd_exp2_rough"], lambda c: Fit(c, exponential(2, 0), *symmetric(0.5)))
    yield Row(file, ["hd_exp2_native"],
              lambda c: Fit([x / 2 for x in c], exponential(2, 0), *symmetric(0.5)))
    yield Row(file, ["hd_exp2_half"], lambda c: Fit(c, exponential(2, 0), mpf(2) ** -12 * -1, 1))


def logarithms(of, parts):
    file = of["log_core_d.h"]
    yield Row(file, ["hd_log_tail"], lambda b, a: Fit([2, *a, *b], atanh(2), 0, SQUARED_ATANH))
    yield Row(file, ["hd_log_by_table"],
              lambda c: Fit([1, *c], logarithm(), *split_range(parts["hd_log_recip"])))
    quarter = series.falling(lambda k: mpf(1) / (4 ** k * (2 * k + 1)), lambda k: mpf(1) / 4)
    yield Row(file, ["hd_log_raw"], lambda c: Fit([1, *c], quarter, 0, 4 * SQUARED_ATANH))
    first = file.number("hd_log10_raw", 11) + file.number("hd_log10_raw", 9)
    yield Row(file, ["hd_log10_raw"],
              lambda c: Fit([first, *c], logarithm(10), *split_range(parts["hd_log2_recip"])))
    near = binade_range(parts["hd_log_part_d"])
    yield Row(file, ["hd_log_by_parts"], lambda c: Fit(c, logarithm(), *near))
    yield Row(file, ["hd_log2_by_parts"], lambda c: Fit(c, logarithm(2), *near))
    file = of["log_core_f.h"]
    yield Row(file, ["hd_log_near"], lambda c: Fit([1, *c], logarithm(), *SPLIT))
    yield Row(file, ["hd_log2_raw"], lambda c: Fit(c, logarithm(2), *SPLIT))
    yield Row(file, ["hd_log10_raw"], lambda c: Fit(c, logarithm(10), *SPLIT))
    near = binade_range(parts["hd_log_part_f"])
    yield Row(file, ["hd_log_by_parts"], lambda c: Fit(c, logarithm(), *near))
    yield Row(file, ["hd_log2_by_parts"], lambda c: Fit(c, logarithm(2), *near))
    yield Row(of["short_log2_f.h"], ["hd_log2_short"],
              lambda c: Fit(c, atanh(LOG2E_SCALE), 0, SQUARED_ATANH))
    file = of["native_half_body.h"]
    for name, base in ("log,", mp.e), ("log2,", 2), ("log10,", 10):
        yield Row(file, [f"HD_LOG_NATIVE({name}"], lambda c: Fit(c, logarithm(base), *near))
    yield Row(file, ["hd_log_fast"], lambda c: Fit(c, logarithm(2), *SPLIT))
    yield Row(file, ["hd_log2_rough"], lambda c: Fit(c, logarithm(2), *SPLIT))
    yield Row(file, ["half_powr"], lambda c: Fit(c, logarithm(2), *near), [0])
    yield Row(file, ["half_powr"], lambda c: Fit(c, logarithm(2), *SPLIT), [1])


def powers(of, parts):
    c0, c0_lo, c1, c1_lo = of["pow_core_d.h"].named("hd_log2_dd", "c0", "c0_lo", "c1", "c1_lo")
    yield Row(of["pow_core_d.h"], ["hd_log2_dd"],
              lambda c: Fit([c0 + c0_lo, c1 + c1_lo, *c], atanh(LOG2E_SCALE), 0, SQUARED_ATANH))
    file = of["pow_d.h"]
    log2e, log2e_lo = file.named("hd_log2_dd_by_table", "log2e", "log2e_lo")
    second = file.number("hd_log2_dd_by_table", 10)
    yield Row(file, ["hd_log2_dd_by_table"],
              lambda c: Fit([log2e + log2e_lo, second, *c], logarithm(2),
                            *split_range(parts["hd_pow_recip"])))
    scale, scale_lo = file.named("hd_log2_short_dd", "c", "c_lo")
    yield Row(file, ["hd_log2_short_dd"],
              lambda c: Fit([scale + scale_lo, *c], atanh(LOG2E_SCALE), 0, SQUARED_ATANH))
    file = of["pow_f.h"]
    first, = file.named("hd_log2_ff_join", "c")
    for name, table in (("hd_log2_ff_by_table", "hd_log2_recip_f"),
                        ("hd_log2_ff_by_lookup", "hd_log2_recip_of_8")):
        yield Row(file, [name], lambda c: Fit([first + c[0], *c[1:]], logarithm(2),
                                              *split_range(parts[table])))
    c, c_lo, d = file.named("hd_log2_ff", "c", "c_lo", "d")
    last = file.number("hd_log2_ff", 0)
    yield Row(file, ["hd_log2_ff"],
              lambda q: Fit([c + c_lo, d, *q, last], logarithm(2), *SPLIT))


def sine_rest(file, half):
    """With either number that the first coefficient may be."""
    return Row(file, ["hd_sin_rest"], lambda c: [Fit([1, file.number("hd_sin_rest", which), *c], sine(), 0, half)
                                                 for which in (-2, -1)])


def sine_ratio(file, half):
    """A polynomial in what is left of the square."""
    shift, = file.named("hd_sin_ratio", "HD_SIN_SHIFT")
    first, second = (file.number("hd_sin_ratio", which) for which in (-1, -2))
    return Row(file, ["hd_sin_ratio"], lambda c: Fit(shifted([first, second, *c], shift), sine(), 0, half))


def shifted(coefficients, shift):
    """The coefficients in v of a polynomial in v - shift, exactly."""
    return [sum(c * comb(j, k) * (-shift) ** (j - k) for j, c in enumerate(coefficients) if j >= k)
            for k in range(len(coefficients))]


def trigonometry(of, parts):
    quarter, half = (pi / 4) ** 2, (pi / 2) ** 2
    for file in of["trig_core_d.h"], of["trig_core_f.h"]:
        yield Row(file, ["hd_sin_poly"], lambda c: Fit(c, sine(), 0, quarter))
        yield Row(file, ["hd_cos_poly"], lambda c: Fit(c, cosine(), 0, quarter))
        yield Row(file, ["hd_sinpi_ratio"], lambda c: Fit(c, sine(pi), 0, 0.25))
        rounded_pi = file.number("hd_sinpi_poly", -1)
        yield Row(file, ["hd_sinpi_poly"],
                  lambda c: Fit([rounded_pi, *c], sine(pi), 0, mpf(1) / 16))
        yield Row(file, ["hd_cospi_poly"], lambda c: Fit([1, *c], cosine(pi), 0, mpf(1) / 16))
    file = of["trig_core_d.h"]
    yield sine_rest(file, half)
    yield sine_ratio(file, half)
    yield Row(file, ["hd_tan_quadrant"],
              lambda p, c: Fit(p, sine(), 0, quarter, below=c, under=cosine()))
    yield Row(file, ["hd_tanpi_part"],
              lambda p, c: Fit(p, sine(pi), 0, mpf(1) / 16, below=c, under=cosine(pi)))
    file = of["trig_core_f.h"]
    yield sine_rest(file, half)
    yield Row(file, ["hd_tan_quadrant"],
              lambda c: Fit([1, *c], sine(), 0, quarter, under=cosine()))
    file = of["native_half_body.h"]
    yield Row(file, ["hd_sin_fast"], lambda c: Fit(c, sine(), 0, half))
    yield Row(file, ["hd_sin_rough"], lambda c: Fit(c, sine(), 0, half))
    yield Row(file, ["hd_tan_rough"], lambda c: Fit(c, sine(), 0, quarter, under=cosine()))
    yield Row(file, ["native_cos"], lambda c: Fit(c, cosine(), 0, half, absolute=True))


def inverses(of, parts):
    quarters = [(series.arctangent_around((a + b) / 2), None, a, b)
                for a, b in ((mpf(0), mpf(1) / 4), (mpf(1) / 4, mpf(1)))]
    for name, order in ("inverse_trig_d.h", (2, 1, 0)), ("inverse_trig_f.h", (0,)):
        yield Row(of[name], ["hd_atan_beyond"],
                  lambda *c: Fit([1, *(x for p in c for x in p)], None, parts=quarters), order)
        yield Row(of[name], ["hd_asin_near"], lambda c: Fit([1, *c], arcsine(), 0, 0.25))
    yield Row(of["inverse_trig_d.h"], ["hd_atan_by_table"],
              lambda c: Fit([1, *c], arctangent(), 0, mpf("0.0993") ** 2))
    for name in "hyper_d.h", "hyper_f.h":
        yield Row(of[name], ["hd_sinh_poly"],
                  lambda c: Fit([x / 2 for x in c], sine(1, 1), 0, REDUCED_EXP ** 2))
        yield Row(of[name], ["hd_cosh_poly"],
                  lambda c: Fit([1, *(x / 2 for x in c)], cosine(1, 1), 0, REDUCED_EXP ** 2))
        # From an estimate that is 0.04 too large or too small to what that makes of it.
        yield Row(of[name], ["hd_cbrt_normal"],
                  lambda c: Fit([1, *c], series.inverse_root(3), 1 - mpf("1.04") ** 3,
                                1 - mpf("0.96") ** 3), [0])
    yield Row(of["hyper_d.h"], ["hd_cbrt_normal"],
              lambda c: Fit([1, *c], series.inverse_root(3), *symmetric(mpf(2) ** -11)), [1])


def gamma_and_erf(of, parts):
    for name, end in ("gamma_erf_d.h", 27.6), ("gamma_erf_f.h", 10.3):
        ends = [0, 0.5, 1, 2, 4, 8, *([16, mpf("27.6")] if end > 16 else [mpf("10.3")])]
        pieces = [(series.scaled_erfc_around((mpf(a) + b) / 2), None, a, b)
                  for a, b in zip(ends, ends[1:])]
        yield Row(of[name], ["hd_erfc_above", "hd_erfc_below"],
                  lambda p, q: Fit(p, None, below=q, parts=pieces))
        yield Row(of[name], ["hd_lgamma_poly"],
                  lambda c: Fit(c, series.log_gamma(), *symmetric(0.5)))
        yield Row(of[name], ["hd_stirling_poly"],
                  lambda c: Fit(c, series.stirling(), 0, mpf(1) / 64))
    yield Row(of["gamma_erf_f.h"], ["tgamma"], lambda c: Fit(c, series.stirling(), 0, mpf(1) / 64))
    yield Row(of["gamma_erf_f.h"], ["hd_erf_poly"], lambda c: Fit(c, error_function(), 0, 1))


class TableRow:
    """Polynomials whose coefficients lie in tables, one for each power: erf around multiples of a step."""

    def __init__(self, source, prefix, degree, step):
        columns = [source.table(f"{prefix}{i}") for i in range(degree + 1)]
        self.source, self.name = source, prefix + "*"
        self.start = self.place = source.code.rindex("\n", 0, columns[0][1][0]) + 1
        step = mpf(step)
        self.fits = [erf_fit(c, row * step, step / 2)
                     for row, c in enumerate(zip(*(column for column, _ in columns)))]


class ErfRows:
    """The series of hd_erf_by_rows, for each row of its table: Hermite's polynomials, shortened."""

    def __init__(self, source, rows):
        self.source, self.name = source, "hd_erf_by_rows"
        self.start, end = source.function(self.name)
        self.place = source.code.index(" c2 =", self.start)
        c2, c3 = ([source.value(x, self.start, end) for x in pair] for pair in self.pairs())
        (c4, _), (c5, _) = source.polynomials(self.name)
        self.fits = []
        for i in range(len(rows) // 2):
            start, slope, r = rows[2 * i], rows[2 * i + 1], Fraction(i, 128)
            quadratic = [sum(c * r ** (2 * k) for k, c in enumerate(p)) for p in (c2[::-1], c3[::-1], c4, c5)]
            factors = [1, -r, quadratic[0], r * quadratic[1], quadratic[2], r * quadratic[3]]
            self.fits.append(erf_fit([start, *(slope * f for f in factors)], mpf(i) / 128, mpf(1) / 256))

    def pairs(self):
        """What c2 and c3 are made of: r2 times the one and the other."""
        for name in "c2", "c3":
            at = self.source.code.index(f" {name} = HD_MAD(", self.start) + len(f" {name} = HD_MAD(")
            words = arguments(self.source.code[at:balanced(self.source.code, at)])[1:]
            self.source.cover(at, at + words[-1][0] + len(words[-1][1]))
            yield [word for _, word in words]


def erf_fit(coefficients, centre, half):
    """On both sides of the centre, but not below zero."""
    with mp.workprec(300):
        around = series.error_function_around(centre)
    return Fit(coefficients, around, -half if centre else 0, half, absolute=True)


def all_rows(of, tables):
    for rows in exponentials, logarithms, powers, trigonometry, inverses, gamma_and_erf:
        yield from rows(of, tables)
    yield TableRow(of["erf_tables_d.h"], "hd_erf_d_", 12, "0.390625")
    yield TableRow(of["erf_tables_f.h"], "hd_erf_f_", 5, "0.26171875")
    yield TableRow(of["erf_lookups_f.h"], "hd_erf_of_8_", 6, "0.5234375")
    yield ErfRows(of["gamma_erf_d.h"], tables["hd_erf_rows"])
