import { normalizeCsl, toText } from './normalize-csl.ts';
import { lineAt, type ReadRecords, type Refusal, withoutEntities } from './read-record.ts';

/** Reads CSL-JSON: an item, or a list of items. */
export function readCslJson(text: string): ReadRecords {
  const parsed = parse(text);
  if ('refusal' in parsed) return { records: [], refusals: [parsed.refusal] };
  const items = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  const lines = linesOfItems(text);
  const read: ReadRecords = { records: [], refusals: [] };
  let line = 1;
  for (const item of items) {
    const isItem = typeof item === 'object' && item !== null && !Array.isArray(item);
    // A value that is not an item is reported at the line of the item before it.
    if (isItem) line = lines.shift() ?? line;
    const csl = isItem ? normalizeCsl(item) : undefined;
    if (csl?.title === undefined) {
      const message = `CSL-JSON line ${line}: this is not a reference with a title.`;
      read.refusals.push({ line, message });
    } else {
      const { id, 'citation-key': key } = item as Record<string, unknown>;
      read.records.push({ line, key: toText(key) || toText(id), csl });
    }
  }
  return read;
}

/** Parses JSON; texts lose the character references that registries send. */
export function parseCslJson(text: string): unknown {
  return JSON.parse(text, (_, value) =>
    typeof value === 'string' ? withoutEntities(value) : value,
  );
}

function parse(text: string): { value: unknown } | { refusal: Refusal } {
  try {
    return { value: parseCslJson(text) };
  } catch (error) {
    const [, place] = /at position (\d+)/.exec(`${error}`) ?? [];
    const offset = place === undefined ? text.length : Number(place);
    const line = lineAt(text, offset);
    const column = offset - text.lastIndexOf('\n', offset - 1);
    const message = `CSL-JSON line ${line}, column ${column}: invalid syntax.`;
    return { refusal: { line, column, message } };
  }
}

/** The lines in which the items of valid JSON begin. */
function linesOfItems(text: string): number[] {
  const top = text.trimStart().startsWith('[') ? 1 : 0;
  const lines: number[] = [];
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:\\.|[^"\\])*"|[[\]{}]/gs)) {
    if (token === '{' && depth === top) lines.push(lineAt(text, index));
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
  }
  return lines;
}
