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

const isBlank = ({ node }: Run): boolean => node.type === 'text' && /^\s*$/.test(node.value);

/**
 * The elements of a paragraph: word processors mark each piece of a word by itself, so equal marks are
 * joined, and white space between them is inside only where both sides are.
 */
export function phrasing(runs: readonly Run[]): ElementContent[] {
  return nested(separated(runs), KINDS);
}

function separated(runs: readonly Run[]): Run[] {
  const pieces = runs.flatMap(({ marks, node }): Run[] =>
    node.type === 'text'
      ? node.value
          .split(SPACES)
          .filter((value) => value !== '')
          .map((value) => ({ marks, node: { type: 'text', value } }))
      : [{ marks, node }],
  );
  const result: Run[] = [];
  for (let at = 0; at < pieces.length; ) {
    let end = at;
    while (end < pieces.length && isGap(pieces[end])) end++;
    const [before, after] = [result.at(-1), pieces[end]];
    if (end > at && before !== undefined && after !== undefined) {
      const marks = Object.fromEntries(
        Object.entries(before.marks).filter(
          ([kind, mark]) => after.marks[kind as MarkKind] === mark,
        ),
      );
      result.push(...gapOf(pieces.slice(at, end)).map((node) => ({ marks, node })));
    }
    if (after !== undefined) result.push(after);
    at = end + 1;
  }
  return result;
}

function isGap(run: Run | undefined): boolean {
  if (run === undefined) return false;
  return run.node.type === 'text' ? isBlank(run) && SPACES.test(run.node.value) : isBreak(run.node);
}

const isBreak = (node: Run['node']): node is Element =>
  node.type === 'element' && node.tagName === 'br';

/** A lone no-break space is meant; several are how programs write a wide space. */
function gapOf(gap: readonly Run[]): (Text | Element)[] {
  const breaks = gap.map(({ node }) => node).filter(isBreak);
  if (breaks.length > 0) return breaks;
  const text = gap.map(({ node }) => (node.type === 'text' ? node.value : '')).join('');
  return [{ type: 'text', value: text === '\u{A0}' ? text : ' ' }];
}

function nested(runs: readonly Run[], kinds: readonly MarkKind[]): ElementContent[] {
  const result: ElementContent[] = [];
  for (let at = 0; at < runs.length; ) {
    const { kind, end } = outermost(runs, at, kinds);
    const { marks, node } = runs[at] as Run;
    const last = result.at(-1);
    if (kind !== null) {
      const inner = kinds.filter((each) => each !== kind);
      result.push(marked(kind, marks[kind] as string, nested(runs.slice(at, end), inner)));
    } else if (node.type === 'text' && last?.type === 'text') last.value += node.value;
    else result.push({ ...node });
    at = end;
  }
  return result;
}

/** The mark of a run that goes on longest, and where it ends. */
function outermost(runs: readonly Run[], at: number, kinds: readonly MarkKind[]) {
  const result: { kind: MarkKind | null; end: number } = { kind: null, end: at + 1 };
  for (const kind of kinds) {
    const mark = runs[at]?.marks[kind];
    if (mark === undefined) continue;
    let end = at + 1;
    while (runs[end]?.marks[kind] === mark) end++;
    if (result.kind === null || end > result.end) Object.assign(result, { kind, end });
  }
  return result;
}

function marked(kind: MarkKind, mark: string, children: ElementContent[]): Element {
  return kind === 'a' ? make('a', children, { href: mark }) : make(mark, children);
}
