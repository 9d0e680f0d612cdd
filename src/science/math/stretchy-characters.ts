import type { Element, ElementContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { h, text } from '../../text/hast.ts';

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

/** The parts of `\ce{<=>>}`, each with labels of its own. */
const HARPOONS = new Set(['⇀', '↽']);
/** How wide temml wants the shorter of them at most, in em. */
const SHORT = 2;

/** Their classes in `math.css`, which paints them in Chromium. */
const PAINTED: ReadonlyMap<string, string> = new Map([
  ['⏞', 'math-brace-over'],
  ['⏟', 'math-brace-under'],
  ['ˆ', 'math-hat'],
  ['^', 'math-hat'],
  ['˜', 'math-tilde'],
  ['~', 'math-tilde'],
]);

const SCRIPTED = new Set(['mover', 'munder', 'munderover']);

/**
 * Makes arrows about as long as their labels, and braces and accents as wide as what is below or above them, in place.
 *
 * @param tagName of the parent
 * @param children what it holds: the base, then the scripts
 */
export function stretch(tagName: string, children: ElementContent[]): void {
  const [base, ...scripts] = children;
  if (!SCRIPTED.has(tagName) || base === undefined) return;
  stretchArrow(base, scripts);
  const [grown] = scripts.map(growing);
  const painted = grown && PAINTED.get(textOf(grown));
  if (painted)
    children[0] = h(
      'mrow',
      { className: ['math-grown'] },
      base,
      h('mrow', { className: [painted] }),
    );
}

function stretchArrow(base: ElementContent, scripts: readonly ElementContent[]): void {
  const arrow = growing(base);
  if (arrow === null) return;
  const character = textOf(arrow);
  const form = ARROWS.get(character);
  const labels = Math.max(0, ...scripts.map((script) => [...textOf(script)].length));
  if (form !== undefined) {
    arrow.children = [text(form)];
    arrow.properties.className = [`math-stretch-${labels <= 6 ? 14 : labels <= 12 ? 20 : 28}`];
  } else if (HARPOONS.has(character)) {
    arrow.properties.stretchy = 'false';
    const isShort = scripts.some(
      (script) => (spaceIn(script) ?? Number.POSITIVE_INFINITY) <= SHORT,
    );
    arrow.properties.className = isShort ? ['math-stretch-7'] : ['math-stretch-14'];
  }
}

/** The space that a script ends in, in em. */
function spaceIn(script: ElementContent): number | null {
  if (script.type !== 'element') return null;
  const last = script.children.at(-1);
  if (script.tagName === 'mspace') return Number.parseFloat(String(script.properties.width));
  return last === undefined ? null : spaceIn(last);
}

function growing(node: ElementContent): Element | null {
  const grows =
    node.type === 'element' && node.tagName === 'mo' && node.properties.stretchy === 'true';
  return grows ? node : null;
}
