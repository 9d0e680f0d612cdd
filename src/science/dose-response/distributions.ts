/** Two-sided: 12.706 for 0.95 and 1. */
export function studentQuantile(probability: number, degreesOfFreedom: number): number {
  const isBelow = (t: number) => exceedsF(t * t, 1, degreesOfFreedom) > 1 - probability;
  let [low, high] = [0, 1];
  while (isBelow(high)) high *= 2;
  while (high - low > 1e-14 * high) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return high;
}

/** Degrees of freedom are whole. */
export function exceedsF(f: number, numerator: number, denominator: number): number {
  if (!(f > 0)) return 1;
  return incompleteBeta(
    denominator / (denominator + numerator * f),
    denominator / 2,
    numerator / 2,
  );
}

/** The regularized incomplete beta function of multiples of 1/2, by the recurrences of DLMF 8.17(iv). */
function incompleteBeta(x: number, a: number, b: number): number {
  let [i, j] = [a % 1 || 1, b % 1 || 1];
  let beta = i === j ? (i === 1 ? 1 : Math.PI) : 2;
  let value = x;
  if (j < 1) value = i < 1 ? (2 / Math.PI) * Math.asin(Math.sqrt(x)) : 1 - Math.sqrt(1 - x);
  else if (i < 1) value = Math.sqrt(x);
  for (; i < a; i++) {
    value -= (x ** i * (1 - x) ** j) / (i * beta);
    beta *= i / (i + j);
  }
  for (; j < b; j++) {
    value += (x ** i * (1 - x) ** j) / (j * beta);
    beta *= j / (i + j);
  }
  return value;
}
