/** An attribute of a tag. Positions are UTF-16 code units of the whole text; `end` is exclusive. */
export type Attribute = {
  /** The name in lower case. */
  name: string;
  value: string;
  start: number;
  end: number;
  /** Where the value is written, without its quotes. */
  valueStart: number;
  valueEnd: number;
};

export type Tag = {
  /** The name in lower case; with a slash before it, that of a closing tag. */
  name: string;
  attributes: Attribute[];
  start: number;
  end: number;
};

const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+))?/g;

/** Finds the tags of these names in order, also those whose quoted values hold angle brackets. Takes linear time. */
export function findTags(html: string, names: readonly string[]): Tag[] {
  const tag = new RegExp(
    `<(/?(?:${names.join('|')}))(?=[\\s/>])((?:[^<>"']|"[^"]*"|'[^']*')*)>`,
    'gi',
  );
  return [...html.matchAll(tag)].map(({ 0: whole, 1: name = '', 2: inside = '', index }) => ({
    name: name.toLowerCase(),
    attributes: attributesOf(inside, index + 1 + name.length),
    start: index,
    end: index + whole.length,
  }));
}

function attributesOf(inside: string, offset: number): Attribute[] {
  return [...inside.matchAll(ATTRIBUTE)].map(({ 0: whole, 1: name = '', 2: value = '', index }) => {
    const quote = /^["']/.test(value) ? 1 : 0;
    const [start, end] = [offset + index, offset + index + whole.length];
    const [valueStart, valueEnd] = [end - value.length + quote, end - quote];
    const written = value.slice(quote, value.length - quote);
    return {
      name: name.toLowerCase(),
      value: unescapeEntities(written),
      start,
      end,
      valueStart,
      valueEnd,
    };
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&#038;': '&',
  '&#38;': '&',
  '&#x26;': '&',
  '&quot;': '"',
  '&#39;': "'",
};

/** The entities that programs write into URLs. */
function unescapeEntities(value: string): string {
  return value
    .replace(/&(?:amp|#0?38|#x26|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim();
}
