/**
 * The two-sided quantile of Student's t: a variable with so many degrees of freedom is within ± the result with this
 * probability. 12.706 for 0.95 and 1.
 */
export function studentQuantile(probability: number, degreesOfFreedom: number): number {
  let low = 0;
  let high = 1;
  while (within(high, degreesOfFreedom) < probability) high *= 2;
  for (let i = 0; i < 100 && high - low > 1e-14 * high; i++) {
    const middle = (low + high) / 2;
    if (within(middle, degreesOfFreedom) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The probability that a variable of Student's t lies within ± `t`. */
function within(t: number, degreesOfFreedom: number): number {
  const x = degreesOfFreedom / (degreesOfFreedom + t * t);
  return 1 - incompleteBeta(x, degreesOfFreedom / 2, 0.5);
}

/** The probability that a variable of the F distribution exceeds `f`. */
export function exceedsF(f: number, numerator: number, denominator: number): number {
  if (!(f > 0)) return 1;
  const x = denominator / (denominator + numerator * f);
  return incompleteBeta(x, denominator / 2, numerator / 2);
}

/** The regularized incomplete beta function, by its continued fraction (DLMF 8.17.22). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges quickly on this side only.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const logFront =
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x);
  return Math.exp(logFront) / (a * continuedFraction(x, a, b));
}

/** `1 + d₁/(1 + d₂/(1 + …))`, by the algorithm of Lentz as modified by Thompson and Barnett. */
function continuedFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  let value = 1;
  let c = 1;
  let d = 0;
  for (let i = 1; i < 10_000; i++) {
    const m = Math.floor(i / 2);
    const term =
      i % 2 === 0
        ? (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
        : (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + term * d || tiny);
    c = 1 + term / c || tiny;
    value *= c * d;
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return value;
}

/** Uses Lanczos' approximation (g = 7, n = 9), to 15 digits for positive arguments from 0.5. */
function logGamma(z: number): number {
  const coefficients = [
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
    -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
    1.5056327351493116e-7,
  ];
  const base = z + 6.5;
  const series = coefficients.reduce(
    (sum, each, i) => sum + (i === 0 ? each : each / (z - 1 + i)),
    0,
  );
  return 0.5 * Math.log(2 * Math.PI) + (z - 0.5) * Math.log(base) - base + Math.log(series);
}
