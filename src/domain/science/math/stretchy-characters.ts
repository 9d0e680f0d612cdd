import type { ElementContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';

/** Long forms of arrows. The font has none that grow. */
const ARROWS: ReadonlyMap<string, string> = new Map([
  ['→', '⟶'],
  ['←', '⟵'],
  ['↔', '⟷'],
  ['⇒', '⟹'],
  ['⇐', '⟸'],
  ['⇔', '⟺'],
  ['⇌', '⇌'],
]);

/** Their combining forms grow in the font, but not reliably in Chromium. */
const ACCENTS: ReadonlyMap<string, string> = new Map([
  ['ˆ', 'ˆ'],
  ['^', 'ˆ'],
  ['˜', '˜'],
  ['~', '˜'],
]);

/** Widths that `math.css` has a class for, in tenths. */
type Width = 14 | 20 | 28 | 42;

const SCRIPTED = new Set(['mover', 'munder', 'munderover']);

/**
 * Makes arrows about as long as their labels, and accents about as wide as what is below them, in place.
 *
 * @param tagName of the parent
 * @param children what it holds: the base, then the scripts
 */
export function stretch(tagName: string, children: readonly ElementContent[]): void {
  const [base, ...scripts] = children;
  if (!SCRIPTED.has(tagName) || base === undefined) return;
  const labels = Math.max(0, ...scripts.map(lengthOf));
  write(base, ARROWS, labels <= 6 ? 14 : labels <= 12 ? 20 : 28);
  const width = lengthOf(base);
  for (const script of scripts) {
    write(script, ACCENTS, width <= 1 ? 14 : width === 2 ? 20 : width === 3 ? 28 : 42);
  }
}

function lengthOf(node: ElementContent): number {
  return [...textOf(node)].length;
}

function write(node: ElementContent, forms: ReadonlyMap<string, string>, width: Width): void {
  if (node.type !== 'element' || node.tagName !== 'mo') return;
  const form = node.properties.stretchy === 'true' ? forms.get(textOf(node)) : undefined;
  if (form === undefined) return;
  node.children = [{ type: 'text', value: form }];
  node.properties.className = [`math-stretch-${width}`];
}
