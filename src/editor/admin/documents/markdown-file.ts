import { parse, YAMLParseError } from 'yaml';
import { DocumentParts, type DocumentPicture, type ReadDocument } from './document.ts';

/** The fields of front matter by their names in Pandoc, Quarto, Jekyll and Hugo. */
const FIELDS: Readonly<Record<string, 'title' | 'description' | 'author' | 'tags' | 'works'>> = {
  title: 'title',
  subtitle: 'description',
  description: 'description',
  abstract: 'description',
  summary: 'description',
  author: 'author',
  authors: 'author',
  tags: 'tags',
  keywords: 'tags',
  categories: 'tags',
  references: 'works',
};

const FRONT_MATTER = /^\u{FEFF}?---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/u;

/** `![…](figures/a.png`: no protocol, and not a path of this site. */
const LOCAL_PICTURE =
  /(!\[[^\]]*\]\(<?|<img\b[^>]*\bsrc=["'])((?![a-z][a-z\d+.-]*:|\/|#)[^\s)>"']+)/gi;

/**
 * Reads a Markdown file, whose text stays as it is but for its title and its pictures.
 *
 * @param beside the pictures that were opened with it, by name
 */
export function readMarkdownFile(
  file: string,
  beside: ReadonlyMap<string, DocumentPicture>,
): ReadDocument {
  const parts = new DocumentParts();
  const [block = '', yaml = ''] = FRONT_MATTER.exec(file) ?? [];
  const fields = fieldsOf(yaml);
  const values = { title: [], description: [], author: [], tags: [], works: [] } as Record<
    string,
    unknown[]
  >;
  for (const [name, value] of Object.entries(fields ?? {})) {
    values[FIELDS[name.toLowerCase()] ?? '']?.push(...[value].flat());
  }
  const texts = (field: string) => (values[field] ?? []).map(textOf).filter(Boolean);
  const [title = ''] = texts('title');
  const markdown = file
    .slice(fields === null ? 0 : block.length)
    .replace(LOCAL_PICTURE, (all, before: string, src: string) => {
      const picture = beside.get(src.replaceAll('%20', ' ').split('/').at(-1) ?? '');
      return picture === undefined ? all : before + parts.picture(picture);
    });
  return {
    title,
    description: texts('description').join(' '),
    author: texts('author').join(', '),
    tags: texts('tags').flatMap((tag) => tag.split(/\s*,\s*/)),
    text: { markdown },
    marks: parts.marks,
    pictures: parts.pictures,
    works: (values.works ?? []).filter((work) => typeof work === 'object' && work !== null),
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
