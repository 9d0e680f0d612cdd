import type { Element } from 'hast';
import { h, text } from '../../text/hast.ts';
import { at } from './markers.ts';
import type { Scale } from './scales.ts';
import { svgText } from './svg-text.ts';
import type { Unit } from './units.ts';

type Frame = {
  x: Scale & { unit: Unit };
  y: Scale;
  left: number;
  right: number;
  top: number;
  bottom: number;
  height: number;
};

/** Two axes with ticks, labels and titles, and a hairline at each label of the responses. */
export function axes(frame: Frame, responseTitle: string): Element[] {
  const { x, y, left, right, top, bottom, height } = frame;
  const grid = y.ticks.map(({ position }) => `M${at(left)} ${at(position)}H${at(right)}`);
  const lines = x.ticks.map(
    ({ position, label }) => `M${at(position)} ${at(bottom)}v${label === null ? 3 : 6}`,
  );
  const middle = (top + bottom) / 2;
  const title = svgText(
    responseTitle,
    { x: 0, y: 0 },
    { className: 'chart-title', anchor: 'middle' },
  );
  title.properties.transform = `translate(15 ${at(middle)}) rotate(-90)`;
  return [
    h('path', { className: ['chart-grid'], d: grid.join('') }),
    h('path', {
      className: ['chart-axis'],
      d: `M${at(left)} ${at(top)}V${at(bottom)}H${at(right)}${lines.join('')}`,
    }),
    ...y.ticks.flatMap(({ position, label }) =>
      label === null ? [] : [svgText(label, { x: left - 5, y: position + 4 }, { anchor: 'end' })],
    ),
    ...x.ticks.flatMap((tick) =>
      tick.label === null
        ? []
        : [powerLabel(tick.label, tick.exponent, tick.position, bottom + 22)],
    ),
    title,
    svgText(
      `Concentration (${x.unit.name})`,
      { x: (left + right) / 2, y: height - 5 },
      { className: 'chart-title', anchor: 'middle' },
    ),
  ];
}

function powerLabel(label: string, exponent: number | undefined, x: number, y: number): Element {
  const line = svgText(label, { x, y }, { anchor: 'middle' });
  if (exponent !== undefined) {
    const raised = h('tspan', { dy: '-0.4em', className: ['chart-exponent'] });
    raised.children.push(text(`${exponent}`.replace('-', '−')));
    line.children.push(raised);
  }
  return line;
}
