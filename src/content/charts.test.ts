import { expect, test } from 'vitest';
import * as home from './home.ts';
import { problemPictures } from './home-charts.ts';
import { market } from './investors.ts';
import { therapeuticAreas } from './pipeline.ts';
import { constraints } from './platform.ts';
import { challenge } from './purpose.ts';
import { structures } from './structures.ts';

const quoted = (statistics: readonly { id: string; value: string }[], id: string) =>
  statistics.find((statistic) => statistic.id === id)?.value ?? '';

test('a reader of Home sees as many dots as the figure beside them says', () => {
  const number = (id: string) => Number(/[\d.]+/.exec(quoted(home.problem.statistics, id))?.[0]);
  const { failure, cost, time } = problemPictures;
  expect([failure?.count, failure?.lastStandsOut]).toEqual([10, true]);
  expect(number('failure')).toBe(90);
  expect(cost?.count).toBe(number('cost') * 100);
  expect(time?.count).toBe(number('time'));
});

test('the charts of Purpose draw the figures that the page quotes', () => {
  const { statistics, costChart, timeChart } = challenge;
  expect(costChart.rows.map(({ value }) => `$${value}B`)).toEqual([quoted(statistics, 'cost')]);
  expect(timeChart.rows.map(({ value: [low, high] }) => `${low}–${high} years`)).toEqual([
    quoted(statistics, 'time'),
  ]);
});

test('the charts for investors draw the quoted figures, and mark what is only expected', () => {
  const { metrics, sizeChart, timelineChart } = market;
  for (const { display } of [...sizeChart.rows, ...timelineChart.rows]) {
    expect(metrics.map(({ value }) => value)).toContain(display);
  }
  expect(sizeChart.rows.map(({ value }) => `$${value}B`)).toEqual(['$6.9B', '$71B']);
  expect(timelineChart.rows.map(({ value: [low, high] }) => `${low}–${high} years`)).toEqual([
    '15–20 years',
    '5–7 years',
  ]);
  for (const { rows } of [sizeChart, timelineChart]) {
    expect(rows.map((row) => 'expected' in row)).toEqual([false, true]);
  }
  // Nothing is drawn between two years that no forecast gives.
  expect(sizeChart.rows.map(({ label }) => label)).toEqual(['2025', '2030']);
  expect(market.growth).toBe('28.1% CAGR, as stated');
});

test('each disease has two medicines, and a note says that none is ours', () => {
  const { areas, labels } = therapeuticAreas;
  const medicines = areas.flatMap(({ diseases }) => diseases.map((disease) => disease.medicines));
  expect(medicines.map((each) => each.map(({ molecule }) => molecule).join(' '))).toEqual([
    'lapatinib olaparib',
    'gemcitabine olaparib',
    'levodopa rasagiline',
    'riluzole edaravone',
  ]);
  expect(labels.medicinesNote).toContain('None of them is ours');
});

test('the medicine beside the usual limits is over some and within others, as the text says', () => {
  const over = constraints.limits.filter(
    ({ figure, limit }) => structures[constraints.molecule][figure] > limit,
  );
  expect(over.map(({ figure }) => figure)).toEqual(['weight', 'cLogP', 'rotatableBonds']);
  expect(constraints.note).toContain('not predictions of our models');
});
