import type { RawFrontMatter } from './front-matter.ts';

/**
 * Reads fields of a front matter by the names that systems give them, and remembers which were read. Names match in any
 * letter case, as in Hugo; a dot leads into a table, as in `extra.image`.
 */
export type Fields = {
  /** The first of the fields that holds text. */
  text(...names: string[]): string | undefined;
  /** All texts of a field: a list, or one; objects give their `name` or `title`. */
  texts(...names: string[]): string[];
  /** A value as it is. */
  value(name: string): unknown;
  /** Fields that nobody has read, by name. */
  unread(): string[];
};

/** @param inherited of the folder or the configuration, where the file has no such field */
export function readFields(matter: RawFrontMatter, inherited: RawFrontMatter = {}): Fields {
  const own = new Map(flatten(matter));
  const sources = [own, new Map(flatten(inherited))].map((fields) => ({
    fields,
    names: new Map([...fields.keys()].map((name) => [name.toLowerCase(), name])),
  }));
  const read = new Set<string>();

  function valueIn({ fields, names }: (typeof sources)[number], wanted: string): unknown {
    const name = names.get(wanted.toLowerCase());
    if (name === undefined) return undefined;
    if (fields === own) read.add(name);
    return fields.get(name);
  }

  /** Of several names for one thing, any of the file's own comes before all that are inherited. */
  function first<T>(find: (source: (typeof sources)[number]) => T | undefined): T | undefined {
    for (const source of sources) {
      const found = find(source);
      if (found !== undefined) return found;
    }
    return;
  }

  return {
    value: (name) => first((source) => valueIn(source, name)),
    text: (...wanted) =>
      first((source) => {
        for (const name of wanted) {
          const found = valueIn(source, name);
          const only = Array.isArray(found) && found.length === 1 ? (found[0] as unknown) : found;
          if (typeof only === 'string' && only.trim() !== '') return only;
        }
        return;
      }),
    texts: (...wanted) =>
      first((source) => {
        const texts = wanted.flatMap((name) => textsOf(valueIn(source, name)));
        return texts.length === 0 ? undefined : texts;
      }) ?? [],
    unread: () => [...own].flatMap(([name, each]) => (read.has(name) || isEmpty(each) ? [] : name)),
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
