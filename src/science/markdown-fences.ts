import type { Code, InlineCode, Nodes, Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { type FenceAttributes, nameOf, parseAttributes, readLabel } from '../text/attributes.ts';
import { type Place, quoted, type Report } from '../text/finding.ts';
import { type Kind, OPTIONS } from '../text/placeholders.ts';

/** Languages of fences that are drawn. */
const FENCES: ReadonlySet<string> = new Set<Kind>([
  'smiles',
  'molfile',
  'reaction',
  'csv',
  'dose-response',
]);
/** Roles of inline code that are drawn: `` {smiles}`CCO` ``, as in MyST. */
const ROLE = /\{(smiles)\}$/;

/** Turns fences and roles of science into placeholders, in place. */
export function readFences(tree: Root, source: string, report: Report): void {
  visit(tree, (node, index, parent) => {
    if (node.type === 'code') readFence(node, report);
    else if (node.type === 'inlineCode') readRole(node, parent?.children[(index ?? 0) - 1], source);
  });
}

function readFence(node: Code, report: Report): void {
  const { lang, meta, position } = node;
  if (lang == null || !FENCES.has(lang)) return;
  const line = position?.start.line ?? 1;
  const attributes = parseAttributes(meta ?? '');
  if (attributes === null) {
    const message = `${meta} is not understood. Write attributes as {#fig-name name="Name"}.`;
    report('malformed-attributes', { line }, message);
  }
  // A return at its end and the line feed that follows in the tree would be read as one line break.
  node.value = node.value.replace(/\r\n?/g, '\n');
  node.data = {
    ...node.data,
    hProperties: {
      dataScience: lang,
      dataLine: line + 1,
      dataLabel: attributes === null ? undefined : readLabel(attributes, { line }, report),
      dataName: nameOf(attributes?.values.name),
      dataOptions: readOptions(attributes?.values ?? {}, { line }, report),
    },
  };
}

function readOptions(
  values: FenceAttributes['values'],
  place: Place,
  report: Report,
): string | undefined {
  const text = Object.entries(values)
    .filter(([key]) => key !== 'name')
    .map(([key, value]) => `${key}=${value}`)
    .join(' ');
  if (text === '' || OPTIONS.test(text)) return text || undefined;
  const message = `${quoted(text)} is not understood. Write options as top=100.`;
  report('malformed-attributes', place, message);
  return undefined;
}

/** The name of the role ends the text before the code. */
function readRole(node: InlineCode, before: Nodes | undefined, source: string): void {
  const role = before?.type === 'text' ? ROLE.exec(before.value) : null;
  if (before?.type !== 'text' || role === null) return;
  const start = (node.position?.start.offset ?? 0) - role[0].length;
  // Not where it is escaped, or written by character references.
  if (!source.startsWith(role[0], start) || source[start - 1] === '\\') return;
  before.value = before.value.slice(0, -role[0].length);
  const { line, column } = node.position?.start ?? { line: 1, column: 1 };
  node.data = {
    ...node.data,
    hProperties: { dataScience: role[1], dataLine: line, dataColumn: column + 1 },
  };
}
