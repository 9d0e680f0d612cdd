/** The target of the ratio where the row has one, else of the figure. */
export type Target = { atMost: number } | { atLeast: number };

export type Row = {
  part: string;
  what: string;
  figure: number;
  unit: string;
  /** The figure as a multiple of another one, measured in turn with it. */
  ratio?: { value: number; of: string } | undefined;
  target?: Target | undefined;
};

/** @returns whether a row meets its target; undefined when it has none */
export function isMet({ figure, ratio, target }: Row): boolean | undefined {
  if (target === undefined) return undefined;
  const value = ratio?.value ?? figure;
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast;
}
