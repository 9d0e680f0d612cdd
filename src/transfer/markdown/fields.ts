import type { RawFrontMatter } from './front-matter.ts';

/**
 * Reads fields of a front matter by the names that systems give them, and remembers which were read. Names match in any
 * letter case, as in Hugo; a dot leads into a table, as in `extra.image`.
 */
export type Fields = {
  /** The first of the fields that holds text. */
  text(...names: string[]): string | undefined;
  /** All texts of the fields: a list, or one; objects give their `name` or `title`. */
  texts(...names: string[]): string[];
  /** The value as it is. */
  value(name: string): unknown;
  /** Names of fields that nobody has read. */
  unread(): string[];
};

export function readFields(matter: RawFrontMatter): Fields {
  const fields = new Map(flatten(matter));
  const names = new Map([...fields.keys()].map((name) => [name.toLowerCase(), name]));
  const read = new Set<string>();

  function value(wanted: string): unknown {
    const name = names.get(wanted.toLowerCase());
    if (name === undefined) return undefined;
    read.add(name);
    return fields.get(name);
  }

  return {
    value,
    text(...wanted) {
      for (const name of wanted) {
        const found = value(name);
        const only = Array.isArray(found) && found.length === 1 ? (found[0] as unknown) : found;
        if (typeof only === 'string' && only.trim() !== '') return only;
      }
      return;
    },
    texts: (...wanted) => wanted.flatMap((name) => textsOf(value(name))),
    unread: () =>
      [...fields].flatMap(([name, each]) => (read.has(name) || isEmpty(each) ? [] : name)),
  };
}

/** Tables become fields with dots; lists stay. */
function flatten(matter: RawFrontMatter, prefix = ''): [name: string, value: unknown][] {
  return Object.entries(matter).flatMap(([key, value]): [string, unknown][] => {
    const name = `${prefix}${key}`;
    const isTable = value !== null && typeof value === 'object' && !Array.isArray(value);
    // Deeper tables belong to what is above them.
    return isTable && prefix.split('.').length <= 2
      ? flatten(value as RawFrontMatter, `${name}.`)
      : [[name, value]];
  });
}

function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  if (value === null || typeof value !== 'object') return [];
  const { name, title } = value as { name?: unknown; title?: unknown };
  return textsOf(name ?? title);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
