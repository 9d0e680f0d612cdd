import type { DocumentOptions, SchemaOptions } from 'yaml';
import { isScalar, LineCounter, type ParseOptions, parseDocument, visit, type YAMLMap } from 'yaml';

type YamlOptions = ParseOptions &
  DocumentOptions &
  SchemaOptions & {
    /** UTF-16 code units. */
    maxLength: number;
    /** Of a key that is there twice, the last value counts. */
    mayRepeatKeys?: boolean;
    /** Of each anchor, for what it holds, too. */
    maxAliases?: number;
  };

/**
 * Reads YAML in linear time. `yaml` compares every key with all others, and describes every error with its lines.
 *
 * @throws Error that names line and column; RangeError where it is nested too deeply
 */
export function readYaml(
  source: string,
  { maxLength, mayRepeatKeys = false, maxAliases = 100, ...options }: YamlOptions,
): unknown {
  if (source.length > maxLength) throw new Error(`it has more than ${maxLength} characters`);
  const lineCounter = new LineCounter();
  const document = parseDocument(source, {
    ...{ prettyErrors: false, uniqueKeys: false, logLevel: 'error', ...options },
    lineCounter,
  });
  const refuse = (message: string, at: number) => {
    const { line, col } = lineCounter.linePos(at);
    throw new Error(`${message} at line ${line}, column ${col}`);
  };
  const [error] = document.errors;
  if (error !== undefined) refuse(error.message, error.pos[0]);
  if (!mayRepeatKeys) {
    visit(document, {
      Map(_, map) {
        const repeated = findRepeated(map);
        if (repeated !== undefined) refuse('Map keys must be unique', repeated);
      },
    });
  }
  return document.toJS({ maxAliasCount: maxAliases });
}

/** The position of the first key that is there a second time. */
function findRepeated({ items }: YAMLMap): number | undefined {
  const keys = new Set<unknown>();
  for (const { key } of items) {
    if (!isScalar(key)) continue;
    if (keys.has(key.value)) return key.range?.[0] ?? 0;
    keys.add(key.value);
  }
  return undefined;
}
