import type { Element, ElementContent, Text } from 'hast';
import { make } from './pasted-elements.ts';

/** What marks a run of text: `a` holds a URL, `script` is "sub" or "sup", the others hold their own name. */
export type Marks = Readonly<Partial<Record<MarkKind, string>>>;
type MarkKind = 'a' | 'strong' | 'em' | 'del' | 'script' | 'code';

const KINDS: readonly MarkKind[] = ['a', 'strong', 'em', 'del', 'script', 'code'];

/** A text, or an element without content, and the marks around it. */
export type Run = { marks: Marks; node: Text | Element };

/** Thin and other special spaces are content: they are left alone. */
const SPACES = /([\t\n\f\r \u{A0}]+)/u;

/**
 * The elements of a paragraph: word processors mark each piece of a word by itself, so equal marks are
 * joined, and white space between them is inside only where both sides are.
 */
export function phrasing(runs: readonly Run[]): ElementContent[] {
  const pieces = runs.flatMap(({ marks, node }): Run[] => {
    if (node.type !== 'text') return [{ marks, node }];
    const values = node.value.split(SPACES).filter((value) => value !== '');
    return values.map((value) => ({ marks, node: { type: 'text', value } }));
  });
  const joined: Run[] = [];
  let gap: Run[] = [];
  for (const piece of pieces) {
    if (isGap(piece)) gap.push(piece);
    else {
      const before = joined.at(-1)?.marks;
      if (before !== undefined && gap.length > 0) {
        const shared = KINDS.filter((kind) => before[kind] === piece.marks[kind]);
        const marks = Object.fromEntries(shared.map((kind) => [kind, before[kind]])) as Marks;
        joined.push(...gapOf(gap).map((node) => ({ marks, node })));
      }
      joined.push(piece);
      gap = [];
    }
  }
  return nested(joined, KINDS);
}

function isGap({ node }: Run): boolean {
  return node.type === 'text' ? /^[\t\n\f\r \u{A0}]+$/u.test(node.value) : node.tagName === 'br';
}

/** A lone no-break space is meant; several are how programs write a wide space. */
function gapOf(gap: readonly Run[]): (Text | Element)[] {
  const breaks = gap.map(({ node }) => node).filter(({ type }) => type === 'element');
  if (breaks.length > 0) return breaks;
  const text = gap.map(({ node }) => (node.type === 'text' ? node.value : '')).join('');
  return [{ type: 'text', value: text === '\u{A0}' ? text : ' ' }];
}

function nested(runs: readonly Run[], kinds: readonly MarkKind[]): ElementContent[] {
  const result: ElementContent[] = [];
  for (let at = 0; at < runs.length; ) {
    const { marks, node } = runs[at] as Run;
    const before = result.at(-1);
    const { kind, end } = outermost(runs, at, kinds);
    if (kind !== undefined) {
      const inner = kinds.filter((each) => each !== kind);
      const children = nested(runs.slice(at, end), inner);
      const mark = marks[kind] ?? '';
      result.push(kind === 'a' ? make('a', children, { href: mark }) : make(mark, children));
    } else if (node.type === 'text' && before?.type === 'text') before.value += node.value;
    else result.push({ ...node });
    at = end;
  }
  return result;
}

/** The mark of a run that goes on longest, and where it ends. */
function outermost(runs: readonly Run[], at: number, kinds: readonly MarkKind[]) {
  const mark: { kind?: MarkKind; end: number } = { end: at + 1 };
  for (const kind of kinds) {
    const value = runs[at]?.marks[kind];
    if (value === undefined) continue;
    let end = at + 1;
    while (runs[end]?.marks[kind] === value) end++;
    if (mark.kind === undefined || end > mark.end) Object.assign(mark, { kind, end });
  }
  return mark;
}
