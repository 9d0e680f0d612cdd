/** A number with three significant figures, thousands set off by commas and a true minus; `1.2e−5` beyond. */
export function formatNumber(value: number): string {
  if (value !== 0 && (Math.abs(value) >= 1e7 || Math.abs(value) < 1e-4)) {
    return minus(value.toExponential(2).replace('+', ''));
  }
  return minus(
    Number(value.toPrecision(3)).toLocaleString('en-AU', {
      minimumSignificantDigits: 3,
      maximumSignificantDigits: 3,
    }),
  );
}

/** A number with so many decimals. */
export function formatFixed(value: number, decimals: number): string {
  return minus(value.toFixed(decimals).replace(/^-(0\.?0*)$/, '$1'));
}

function minus(text: string): string {
  return text.replaceAll('-', '−');
}
