interface DotPicture {
  count: number;
  rows: number;
  lastStandsOut?: boolean;
}

/**
 * By the id of the statistic: the figures of the problem on Home in dots. Purpose and the pages for investors quote
 * other figures, from other sources, and have charts of their own.
 */
export const problemPictures: Record<string, DotPicture> = {
  /** About 90% of drugs fail: of ten, one does not. */
  failure: { count: 10, rows: 1, lastStandsOut: true },
  /** US$2.6 billion by US$10 million. */
  cost: { count: 260, rows: 5 },
  /** 15 years, one by one. */
  time: { count: 15, rows: 1 },
};

export const problemTable = {
  title: 'The problem in three figures',
  key: 'Of ten drugs, the one that does not fail; a dot for every US$10 million; a dot for every year.',
};
