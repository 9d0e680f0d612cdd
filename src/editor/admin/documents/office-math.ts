import { DOMParser, type Document, type Element, onErrorStopParsing } from '@xmldom/xmldom';

/**
 * Office MathML (ECMA-376, part 1, section 22.1) as TeX. No kept library reads it: those for MathML need it transformed
 * by a style sheet of Microsoft's first.
 */

export class UnknownMathError extends Error {}

export function texOf(math: Element): string {
  const tex = sequence(math).replace(/ +/g, ' ').trim();
  // Word numbers an equation by an array that ends in "#(1)".
  return tex.replace(/^\\begin\{aligned\}(.*)#\((.+?)\)\\end\{aligned\}$/, '$1 \\tag{$2}');
}

function sequence(parent: Element | undefined): string {
  return joined(childrenOf(parent).map(tex));
}

/** With a space after a command that a letter follows. */
function joined(parts: readonly string[]): string {
  return parts.reduce((all, part) => {
    return all + (/\\[a-zA-Z]+$/.test(all) && /^[a-zA-Z]/.test(part) ? ' ' : '') + part;
  }, '');
}

/** Structures by their parts. */
const TEMPLATES: Readonly<Record<string, string>> = {
  'm:sSub': '<e>_<sub>',
  'm:sSup': '<e>^<sup>',
  'm:sSubSup': '<e>_<sub>^<sup>',
  'm:sPre': '{}_<sub>^<sup><e>',
  'm:borderBox': '\\boxed<e>',
  'm:phant': '\\phantom<e>',
  'm:box': '<e>',
};

const WITHOUT_TEXT = /^(?:m:\w+Pr|w:(?:del|bookmark\w+|rPr|proofErr|comment\w+))$/;

function tex(node: Element): string {
  const properties = childrenOf(node).find(({ nodeName }) => /^m:\w+Pr$/.test(nodeName));
  const write = STRUCTURES[node.nodeName];
  if (write !== undefined) return write(node, properties);
  const template = TEMPLATES[node.nodeName];
  if (template !== undefined) return filled(template, node);
  if (/^(?:m:oMath|w:ins|w:smartTag)$/.test(node.nodeName)) return sequence(node);
  return WITHOUT_TEXT.test(node.nodeName) ? '' : unknown(node.nodeName);
}

function filled(template: string, node: Element): string {
  const parts = template.split(/(<\w+>)/).map((part) => {
    if (!part.startsWith('<')) return part;
    const content = partOf(node, `m:${part.slice(1, -1)}`);
    const isBare = template === '<e>' || (part === '<e>' && SINGLE.test(content));
    return isBare && !template.startsWith('\\') ? content : `{${content}}`;
  });
  return joined(parts);
}

const SINGLE = /^(?:.|\\[a-zA-Z]+)$/u;

function unknown(what: string): never {
  throw new UnknownMathError(what);
}

type Write = (node: Element, properties: Element | undefined) => string;

const STRUCTURES: Readonly<Record<string, Write>> = {
  'm:r': runOf,
  'm:f': (node, properties) => {
    const command = valOf(properties, 'm:type') === 'noBar' ? 'binom' : 'frac';
    return filled(`\\${command}<num><den>`, node);
  },
  'm:func': (node) => joined(['m:fName', 'm:e'].map((name) => partOf(node, name))),
  'm:rad': (node, properties) => {
    const degree = isOn(properties, 'm:degHide') ? '' : partOf(node, 'm:deg');
    return filled(`\\sqrt${degree && `[${degree}]`}<e>`, node);
  },
  'm:nary': (node, properties) => {
    const sign = commandOf(valOf(properties, 'm:chr') ?? '∫');
    const isBelow = valOf(properties, 'm:limLoc') === 'undOvr' && sign.startsWith('\\int');
    const scripts =
      (isOn(properties, 'm:subHide') ? '' : '_<sub>') +
      (isOn(properties, 'm:supHide') ? '' : '^<sup>');
    const operator = filled(sign + (isBelow ? '\\limits' : '') + scripts, node);
    return joined([operator, partOf(node, 'm:e')]);
  },
  'm:d': (node, properties) => {
    const sign = (name: string, usual: string) =>
      commandOf(valOf(properties, name) ?? usual) || '.';
    const separator = commandOf(valOf(properties, 'm:sepChr') ?? '|');
    const inner = childrenOf(node, 'm:e').map(sequence).join(separator);
    const [left, right] = [sign('m:begChr', '('), sign('m:endChr', ')')];
    const isTall = /\\(?:frac|binom|begin|sum|prod|int)/.test(inner) || [left, right].includes('.');
    return joined(isTall ? [`\\left${left}`, inner, `\\right${right}`] : [left, inner, right]);
  },
  'm:limLow': (node) => limited(node, '_', 'underset'),
  'm:limUpp': (node) => limited(node, '^', 'overset'),
  'm:acc': (node, properties) => {
    const sign = valOf(properties, 'm:chr') ?? '\u0302';
    return filled(`\\${ACCENTS[sign] ?? unknown(`the accent ${sign}`)}<e>`, node);
  },
  'm:bar': (node, properties) =>
    filled(`\\${valOf(properties, 'm:pos') === 'top' ? 'over' : 'under'}line<e>`, node),
  'm:groupChr': (node, properties) => {
    const sign = valOf(properties, 'm:chr') ?? '⏟';
    const command = { '⏞': 'overbrace', '⏟': 'underbrace' }[sign] ?? unknown(`the sign ${sign}`);
    return filled(`\\${command}<e>`, node);
  },
  'm:m': (node) =>
    environment(
      'matrix',
      childrenOf(node, 'm:mr').map((row) => childrenOf(row, 'm:e').map(sequence).join(' & ')),
    ),
  'm:eqArr': (node) => environment('aligned', childrenOf(node, 'm:e').map(sequence)),
};

const partOf = (node: Element, name: string) => sequence(childrenOf(node, name)[0]);

const environment = (name: string, rows: readonly string[]) =>
  `\\begin{${name}}${rows.join(' \\\\ ')}\\end{${name}}`;

/** `\lim_{n \to \infty}`, or something written below or above. */
function limited(node: Element, script: string, command: string): string {
  const hasLimits = /^\\(?:lim|max|min|sup|inf|underbrace|overbrace)/.test(partOf(node, 'm:e'));
  return hasLimits
    ? partOf(node, 'm:e') + filled(`${script}<lim>`, node)
    : filled(`\\${command}<lim><e>`, node);
}

const ALPHABETS: Readonly<Record<string, string>> = {
  'double-struck': 'mathbb',
  script: 'mathcal',
  fraktur: 'mathfrak',
  'sans-serif': 'mathsf',
  monospace: 'mathtt',
};

const STYLES: Readonly<Record<string, string>> = { p: 'mathrm', b: 'mathbf', bi: 'boldsymbol' };

function runOf(run: Element, properties: Element | undefined): string {
  const text = [...childrenOf(run, 'm:t'), ...childrenOf(run, 'w:t')]
    .map(({ textContent }) => textContent ?? '')
    .join('');
  const content = commandOf(text);
  if (text.trim() === '') return text;
  if (childrenOf(properties, 'm:nor').length > 0) {
    return `\\text{${text.replace(/[#%&_${}]/g, '\\$&')}}`;
  }
  const style = valOf(properties, 'm:sty') ?? '';
  if (style === 'p' && FUNCTION.test(text)) return `\\${text}`;
  const alphabet = ALPHABETS[valOf(properties, 'm:scr') ?? ''] ?? STYLES[style];
  const isLetters = alphabet !== 'mathrm' || /^\p{L}/u.test(text);
  return alphabet === undefined || !isLetters ? content : `\\${alphabet}{${content}}`;
}

const FUNCTION =
  /^(?:(?:arc)?(?:cos|sin|tan)|(?:cos|sin|tan)h|arg|cot|csc|deg|det|dim|exp|gcd|inf|ker|lg|lim|liminf|limsup|ln|log|max|min|sec|sup)$/;

/** An ampersand marks where the rows of an array are aligned. */
function commandOf(text: string): string {
  return joined(
    [...text.replace(/[\u2004-\u200A]/g, '\u2009')].map((sign) => COMMANDS.get(sign) ?? sign),
  );
}

const named = (list: string): [string, string][] =>
  [...list.matchAll(/(\S) (\S+)/gu)].map(([, sign = '', name = '']) => [sign, name]);

const ACCENTS: Readonly<Record<string, string>> = Object.fromEntries(
  named(
    '\u0300 grave \u0301 acute \u0302 hat \u0303 tilde \u0304 bar \u0305 overline \u0306 breve \u0307 dot \u0308 ddot \u030c check \u20d6 overleftarrow \u20d7 vec',
  ),
);

const GREEK =
  'α alpha β beta γ gamma δ delta ϵ epsilon ε varepsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho σ sigma ς varsigma τ tau υ upsilon φ varphi ϕ phi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega';
const SIGNS =
  '± pm ∓ mp × times ÷ div · cdot ⋅ cdot ∗ ast ∘ circ ≤ le ≥ ge ≠ ne ≈ approx ≡ equiv ≅ cong ∼ sim ≃ simeq ∝ propto ≪ ll ≫ gg ∈ in ∉ notin ⊂ subset ⊆ subseteq ∪ cup ∩ cap ∅ emptyset ∀ forall ∃ exists ¬ neg ∧ wedge ∨ vee ∞ infty ∂ partial ∇ nabla ∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ⋃ bigcup ⋂ bigcap → to ← leftarrow ↔ leftrightarrow ⇌ rightleftharpoons ⇒ Rightarrow ⇐ Leftarrow ⇔ Leftrightarrow ↦ mapsto … dots ⋯ cdots ⋮ vdots ⋱ ddots ⟨ langle ⟩ rangle ⌈ lceil ⌉ rceil ⌊ lfloor ⌋ rfloor ‖ Vert | vert ~ sim \\ backslash ℏ hbar ℓ ell ∥ parallel ⊥ perp ∠ angle † dagger # # % % _ _ $ $ { { } }';

/** Word writes invisible operators, and a minus sign that TeX writes as a hyphen. */
const COMMANDS: ReadonlyMap<string, string> = new Map([
  ...named(`${GREEK} ${SIGNS}`).map(([sign, name]): [string, string] => [sign, `\\${name}`]),
  ['−', '-'],
  ['\u2001', '\\quad'],
  ['\u2003', '\\quad'],
  ['\u2009', '\\,'],
  ['\u2061', ''],
  ['\u200b', ''],
]);

/** @throws ParseError for XML that is not well-formed, and for entities of its document type */
export function parseXml(source: string): Document {
  return new DOMParser({ onError: onErrorStopParsing }).parseFromString(source, 'text/xml');
}

/** The elements directly in another, by default of any name; programs share the prefixes of names. */
export function childrenOf(parent: Element | undefined, name?: string): Element[] {
  return [...(parent?.childNodes ?? [])].filter(
    (child): child is Element =>
      child.nodeType === child.ELEMENT_NODE && (name === undefined || child.nodeName === name),
  );
}

export const allIn = (parent: Document | Element, name: string): Element[] => [
  ...parent.getElementsByTagName(name),
];

export function valOf(parent: Element | undefined, name: string): string | undefined {
  const [child] = childrenOf(parent, name);
  return child?.getAttribute('w:val') ?? child?.getAttribute('m:val') ?? undefined;
}

export function isOn(parent: Element | undefined, name: string): boolean {
  const isThere = childrenOf(parent, name).length > 0;
  return isThere && !/^(?:0|off|false)$/.test(valOf(parent, name) ?? '');
}
