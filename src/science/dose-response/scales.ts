export type Scale = { position: (value: number) => number; ticks: Tick[] };

/** `label` is null for minor ticks; `exponent` sets a power of ten. */
type Tick = { position: number; label: string | null; exponent?: number };

export type Extent = readonly [low: number, high: number];

function between([low, high]: Extent, [from, to]: Extent) {
  return (value: number) => from + ((value - low) / (high - low)) * (to - from);
}

function integers(low: number, high: number): number[] {
  const first = Math.ceil(low);
  return Array.from({ length: Math.floor(high) - first + 1 }, (_, i) => first + i);
}

export function linearScale([low, high]: Extent, range: Extent): Scale & { domain: Extent } {
  const margin = 0.04 * (high - low);
  const domain = [low - margin, high + margin] as const;
  const rough = (high - low) / 5.5;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const multiple = [1, 2, 2.5, 5].find((factor) => factor * magnitude >= rough) ?? 10;
  const step = magnitude * multiple;
  const decimals = Math.max(
    0,
    Number(multiple === 2.5) - Math.floor(Math.log10(magnitude * 1.001)),
  );
  const position = between(domain, range);
  const ticks = integers(domain[0] / step, domain[1] / step).map((count) => ({
    position: position(count * step),
    label: label(count * step, decimals),
  }));
  return { domain, position, ticks };
}

/** Label characters that fit beside one another. */
const MAX_DECADES = 8;

export function logScale([low, high]: Extent, range: Extent): Scale {
  const isShort = Math.floor(high) - Math.ceil(low) < 1;
  const start = isShort ? Math.floor(low) : low - 0.15;
  const end = isShort ? Math.ceil(Math.max(high, low + 0.01)) : high + 0.15;
  const position = between([start, end], range);
  const decades = integers(start, end);
  const every = Math.max(1, Math.ceil(decades.length / MAX_DECADES));
  const major = decades
    .filter((_, i) => i % every === 0)
    .map((decade) => ({ position: position(decade), ...labelOfDecade(decade) }));
  const minor = (every > 1 ? [] : [Math.ceil(start) - 1, ...decades])
    .flatMap((decade) => [2, 3, 4, 5, 6, 7, 8, 9].map((digit) => decade + Math.log10(digit)))
    .filter((value) => value >= start && value <= end)
    .map((value) => ({ position: position(value), label: null }));
  return { position, ticks: [...major, ...minor] };
}

function labelOfDecade(decade: number): Pick<Tick, 'label' | 'exponent'> {
  if (decade < -3 || decade > 4) return { label: '10', exponent: decade };
  return { label: label(10 ** decade, Math.max(0, -decade)) };
}

function label(value: number, decimals: number): string {
  if (Math.abs(value) >= 1e7 || decimals > 6) return value.toPrecision(3).replaceAll('-', '−');
  const fraction = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return value
    .toLocaleString('en-AU', fraction)
    .replace(/^-(?=0$)/, '')
    .replace('-', '−');
}
