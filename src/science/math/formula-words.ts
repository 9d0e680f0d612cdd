import type { Element, ElementContent } from 'hast';
import { lowered, raised } from '../../server/html/unicode-scripts.ts';

/** Operators that stand between two sides. */
const BETWEEN = /^[=≠≈≡<>≤≥≪≫+−±∓×÷·∝∼→←↔⇒⇔⟶⟵⟷⇌∈∉⊂⊆∪∩∧∨]$/;
const UNSEEN = new Set(['annotation', 'mphantom', 'mprescripts', 'none']);

/** For search results and other places without formulas: `IC₅₀/(1 + [S]/Km)`. */
export function formulaWords(math: Element): string {
  return wordsOf(math)
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;:])/g, '$1')
    .trim();
}

function wordsOf(node: ElementContent): string {
  if (node.type === 'text') return node.value.normalize('NFKC');
  if (node.type !== 'element' || UNSEEN.has(node.tagName)) return '';
  const { tagName, children } = node;
  const [first = '', second = '', third = ''] = SCRIPTED.has(tagName) ? children.map(wordsOf) : [];
  const base = first.trimEnd();
  switch (tagName) {
    case 'mo': {
      const sign = joined(children);
      return BETWEEN.test(sign) ? ` ${sign} ` : sign;
    }
    case 'mspace':
      return ' ';
    case 'mfrac':
      return `${inBrackets(first)}/${inBrackets(second)}`;
    case 'msub':
      return base + below(second);
    case 'msup':
      return base + above(second);
    case 'msubsup':
      return base + below(second) + above(third);
    // An accent adds no word; a limit is one.
    case 'munder':
    case 'mover':
    case 'munderover':
      return /^[\p{L}\p{N}\s]*$/u.test(first)
        ? first
        : `${first}${second.length > 1 ? ` ${second} ` : ''}`;
    case 'msqrt':
      return `√${inBrackets(joined(children))}`;
    case 'mtr':
      return `${children.map(wordsOf).join(' ')}; `;
    default:
      return joined(children);
  }
}

const SCRIPTED = new Set(['mfrac', 'msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover']);

function joined(children: readonly ElementContent[]): string {
  return children.map(wordsOf).join('');
}

function inBrackets(words: string): string {
  return /[\s/]/.test(words.trim()) ? `(${words.trim()})` : words;
}

/** Letters stand beside the base, as in Ki. */
function below(words: string): string {
  const text = words.replace(/\s/g, '');
  return lowered(text) ?? text;
}

function above(words: string): string {
  const text = words.replace(/\s/g, '');
  if (text === '' || /^[′″‴*∘°†‡⊤]+$/.test(text)) return text;
  return raised(text) ?? `^${inBrackets(text)}`;
}
