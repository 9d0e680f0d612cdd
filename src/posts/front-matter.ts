import type { Reference } from '../science/references/reference.ts';

export function withFrontMatter(fields: Readonly<Record<string, string>>, content: string): string {
  const lines = Object.entries(fields).map(([field, value]) => `${field}: ${value}\n`);
  return `---\n${lines.join('')}---\n${content}`;
}

export function yamlReferences(all: readonly Reference[]): string {
  const items = all.map(
    ({ title, url, description, type, key, csl }) => `
  - title: ${yamlValue(title)}
    url: ${yamlValue(url)}
    description: ${yamlValue(description)}
    type: ${yamlValue(type)}${key === undefined ? '' : `\n    key: ${yamlValue(key)}`}${csl === undefined ? '' : `\n    csl: ${yamlValue(csl)}`}`,
  );
  return items.join('');
}

/** For `JSON.stringify`: members by their names, so that the same value is the same text after an import. */
export function inOrder(_: string, value: unknown): unknown {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? Object.fromEntries(Object.entries(value).sort()) : value;
}

/** A value on one line. JSON is YAML, but YAML requires escapes for more characters. */
export function yamlValue(value: unknown): string {
  return JSON.stringify(value, inOrder).replace(
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
