import type { Element, ElementContent, Properties } from 'hast';
import { h, text as textNode } from '../../text/hast.ts';
import { classesOf, scriptLevelOf } from './math-classes.ts';
import { stretch } from './stretchy-characters.ts';
import type { TemmlNode } from './temml-node.ts';
import { type TexError, TOO_DEEP } from './tex-error.ts';

const ELEMENTS = new Set(
  `mrow mi mo mn mtext mspace mfrac msqrt mroot msub msup msubsup mover munder munderover mmultiscripts
   mprescripts none mtable mtr mtd mstyle mpadded mphantom menclose`.split(/\s+/),
);

/** Ems: what is longer could cover other parts of the page. */
const MAX_LENGTH = 25;
const EM: Readonly<Record<string, number>> = {
  em: 1,
  ex: 0.45,
  px: 1 / 16,
  pt: 1 / 12,
  mu: 1 / 18,
};
const FLAG = /^(?:true|false)$/;

const LENGTHS = new Set(
  'width height depth voffset lspace rspace minsize maxsize linethickness mathsize'.split(' '),
);
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  displaystyle: FLAG,
  scriptlevel: /^[0-3]$/,
  fence: FLAG,
  form: /^(?:prefix|infix|postfix)$/,
  stretchy: FLAG,
  symmetric: FLAG,
  largeop: FLAG,
  movablelimits: FLAG,
  separator: FLAG,
  accent: FLAG,
  accentunder: FLAG,
  mathvariant: /^normal$/,
  notation: /^(?:top|bottom|box|(?:up|down)diagonalstrike|horizontalstrike| )+$/,
  columnspan: /^\d{1,3}$/,
};

/** Browsers and those who walk trees recurse. */
const MAX_DEPTH = 60;

type Formula = { tex: string; isDisplay: boolean; maxElements: number };

/** Copies what is allowed of temml's output. Styles become classes, which the content policy allows. */
export function toMathml(
  root: TemmlNode,
  { tex, isDisplay, maxElements }: Formula,
): Element | TexError {
  let elements = 0;
  let failure: TexError | null = root.type === 'math' ? null : NOT_SHOWN;
  const drawn = convert({ ...root, type: 'mrow' }, 0);
  if (failure !== null) return failure;
  const annotation = h('annotation', { encoding: 'application/x-tex' }, tex);
  // `semantics` shows its first child.
  const semantics = h('semantics', {}, asOne(drawn), annotation);
  return h('math', isDisplay ? { display: 'block' } : {}, semantics);

  function convert(node: TemmlNode, depth: number): ElementContent[] {
    if (failure !== null) return [];
    const { type, text } = node;
    // Not a list in what temml itself writes as empty.
    const children = Array.isArray(node.children) ? node.children : [];
    if (type === undefined) {
      if (text !== undefined) return [textNode(text)];
      // Fragments; a `span` is the place of an automatic number.
      return children.flatMap((child) => convert(child, depth));
    }
    failure = refusal(type, depth);
    const properties = propertiesOf(node);
    const converted = children.flatMap((child) => convert(child, depth + 1));
    stretch(type, converted);
    const isNeedless = type === 'mrow' && Object.keys(properties).length === 0;
    return isNeedless && converted.length === 1 ? converted : [h(type, properties, ...converted)];
  }

  function refusal(type: string, depth: number): TexError | null {
    if (!ELEMENTS.has(type)) return NOT_SHOWN;
    if (depth > MAX_DEPTH) return TOO_DEEP;
    return ++elements > maxElements ? { message: 'the formula is too large' } : null;
  }
}

const NOT_SHOWN: TexError = { message: 'this cannot be shown in a formula' };

function asOne(nodes: ElementContent[]): ElementContent {
  const [only, ...others] = nodes;
  return only?.type === 'element' && others.length === 0 ? only : h('mrow', {}, ...nodes);
}

function propertiesOf(node: TemmlNode): Properties {
  const properties: Properties = {};
  const { attributes = {}, style = {} } = node;
  for (const [name, value] of Object.entries(attributes)) {
    const written = String(value);
    if (LENGTHS.has(name)) {
      const length = boundedLength(written);
      if (length !== null) properties[name] = length;
    } else if (ATTRIBUTES[name]?.test(written)) properties[name] = written;
  }
  properties.scriptlevel ??= scriptLevelOf(style);
  if (properties.scriptlevel === undefined) delete properties.scriptlevel;
  const classes = classesOf(node);
  if (classes.length > 0) properties.className = classes;
  return properties;
}

/** A length that MathML Core knows, and no longer than `MAX_LENGTH`; null for others. */
function boundedLength(value: string): string | null {
  const [, written, unit = ''] = /^([+-]?\d*\.?\d+)(em|ex|px|pt|mu)?$/.exec(value) ?? [];
  if (written === undefined) return null;
  const ems = Number(written) * (EM[unit] ?? 1);
  if (ems === 0) return '0';
  const bounded = Math.max(-MAX_LENGTH, Math.min(MAX_LENGTH, ems));
  return `${Number(bounded.toFixed(4))}em`;
}
