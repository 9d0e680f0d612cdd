import type { Delete, Emphasis, Image, Link, Nodes, Strong } from 'mdast';
import { quoted } from '../../text/finding.ts';
import { pictureWithoutAlt } from './article-structure.ts';
import { type Context, neighboursOf, sourceOf, tell, textOf } from './markdown-node.ts';

/** Reports inline syntax that is probably unintended. */
export function checkInline(node: Nodes, context: Context): void {
  if (node.type === 'delete') checkDelete(node, context);
  else if (node.type === 'emphasis' || node.type === 'strong') checkEmphasis(node, context);
  else if (node.type === 'link') checkLink(node, context);
  else if (node.type === 'image') checkPicture(node, context);
}

function checkPicture(node: Image, context: Context): void {
  // Upload placeholders are reported by `findUnfinished`.
  if (node.alt?.startsWith('Uploading ')) return;
  if (node.url === '') {
    const message = `The picture ${quoted(node.alt ?? '')} has no address and is not shown.`;
    tell(node, context, 'picture-without-address', message, 'error');
  } else if (!node.alt?.trim())
    tell(node, context, 'picture-without-alt', pictureWithoutAlt(node.url));
}

function checkDelete(node: Delete, context: Context): void {
  const written = sourceOf(node, context.source);
  if (written.startsWith('~~') || written === '') return;
  const inner = written.slice(1, -1);
  const { before } = neighboursOf(node, context.source);
  const isSubscript = /[\p{L}\p{N}\])]/u.test(before) && /^[\p{L}\p{N}+\-−,.]{1,12}$/u.test(inner);
  tell(
    node,
    context,
    'single-tilde',
    isSubscript
      ? `“${before}${written}” is struck through. For a subscript write ${before}<sub>${inner}</sub>.`
      : `${quoted(inner)} is struck through because it stands between two “~”. Write \\~ for the character.`,
  );
}

function checkEmphasis(node: Emphasis | Strong, context: Context): void {
  const written = sourceOf(node, context.source);
  if (written.startsWith('__')) checkUnderscores(node, written, context);
  else if (written.startsWith('*')) checkAsterisks(node, written, context);
}

function checkUnderscores(node: Emphasis | Strong, written: string, context: Context): void {
  const inner = textOf(node);
  const end = node.position?.end.offset ?? 0;
  const isCalled = /^(?:\(|\[|\.\p{L})/u.test(context.source.slice(end, end + 2));
  if (!DUNDER.has(inner) && !(isCalled && /^[a-z]+(?:_[a-z]+)*$/.test(inner))) return;
  const message = `${quoted(written)} is set in bold and loses its underscores. Put it in backticks.`;
  tell(node, context, 'name-as-strong', message);
}

/** The asterisks of alleles, products and powers: HLA-A*02:01 and HLA-B*07:02, 2*3*4. */
function checkAsterisks(node: Emphasis | Strong, written: string, context: Context): void {
  const { before, after } = neighboursOf(node, context.source);
  if (!/[\p{L}\p{N}]/u.test(before)) return;
  const isWordPart = /^[\p{L}\p{M}-]+$/u.test(textOf(node)) && !/\p{N}/u.test(before + after);
  if (isWordPart) return;
  const shown = quoted(before + written + after);
  const [look, escaped] = node.type === 'strong' ? ['bold', '\\*\\*'] : ['italic', '\\*'];
  const message = `${shown} loses its asterisks: what is between them becomes ${look}. Write ${escaped} instead.`;
  tell(node, context, 'asterisks-lost', message);
}

/** Python's and JavaScript's own names. */
const DUNDER = new Set(
  `all call class del dict dirname doc enter exit file filename getattr getitem init iter len main name new
   next proto repr setattr setitem slots str`.split(/\s+/),
);

function checkLink(node: Link, context: Context): void {
  const written = sourceOf(node, context.source);
  // Bare URLs and those in angle brackets.
  if (!written.startsWith('[')) return;
  const text = textOf(node);
  if (node.url === '') {
    tell(node, context, 'link-without-address', `The link ${quoted(text)} has no address.`);
    return;
  }
  const { before, after } = neighboursOf(node, context.source);
  const isGlued = /[\p{L}\p{N}=#)\](]/u.test(before) || /[\p{L}\p{N}=#([]/u.test(after);
  const isAtom = BRACKET_ATOM.test(text) && SMILES.test(node.url);
  if (isAtom && (isGlued || /[@+\-\d]|H\b/.test(text))) {
    tell(
      node,
      context,
      'structure-as-link',
      `${quoted(`${before}${written}${after}`.trim())} is read as a link. Put structures in backticks.`,
      'error',
    );
  }
}

/** An atom in brackets: isotope, symbol, chirality, hydrogens, charge, class (OpenSMILES 3.1). */
const BRACKET_ATOM =
  /^\d{0,3}(?:[A-Z][a-z]?|[bcnops]|se|as|\*)(?:@{1,2}\w{0,4})?(?:H\d?)?(?:[+-]{1,3}|[+-]\d{1,2})?(?::\d{1,4})?$/;
const SMILES = /^(?!.*(?:\.\w{2,4}$|:\/\/))[A-Za-z\d@+\-[\]()=#$%/\\.*]{1,200}$/;
