import {
  attributesOf,
  elementAt,
  readTags,
  type Tag,
  textOfHtml,
  unescapeHtml,
} from '../../domain/posts/read-tags.ts';

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
  const tags = [...readTags(contentHtml)];
  const headings: Heading[] = [];
  let from = 0;
  for (const [index, { name, isEnd, start }] of tags.entries()) {
    if ((name !== 'h2' && name !== 'h3') || isEnd || start < from) continue;
    const { attributes, inner, end } = elementAt(contentHtml, tags, index);
    const id = attributes.get('id');
    from = end;
    if (id === undefined || id === FOOTNOTES) continue;
    headings.push({ level: name === 'h2' ? 2 : 3, id, text: textOf(inner) });
  }
  return headings;
}

function textOf(inner: string): Heading['text'] {
  const tags = [...readTags(inner)];
  const text: Heading['text'][number][] = [];
  let from = 0;
  for (const [index, tag] of tags.entries()) {
    if (tag.start < from) continue;
    text.push(unescapeHtml(inner.slice(from, tag.start)));
    from = tag.end;
    const raised = !tag.isEnd && (tag.name === 'sub' || tag.name === 'sup') ? tag.name : null;
    if (raised === null && !isHidden(inner, tag)) continue;
    const element = elementAt(inner, tags, index);
    from = element.end;
    if (raised !== null && !isFootnoteMark(inner, tags[index + 1])) {
      text.push({ tag: raised, text: textOfHtml(element.inner) });
    }
  }
  return [...text, unescapeHtml(inner.slice(from))].filter((each) => each !== '');
}

/** Links to headings and TeX sources. */
function isHidden(html: string, tag: Tag): boolean {
  if (tag.isEnd) return false;
  if (tag.name === 'annotation') return true;
  return tag.name === 'a' && attributesOf(html, tag).get('class') === 'heading-anchor';
}

function isFootnoteMark(html: string, tag: Tag | undefined): boolean {
  return tag?.name === 'a' && attributesOf(html, tag).has('data-footnote-ref');
}
