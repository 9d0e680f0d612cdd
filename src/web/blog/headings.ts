export type Heading = {
  level: 2 | 3;
  id: string;
  /** What is raised or lowered keeps its element. */
  text: readonly (string | { tag: 'sub' | 'sup'; text: string })[];
};

export type Section = { heading: Heading | null; parts: Heading[] };

/** Fewer headings need no table of contents. */
const MIN_HEADINGS = 4;
/** More headings are listed without those of the third level. */
const MAX_HEADINGS = 40;

const FOOTNOTES = 'footnote-label';

/** Right for the output of `renderBody` only: attributes stand in double quotes, `<` in text is escaped. */
const HEADING = /<h([23])((?:\s+[^\s=>"]+(?:="[^"]*")?)*)>(.*?)<\/h\1>/gs;
/** Links to headings, marks of footnotes, TeX sources, and tags but those of what is raised and lowered. */
const NOT_TEXT =
  /<a class="heading-anchor"(?:"[^"]*"|[^">])*>#<\/a>|<sup><a\b[^>]*\bdata-footnote-ref\b.*?<\/sup>|<annotation\b.*?<\/annotation>|<(?!\/?su[bp]\b)(?:"[^"]*"|[^">])*>/gs;
const RAISED = /<(su[bp])\b(?:"[^"]*"|[^">])*>([^<]*)<\/\1>/g;

/** The sections of a rendered body with their parts; none where a table of contents would be longer than it helps. */
export function sectionsOf(contentHtml: string): Section[] {
  const headings = [...contentHtml.matchAll(HEADING)].flatMap(([, level, attributes, inner]) => {
    const id = / id="([^"]*)"/.exec(attributes ?? '')?.[1];
    if (id === undefined || id === FOOTNOTES) return [];
    return { level: level === '2' ? 2 : 3, id: unescaped(id), text: textOf(inner ?? '') } as const;
  });
  if (headings.length < MIN_HEADINGS) return [];
  const sections: Section[] = [];
  for (const heading of headings) {
    if (heading.level === 2) sections.push({ heading, parts: [] });
    else if (headings.length <= MAX_HEADINGS) {
      if (sections.length === 0) sections.push({ heading: null, parts: [] });
      sections.at(-1)?.parts.push(heading);
    }
  }
  return sections;
}

function textOf(inner: string): Heading['text'] {
  const text: Heading['text'][number][] = [];
  const markup = inner.replace(NOT_TEXT, '');
  let from = 0;
  for (const { 0: whole, 1: tag, 2: raised = '', index } of markup.matchAll(RAISED)) {
    text.push(plain(markup.slice(from, index)), { tag: tag as 'sub' | 'sup', text: plain(raised) });
    from = index + whole.length;
  }
  return [...text, plain(markup.slice(from))].filter((each) => each !== '');
}

function plain(markup: string): string {
  return unescaped(markup.replace(/<[^>]*>/g, ''));
}

/** rehype-stringify escapes by hexadecimal references only. */
function unescaped(escaped: string): string {
  return escaped.replace(/&#x([0-9a-f]{1,6});/gi, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
}
