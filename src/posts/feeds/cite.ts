import { writeBibtex } from '../../science/references/bibtex-writing.ts';
import { writeRis } from '../../science/references/ris.ts';
import {
  CITE_FORMATS,
  type CitedPost,
  type CiteFormat,
  citationKey,
  citedPath,
  postAsCsl,
} from '../cite-post.ts';
import type { SiteProfile } from './profile.ts';

/** A post or a frozen version of it as a reference of others, in the format of a file's ending. */
export function citeFile(
  post: CitedPost,
  format: CiteFormat,
  { profile, publicUrl }: { profile: SiteProfile; publicUrl: string },
): { type: string; body: string } {
  const site = { ...profile, blogTitle: profile.blog.title };
  const key = citationKey(post);
  const csl = postAsCsl(post, publicUrl + citedPath(post), site);
  return { type: CITE_FORMATS[format], body: WRITERS[format]({ key, csl }) };
}

type Item = Parameters<typeof writeRis>[0];

const WRITERS: Record<CiteFormat, (item: Item) => string> = {
  bib: (item) => writeBibtex([item]),
  ris: writeRis,
  json: ({ key, csl }) => `${JSON.stringify([{ id: key, ...csl }], null, 2)}\n`,
};

export function isCiteFormat(ending: string): ending is CiteFormat {
  return Object.hasOwn(CITE_FORMATS, ending);
}
