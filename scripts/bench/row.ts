/** What a figure should come to. It is about the ratio where the row has one, else about the figure. */
export type Target = { atMost: number } | { atLeast: number };

/** One line of the last table. */
export type Row = {
  part: string;
  what: string;
  figure: number;
  /** Of the figure. */
  unit: string;
  /** The figure as a multiple of something that was measured in turn with it. */
  ratio?: { value: number; of: string } | undefined;
  target?: Target | undefined;
};

/** @returns whether a row comes to its target; undefined when it has none */
export function isMet({ figure, ratio, target }: Row): boolean | undefined {
  if (target === undefined) return undefined;
  const value = ratio?.value ?? figure;
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast;
}
