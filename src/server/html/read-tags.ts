export type Tag = {
  name: string;
  isEnd: boolean;
  start: number;
  end: number;
};

/** An element of written HTML; one without an end tag reaches to the end of the text. */
export type WrittenElement = {
  name: string;
  attributes: ReadonlyMap<string, string>;
  outer: string;
  inner: string;
  start: number;
  end: number;
};

const NAME = /[a-z][^\s"/<>]*/iy;
const REST = /[^">]*(?:"[^"]*"[^">]*)*>/y;
const ATTRIBUTE = /\s+([^\s"/<=>]+)(?:="([^"]*)")?/g;
/** Elements whose text may hold `<`. */
const RAW_TEXT: ReadonlySet<string> = new Set(['script', 'style']);

/**
 * Reads HTML that `writeFragment`, an earlier version of it or React wrote, in document order and
 * linear time: values stand in double quotes and may hold `<` and `>`; text holds no `<`. Stops at
 * an unclosed tag, comment or script, which such HTML never has.
 */
export function* readTags(html: string): Generator<Tag> {
  for (let start = html.indexOf('<'); start !== -1; ) {
    const tag = tagAt(html, start);
    if (tag?.end === -1) return;
    if (tag !== null) yield tag;
    const end = tag === null ? endOfComment(html, start) : endOfRawText(html, tag);
    if (end === -1) return;
    start = html.indexOf('<', end);
  }
}

/** The tag at a `<`, null if there is none; an unclosed tag has the end -1. */
function tagAt(html: string, start: number): Tag | null {
  const isEnd = html[start + 1] === '/';
  const nameStart = start + (isEnd ? 2 : 1);
  const nameEnd = endOf(NAME, html, nameStart);
  if (nameEnd === -1) return null;
  return { name: html.slice(nameStart, nameEnd), isEnd, start, end: endOf(REST, html, nameEnd) };
}

function endOfComment(html: string, start: number): number {
  if (!html.startsWith('<!--', start)) return start + 1;
  const end = html.indexOf('-->', start);
  return end === -1 ? -1 : end + '-->'.length;
}

function endOfRawText(html: string, { name, isEnd, end }: Tag): number {
  return isEnd || !RAW_TEXT.has(name) ? end : html.indexOf(`</${name}`, end);
}

function endOf(expression: RegExp, text: string, from: number): number {
  expression.lastIndex = from;
  return expression.test(text) ? expression.lastIndex : -1;
}

export function attributesOf(html: string, { name, start, end }: Tag): Map<string, string> {
  const attributes = new Map<string, string>();
  const written = html.slice(start + 1 + name.length, end - 1);
  for (const [, key = '', value = ''] of written === '' ? [] : written.matchAll(ATTRIBUTE)) {
    attributes.set(key, unescapeHtml(value));
  }
  return attributes;
}

export function* elementsOf(
  html: string,
  isWanted: (tag: Tag) => boolean,
): Generator<WrittenElement> {
  let open: Tag | undefined;
  let depth = 0;
  for (const tag of readTags(html)) {
    if (open === undefined) open = !tag.isEnd && isWanted(tag) ? tag : undefined;
    if (open?.name !== tag.name) continue;
    depth += tag.isEnd ? -1 : 1;
    if (depth > 0) continue;
    yield elementBetween(html, open, tag);
    open = undefined;
  }
  const { length } = html;
  if (open !== undefined) yield elementBetween(html, open, { start: length, end: length });
}

function elementBetween(
  html: string,
  tag: Tag,
  { start: innerEnd, end }: Pick<Tag, 'start' | 'end'>,
) {
  return {
    name: tag.name,
    attributes: attributesOf(html, tag),
    outer: html.slice(tag.start, end),
    inner: html.slice(tag.end, innerEnd),
    start: tag.start,
    end,
  };
}

export function replaceElements(
  html: string,
  isWanted: (tag: Tag) => boolean,
  replace: (element: WrittenElement) => string,
): string {
  let [replaced, from] = ['', 0];
  for (const element of elementsOf(html, isWanted)) {
    replaced += html.slice(from, element.start) + replace(element);
    from = element.end;
  }
  return replaced + html.slice(from);
}

export function mapTags(html: string, change: (source: string, tag: Tag) => string): string {
  let [changed, from] = ['', 0];
  for (const tag of readTags(html)) {
    changed += html.slice(from, tag.start) + change(html.slice(tag.start, tag.end), tag);
    from = tag.end;
  }
  return changed + html.slice(from);
}

/** A tag with other values of its attributes, escaped so that HTML and XML read them alike; null removes an attribute. */
export function mapAttributes(
  source: string,
  change: (name: string, value: string) => string | null,
): string {
  return source.replace(ATTRIBUTE, (attribute, name: string, written: string | undefined) => {
    const value = change(name, unescapeHtml(written ?? ''));
    if (value === null) return '';
    return written === undefined ? attribute : ` ${name}="${escapeHtml(value)}"`;
  });
}

export function textOfHtml(html: string): string {
  return unescapeHtml(mapTags(html, () => ''));
}

export function escapeInTags(html: string): string {
  return mapTags(html, (source) => {
    const inside = source.slice(1, -1);
    return /[<>]/.test(inside) ? `<${inside.replace(/[<>]/g, reference)}>` : source;
  });
}

export function escapeHtml(text: string): string {
  return text.replace(/[&"<>]/g, reference);
}

/** Undoes the escapes of `writeFragment`, which are hexadecimal, and of React. */
export function unescapeHtml(escaped: string): string {
  if (!escaped.includes('&')) return escaped;
  return escaped.replace(
    /&(?:#x([0-9a-f]{1,5})|(amp|lt|gt|quot));/gi,
    (_, code?: string, name = '') =>
      code === undefined ? (NAMED[name] ?? '') : String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function reference(character: string): string {
  return `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`;
}
