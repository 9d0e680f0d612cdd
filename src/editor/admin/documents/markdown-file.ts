import { parse, YAMLParseError } from 'yaml';
import type { ReadDocument } from './document-text.ts';

const FIELDS = {
  title: ['title'],
  description: ['subtitle', 'description', 'abstract', 'summary'],
  author: ['author', 'authors'],
  tags: ['tags', 'keywords', 'categories'],
};

const FRONT_MATTER = /^\u{FEFF}?---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/u;

export function readMarkdownFile(file: string, pictures: File[]): ReadDocument {
  const [block = '', yaml = ''] = FRONT_MATTER.exec(file) ?? [];
  const fields = fieldsOf(yaml);
  const texts = (field: keyof typeof FIELDS): string[] =>
    Object.entries(fields ?? {})
      .filter(([name]) => FIELDS[field].includes(name.toLowerCase()))
      .flatMap(([, value]) => value)
      .map(textOf)
      .filter(Boolean);
  return {
    title: texts('title')[0] ?? '',
    description: texts('description').join(' '),
    author: texts('author').join(', '),
    tags: texts('tags').flatMap((tag) => tag.split(/\s*,\s*/)),
    text: { markdown: file.slice(fields === null ? 0 : block.length) },
    pictures,
  };
}

/** Null for what two dividing lines have between them, and for what is not YAML. */
function fieldsOf(yaml: string): object | null {
  try {
    const fields: unknown = parse(yaml) ?? {};
    return typeof fields === 'object' && !Array.isArray(fields) ? fields : null;
  } catch (error) {
    if (error instanceof YAMLParseError) return null;
    throw error;
  }
}

/** Authors may be records with a name. */
function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'name' in value) return textOf(value.name);
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
