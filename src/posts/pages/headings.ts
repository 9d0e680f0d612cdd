import {
  attributesOf,
  elementsOf,
  readTags,
  type Tag,
  textOfHtml,
  type WrittenElement,
} from '../../text/read-tags.ts';

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

/** The sections of a rendered body with their parts; none where a table of contents would be longer than it helps. */
export function sectionsOf(contentHtml: string): Section[] {
  const headings = headingsOf(contentHtml);
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

function headingsOf(contentHtml: string): Heading[] {
  const elements = elementsOf(contentHtml, ({ name }) => name === 'h2' || name === 'h3');
  return [...elements].flatMap(({ name, attributes, inner }): Heading[] => {
    const id = attributes.get('id');
    if (id === undefined || id === FOOTNOTES) return [];
    return [{ level: name === 'h2' ? 2 : 3, id, text: textOf(inner) }];
  });
}

function textOf(markup: string): Heading['text'] {
  const isSpecial = (tag: Tag) =>
    ['sub', 'sup', 'annotation'].includes(tag.name) ||
    (tag.name === 'a' && isHeadingLink(attributesOf(markup, tag)));
  const text: Heading['text'][number][] = [];
  let from = 0;
  for (const { name, inner, start, end } of elementsOf(markup, isSpecial)) {
    text.push(textOfHtml(markup.slice(from, start)));
    if ((name === 'sub' || name === 'sup') && !isFootnoteMark(inner)) {
      text.push({ tag: name, text: textOfHtml(inner) });
    }
    from = end;
  }
  return [...text, textOfHtml(markup.slice(from))].filter((each) => each !== '');
}

function isHeadingLink(attributes: WrittenElement['attributes']): boolean {
  return attributes.get('class') === 'heading-anchor';
}

function isFootnoteMark(html: string): boolean {
  const [first] = readTags(html);
  return first !== undefined && attributesOf(html, first).has('data-footnote-ref');
}
