import type { DocumentOptions, SchemaOptions } from 'yaml';
import {
  isNode,
  isScalar,
  LineCounter,
  type ParseOptions,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml';

type YamlOptions = ParseOptions &
  DocumentOptions &
  SchemaOptions & {
    /** UTF-16 code units. */
    maxLength: number;
    /** Collects repeated keys, of which the last value counts. Without it, they are refused. */
    repeated?: Set<string>;
    /** Counts each anchor, for what it holds, too. */
    maxAliases?: number;
  };

/**
 * Reads YAML in linear time. `yaml` compares every key with all others, and describes every error with its lines.
 *
 * @throws Error that names line and column; RangeError where it is nested too deeply
 */
export function readYaml(
  source: string,
  { maxLength, repeated, maxAliases = 100, ...options }: YamlOptions,
): unknown {
  if (source.length > maxLength) throw new Error(`it has more than ${maxLength} characters`);
  const lineCounter = new LineCounter();
  const { stackTraceLimit } = Error;
  // Each of thousands of errors would walk the stack.
  Error.stackTraceLimit = 0;
  let document: ReturnType<typeof parseDocument>;
  try {
    document = parseDocument(source, {
      prettyErrors: false,
      uniqueKeys: false,
      logLevel: 'error',
      ...options,
      lineCounter,
    });
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  const refuse = (message: string, at: number) => {
    const { line, col } = lineCounter.linePos(at);
    throw new Error(`${message} at line ${line}, column ${col}`);
  };
  const [error] = document.errors;
  if (error !== undefined) refuse(error.message, error.pos[0]);
  visit(document, {
    Map(_, map) {
      const problem = findKeyProblem(map, repeated);
      if (problem !== null) refuse(problem.message, problem.at);
    },
  });
  return document.toJS({ maxAliasCount: maxAliases });
}

function findKeyProblem({ items }: YAMLMap, repeated?: Set<string>) {
  const keys = new Set<unknown>();
  for (const { key } of items) {
    // To make text of a collection takes exponential time where its own keys are collections.
    if (!isScalar(key)) return { message: 'Map keys must be text', at: positionOf(key) };
    if (keys.has(key.value)) {
      if (repeated === undefined) {
        return { message: 'Map keys must be unique', at: positionOf(key) };
      }
      repeated.add(String(key.value));
    }
    keys.add(key.value);
  }
  return null;
}

function positionOf(key: unknown): number {
  return isNode(key) ? (key.range?.[0] ?? 0) : 0;
}
