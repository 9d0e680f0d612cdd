import { list } from '../content/blog.ts';
import { site } from '../content/site.ts';
import type { CslItem, CslName } from '../science/references/reference.ts';
import { citationOf } from '../science/references/reference-list.ts';
import { personName } from '../science/references/reference-text.ts';
import type { CitationFormat } from '../science/references/writing.ts';
import { type NamedAuthor, namesOf, oneLine } from './authors/author.ts';
import type { ReadPost } from './post.ts';
import { isRetracted, noticeText, titlePrefix } from './record/notice.ts';
import { type RecordMark, recordPath } from './record/record-mark.ts';

/** Runs in the browser too. */

type Fields = 'slug' | 'title' | 'author' | 'date' | 'tags' | 'citationStyle' | 'license';

export type CitedPost = Pick<ReadPost, Fields | 'notices' | 'authors'> & {
  /** The number of the frozen version that is cited. */
  record?: number;
};

export function citedVersion(post: ReadPost, mark?: RecordMark): CitedPost {
  const { notices = [], records = [] } = post;
  const cited = mark ?? records.at(-1);
  if (cited === undefined) return post;
  const { number, title, author, date } = cited;
  return { ...post, author, date, record: number, title: titlePrefix(notices) + title };
}

export function citedPath({ slug, record }: Pick<CitedPost, 'slug' | 'record'>): string {
  return record === undefined ? `/blog/${slug}` : recordPath(slug, record);
}

export const CITE_FORMATS = {
  bib: 'application/x-bibtex',
  ris: 'application/x-research-info-systems',
  json: 'application/vnd.citationstyles.csl+json',
} as const satisfies Record<CitationFormat, string>;

export function postAsCsl(post: CitedPost, url: string): CslItem {
  const { record, notices = [], license, tags } = post;
  const notes = notices.map((notice) => noticeText(notice, notice.date));
  if (license !== '') notes.push(`Licence: ${license}.`);
  return {
    type: 'post-weblog',
    title: oneLine(post.title),
    author: citedAuthors(post).map(({ csl }) => csl),
    'container-title': `${site.name} ${list.title}`,
    publisher: site.name,
    issued: { 'date-parts': [publicationDay(post.date)] },
    URL: url,
    language: site.locale,
    ...(tags.length === 0 ? {} : { keyword: oneLine(tags.join(', ')) }),
    ...(record === undefined ? {} : { version: String(record) }),
    ...(isRetracted(notices) ? { status: 'retracted' } : {}),
    ...(notes.length === 0 ? {} : { note: oneLine(notes.join(' ')) }),
  };
}

export function citationText(post: CitedPost, url: string): string {
  const { publisher: _, note, version, status, ...csl } = postAsCsl(post, url);
  const text = citationOf(csl, post.citationStyle);
  return [text, version === undefined ? '' : `Version ${version}.`, url].filter(Boolean).join(' ');
}

/** Takes longer to make than anything else of a citation. This locale writes dates by ISO 8601. */
const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: site.timeZone, dateStyle: 'short' });

export function publicationDay(instant: string): number[] {
  return DAY.format(new Date(instant)).split('-').map(Number);
}

/**
 * The authors whom the byline names, one or several where each looks like a name. A record says what the family name of a
 * person is; without one a name stays whole.
 */
export function citedAuthors(
  post: Pick<ReadPost, 'author' | 'authors'>,
): { csl: CslName; record: NamedAuthor | undefined }[] {
  const names = namesOf(post);
  const areNames = names.every(
    ({ name, record }) => record || name.startsWith(site.name) || FULL_NAME.test(name),
  );
  if (!areNames || names.length === 0) {
    return [{ csl: { literal: oneLine(post.author) }, record: undefined }];
  }
  return names.map(({ name, record }) => ({
    csl: cslName(name, record?.familyName ?? ''),
    record,
  }));
}

const FULL_NAME = /^\p{L}[\p{L}\p{M}.'’-]*(?: \p{L}[\p{L}\p{M}.'’-]*){1,4}$/u;

/** `van den Berg` of `Anna van den Berg`. What follows is a suffix, as `Jr.`, or the given name, where nothing stands before. */
function cslName(name: string, familyName: string): CslName {
  const literal = familyName.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const inName = new RegExp(`^(.*)(?<![\\p{Lu}\\p{Ll}])${literal}(?![\\p{Lu}\\p{Ll}])(.*)$`, 'u');
  const parted = familyName === '' ? null : inName.exec(name);
  if (parted === null) return { literal: name };
  const [before = '', after = ''] = parted.slice(1).map((part) => part.trim());
  return personName(familyName, before || after, before === '' ? '' : after);
}

export function nameText({ literal, given, family, suffix, ...rest }: CslName): string {
  return (
    literal ?? [given, rest['non-dropping-particle'], family, suffix].filter(Boolean).join(' ')
  );
}
