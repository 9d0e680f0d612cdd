import { createElement as h, type ReactElement } from 'react';

type Part = string | ReactElement;

/** Upright, or a quantity in the italics of the text font: it has none of those for mathematics. */
const name = (text: string, className?: 'italic') =>
  h('mi', { mathvariant: 'normal', className }, text);
const number = (text: string) => h('mn', null, text);
const row = (...parts: Part[]) =>
  h('mrow', null, ...parts.map((part) => (typeof part === 'string' ? operator(part) : part)));
const operator = (text: string) => h('mo', null, text);
/** As deep after "log" as after "IC": text fonts have no table of mathematics, and browsers measure from descenders without one. */
const lowered = (base: ReactElement, index: ReactElement) =>
  h('msub', null, h('mpadded', { depth: '0' }, base), index);
const fraction = (above: ReactElement, below: ReactElement) => h('mfrac', null, above, below);

const IC50 = lowered(name('IC'), number('50'));
const substrate = row('[', name('S'), ']');
const logarithm = lowered(name('log'), number('10'));
const concentration = (phase: string) => lowered(row('[', name('X'), ']'), name(phase));

/** The definitions in symbols, by the first names of their terms in lower case. */
const EQUATIONS: Readonly<Record<string, ReactElement>> = {
  ic50: row(
    lowered(name('pIC'), number('50')),
    '=',
    h('mo', { lspace: '0', rspace: '0' }, '−'),
    logarithm,
    fraction(IC50, h('mtext', null, '1 M')),
  ),
  ki: row(
    lowered(name('K', 'italic'), name('i')),
    '=',
    fraction(IC50, row(number('1'), '+', substrate, '/', lowered(name('K', 'italic'), name('m')))),
  ),
  logp: row(
    name('log\u00a0'),
    name('P', 'italic'),
    '=',
    logarithm,
    fraction(concentration('octanol'), concentration('water')),
  ),
};

/** The equation of a term, displayed; nothing for a term without one. */
export function Equation({ term }: { term: string }) {
  const equation = EQUATIONS[term];
  if (equation === undefined) return null;
  return (
    <div className="mt-6 mb-7 text-lg">
      {h('math', { className: 'font-display', displaystyle: 'true' }, equation)}
    </div>
  );
}
