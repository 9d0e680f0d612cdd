import { toString as textOf } from 'hast-util-to-string';
import { describe, expect, test } from 'vitest';
import { elements } from '../../../test/body-markup.ts';
import { readTable } from '../../../test/read-table.ts';
import { renderBody } from '../../rendering/body.ts';
import { dataUrl } from '../../text/placeholders.ts';
import { readUnit, type Unit } from './units.ts';

const HEADER = 'concentration (nM),response (%)';
const CURVE = [
  [1, 98],
  [3, 93],
  [10, 77],
  [30, 52],
  [100, 23],
  [300, 9],
  [1000, 4],
  [3000, 1],
];
const ROWS = CURVE.map(([x, y]) => `${x},${y}`).join('\n');
const SERIES = (name: string) => CURVE.map(([x, y]) => `${x},${y},${name}`).join('\n');

const fence = (csv: string, attributes = '') => `\`\`\`dose-response${attributes}\n${csv}\n\`\`\``;
const textsIn = (html: string, tag: string) =>
  elements(html, tag).map((each) => textOf(each as never).replaceAll('\u00A0', ' '));

const cellsOf = (html: string) =>
  elements(html, 'tr').map(({ children }) =>
    children.map((cell) => textOf(cell as never).replaceAll('\u00A0', ' ')),
  );
const falling = (x: number, i: number) => `${x},${(100 / (1 + x / 30) + (i % 3) / 3).toFixed(2)}`;
const rising = (x: number, i: number) =>
  `${x},${(100 - 100 / (1 + x / 30) + (i % 3) / 3).toFixed(2)}`;
const DOSES = [1, 3, 10, 30, 100, 300, 1000, 3000];

describe('a figure of a curve', () => {
  const content = fence(`${HEADER}\n${ROWS}`, ' {#fig-egfr name="EGFR L858R"}');

  test('has number, name, method, values and data, and is coloured by classes alone', async () => {
    const { html, text, findings, dataFiles } = await renderBody(
      `As @fig-egfr shows.\n\n${content}`,
    );
    expect(findings).toEqual([]);
    expect(html).toContain('<figure id="fig-egfr"><svg class="dose-response-chart"');
    expect(textsIn(html, 'figcaption')).toEqual([
      'Figure 1. EGFR L858R. Line: four-parameter logistic, fitted to all points without weights; dotted: relative ' +
        'IC50, half-way between the plateaus, with its 95% interval on the axis; shaded: 95% confidence band of the curve.',
    ]);
    const cells = cellsOf(html);
    expect(cells.map(([heading]) => heading).slice(0, 8)).toEqual([
      'pIC50, relative',
      'IC50, relative',
      'Hill slope',
      'Top (%)',
      'Bottom (%)',
      'Points fitted',
      'Residual SD (%)',
      'R²',
    ]);
    expect(cells[0]?.[1]).toMatch(/^7\.5\d \(7\.\d\d to 7\.\d\d\)$/);
    expect(cells[1]?.[1]).toMatch(/^3\d\.\d nM \(\d\d\.\d nM to \d\d\.\d nM\)$/);
    for (const [heading, shown = ''] of cells.slice(0, 2)) {
      const [value = 0, low = 0, high = 0] = (shown.match(/\d+\.\d+/g) ?? []).map(Number);
      expect(low < value && value < high, heading).toBe(true);
    }
    // A value and the ends of its interval have the same decimals.
    for (const [heading, value = ''] of cells.slice(2, 5)) {
      const decimals = [...value.matchAll(/\d+(?:\.(\d*))?/g)].map(([, part = '']) => part.length);
      expect([decimals.length, new Set(decimals).size], heading).toEqual([3, 1]);
    }
    expect(cells.slice(8)).toEqual([HEADER.split(','), ...CURVE.map((row) => row.map(String))]);
    expect(dataFiles).toEqual([{ name: 'fig-egfr', content: `${HEADER}\n${ROWS}\n` }]);
    expect(html).toContain(`href="${dataUrl('fig-egfr')}"`);
    // The search finds names and values, not points.
    expect(text).toMatch(/EGFR L858R.*pIC₅₀, relative\n7\.5/s);
    expect(text).not.toContain('3000');
    const [svg] = elements(html, 'svg');
    expect(svg?.properties).toMatchObject({
      role: 'img',
      ariaLabel: expect.stringMatching(
        /^Dose–response curve, EGFR L858R\. Relative pIC50 7\.5\d \(/,
      ),
    });
    const drawing = html.slice(html.indexOf('<svg'), html.indexOf('</svg>'));
    expect(drawing).not.toMatch(/ (?:style|id|fill|stroke|color)=/);
    expect(drawing).not.toMatch(/NaN|Infinity|undefined|#[0-9a-f]{3}/i);
  });

  test('cuts no label of an axis, at the largest letters either', async () => {
    const { html } = await renderBody(fence(`${HEADER}\n${ROWS.replace('3000,1', '10000,1')}`));
    const labels = elements(html, 'text').filter(
      ({ properties }) => properties.textAnchor === 'middle',
    );
    const ends = labels.map(
      (each) => Number(each.properties.x) + (9.5 * textOf(each as never).length) / 2,
    );
    expect(labels.map((each) => textOf(each as never))).toContain('10,000');
    expect(Math.max(...ends.filter((end) => !Number.isNaN(end)))).toBeLessThanOrEqual(400);
  });

  test('shows the interval on the axis, around the dotted line to the middle of the curve', async () => {
    const { html } = await renderBody(content);
    const drawn = (name: string) =>
      String(
        elements(html, 'path').find(({ properties }) => `${properties.className}` === name)
          ?.properties.d,
      );
    const axis = /V([\d.]+)H/.exec(drawn('chart-axis'))?.[1];
    const [, from, y, to] = /^M([\d.]+) ([\d.]+)H([\d.]+)/.exec(drawn('chart-interval')) ?? [];
    const [, middle, end] = /^M([\d.]+) [\d.]+V([\d.]+)$/.exec(drawn('chart-drop')) ?? [];
    expect([y, end]).toEqual([axis, axis]);
    expect(Number(middle)).toBeGreaterThan(Number(from));
    expect(Number(middle)).toBeLessThan(Number(to));
  });

  test('calls the half-maximal concentration by what it is', async () => {
    const controls = await renderBody(
      fence(`${HEADER}\n${ROWS}`, ' {top=100 bottom=0 quantity=GI50}'),
    );
    expect(controls.findings).toEqual([]);
    const [caption] = textsIn(controls.html, 'figcaption');
    expect(caption).toContain('logistic with top fixed at 100% and bottom fixed at 0%');
    expect(caption).toContain('dotted: absolute GI50, half-way between the plateaus, with its');
    expect(textsIn(controls.html, 'th')).toContain('pGI50, absolute');
    expect(textsIn(controls.html, 'td')).toContain('100, fixed');

    const up = DOSES.map(rising).join('\n');
    expect((await renderBody(fence(`${HEADER}\n${up}`))).html).toMatch(/"[^"]*Relative pEC50 7\.5/);
    const inhibition = await renderBody(fence(`concentration (nM),Inhibition (%)\n${up}`));
    expect(inhibition.html).toMatch(/"[^"]*Relative pIC50 7\.5/);
    const both = `${HEADER},series\n${DOSES.map(falling).join(',A\n')},A\n${DOSES.map(rising).join(',B\n')},B`;
    const { html } = await renderBody(fence(both));
    expect(textsIn(html, 'figcaption')[0]).toContain('dotted: relative IC50 and EC50, half-way');
    expect(cellsOf(html)[3]).toEqual(['pEC50, relative', '–', expect.stringMatching(/^7\.5/)]);
  });

  test('shows points that were left out, and points alone with fit=none', async () => {
    const rows = ROWS.split('\n').map((row) => `${row},`);
    const csv = `${HEADER},excluded\n${rows.join('\n')}\n100,95,air bubble`;
    const { html } = await renderBody(fence(csv));
    expect(html).toContain('class="chart-excluded"');
    expect(textsIn(html, 'figcaption')[0]).toContain('crosses: 1 point left out of the fit');
    expect(textsIn(html, 'td')).toEqual(expect.arrayContaining(['air bubble', '8']));

    const alone = await renderBody(fence(`${HEADER}\n1,90\n10,40`, ' {fit=none}'));
    expect(alone.findings).toEqual([]);
    expect(alone.html).toContain('class="chart-marker"');
    expect(alone.html).not.toMatch(/chart-curve|IC<sub>/);
    expect(textsIn(alone.html, 'figcaption')).toEqual(['Points as measured, without a fit.']);
  });

  test('may stand in a body of HTML', async () => {
    const { html, findings } = await renderBody(
      `<pre><code data-science="dose-response" data-options="top=100">${HEADER}\n${ROWS}</code></pre>`,
    );
    expect(findings).toEqual([]);
    expect(html).toContain('dose-response-chart');
    expect(textsIn(html, 'td')).toContain('100, fixed');
  });
});

test('readUnit reads a unit as people write it, and the axis has its symbol', async () => {
  const written = 'uM μM µM M nmol/L nanomolar Micromolar mol/dm3 micrograms/mL ng/mL'.split(' ');
  const names = [...written, 'mg L−1'].map((unit) => (readUnit(unit) as Unit).name);
  expect(names).toEqual('µM µM µM M nM nM µM M µg/mL ng/mL mg/L'.split(' '));
  const { html, findings } = await renderBody(fence(`concentration (uM),response\n${ROWS}`));
  expect(findings).toEqual([]);
  expect(textsIn(html, 'text')).toContain('Concentration (µM)');
  expect(textsIn(html, 'th')).toContain('pIC50, relative');
  // There is no pIC50 of a concentration that is not molar.
  const mass = await renderBody(fence(`concentration (µg/mL),response (%)\n${ROWS}`));
  expect(textsIn(mass.html, 'th').join()).not.toContain('pIC50');
  expect(textsIn(mass.html, 'td').join()).toMatch(/3\d\.\d µg\/mL/);
});

describe('several series', () => {
  test('are told apart by shape, dash and name', async () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F'];
    const { html, findings } = await renderBody(
      fence(`${HEADER},series\n${names.map(SERIES).join('\n')}`),
    );
    expect(findings).toEqual([]);
    const legend = [
      ...html.matchAll(/<path class="chart-curve"(?: stroke-dasharray="([^"]*)")? d="M2 /g),
    ];
    expect(new Set(legend.map(([, dash]) => dash)).size).toBe(6);
    expect(textsIn(html, 'text')).toEqual(expect.arrayContaining(names));
    expect(textsIn(html, 'figcaption')[0]).not.toContain('shaded');
  });

  test('one of which has no curve: its points are shown, with the reason in words', async () => {
    const flat = [1, 10, 100, 1000, 3000].map((x, i) => `${x},${50 + (i % 2)},Inactive`).join('\n');
    const { html, findings } = await renderBody(
      fence(`${HEADER},series\n${SERIES('Active')}\n${flat}`),
    );
    const reason = 'nothing shows that the responses depend on the concentration';
    expect(findings).toEqual([
      {
        line: 11,
        code: 'no-curve',
        severity: 'warning',
        message: expect.stringContaining(`Inactive: ${reason}`),
      },
    ]);
    expect(textsIn(html, 'td').join('\n')).toContain(`Not fitted: ${reason}`);
  });
});

test.each(readTable(new URL('refusals.tsv', import.meta.url)))(
  'what cannot be drawn is told by its line, with its source: line %s, %s',
  async (line, message = '', block = '') => {
    const { html, findings } = await renderBody(`\`\`\`dose-response${block}\n\`\`\``);
    expect(findings[0]).toMatchObject({ line: Number(line), severity: 'error' });
    expect(findings[0]?.message.toLowerCase()).toContain(message.toLowerCase());
    expect(html).toContain('drawing-failure');
    expect(textsIn(html, 'figcaption')[0]).toContain(`Line ${line}: `);
    expect(html).not.toMatch(/<svg|data-download/);
  },
);

test('a Hill slope that is given is kept, and said; a curve of two phases has no number', async () => {
  const steep = '1,98\n3,99\n10,97\n30,55\n100,3\n300,2\n1000,1';
  const { html } = await renderBody(fence(`${HEADER}\n${steep}`, ' {hill=4}'));
  expect(html).toContain('a Hill slope of ±4');
  expect(html).toContain('−4.00, fixed');
  const rows = [1, 3, 10, 30, 100, 300, 1000, 3000, 1e4, 3e4].flatMap((c, i) =>
    [0.5, -0.5].map((noise) => {
      const response = 50 / (1 + c / 10) + 50 / (1 + c / 5000);
      return `${c},${(response + noise * (i % 2 === 0 ? 1 : -1)).toFixed(2)}`;
    }),
  );
  const { findings } = await renderBody(fence(`${HEADER}\n${rows.join('\n')}`));
  expect(findings[0]?.message).toMatch(/a sigmoid curve does not describe these data/);
  expect(findings[0]?.message).not.toMatch(/\d (?:nM|µM)/);
});

test('logarithms of concentrations are a column of their own', async () => {
  const rows = [-9, -8.5, -8, -7.5, -7, -6.5, -6, -5.5].map(
    (x) => `${x},${(100 / (1 + 10 ** (x + 7.2))).toFixed(2)}`,
  );
  const { html } = await renderBody(
    fence(`log10 concentration (M),signal (%)\n${rows.join('\n')}`),
  );
  expect(html).toMatch(/7\.20 \(/);
});
