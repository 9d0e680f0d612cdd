interface DotPicture {
  count: number;
  rows: number;
  lastStandsOut?: boolean;
}

/**
 * The dot charts of Home, by the id of the statistic. Purpose and the investor pages quote other figures
 * from other sources, and have their own charts.
 */
export const problemPictures: Record<string, DotPicture> = {
  /** About 90% of drugs fail: one of ten does not. */
  failure: { count: 10, rows: 1, lastStandsOut: true },
  /** US$2.6 billion at US$10 million per dot. */
  cost: { count: 260, rows: 5 },
  /** 15 years, one per dot. */
  time: { count: 15, rows: 1 },
};

export const problemTable = {
  title: 'The problem in three figures',
  key: 'Each dot is one drug in ten, US$10 million or one year.',
};
