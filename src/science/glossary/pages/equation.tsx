import './equation.css';
import { createElement as h, type ReactElement } from 'react';

type Part = string | ReactElement;

/** MathML sets a single letter in italics, as a quantity. */
const name = (text: string) => h('mi', null, text);
/** Text is upright. */
const label = (text: string) => h('mtext', null, text);
const number = (text: string) => h('mn', null, text);
const operator = (text: string) => h('mo', null, text);
const row = (...parts: Part[]) =>
  h('mrow', null, ...parts.map((part) => (typeof part === 'string' ? operator(part) : part)));
const lowered = (base: ReactElement, index: ReactElement) => h('msub', null, base, index);
const fraction = (above: ReactElement, below: ReactElement) => h('mfrac', null, above, below);

const space = h('mspace', { width: '0.1667em' });
const IC50 = lowered(name('IC'), number('50'));
const logarithm = row(lowered(name('log'), number('10')), space);
const concentration = (phase: string) => lowered(row('[', label('X'), ']'), label(phase));

/** The definitions in symbols, by the first names of their terms in lower case. */
const EQUATIONS: Readonly<Record<string, ReactElement>> = {
  ic50: row(
    label('p'),
    IC50,
    '=',
    row('−', logarithm),
    fraction(IC50, row(number('1'), space, label('mol/L'))),
  ),
  ki: row(
    lowered(name('K'), label('i')),
    '=',
    fraction(
      IC50,
      row(number('1'), '+', '[', label('S'), ']', label('/'), lowered(name('K'), label('m'))),
    ),
  ),
  logp: row(
    name('log'),
    space,
    name('P'),
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
      {h('math', { className: 'equation', displaystyle: 'true' }, equation)}
    </div>
  );
}
