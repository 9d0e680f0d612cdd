type DotPicture = { count: number; rows: number; lastStandsOut?: boolean };

export const problemPictures: Record<string, DotPicture> = {
  failure: { count: 10, rows: 1, lastStandsOut: true },
  cost: { count: 260, rows: 5 },
  time: { count: 15, rows: 1 },
};

export const problemTable = {
  title: 'The problem in three figures',
  key: 'Each dot is one drug in ten, US$10 million or one year.',
};
