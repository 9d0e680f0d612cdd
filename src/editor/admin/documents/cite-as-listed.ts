import type { Reference } from '../../../science/references/reference.ts';
import { workIdentity } from '../../../science/references/same-work.ts';

/** A key as in `keys.ts`, not in an email address, and not escaped. */
const CITED = /(?<![\p{L}\p{N}_\\])@([\p{L}\p{N}_]+(?:[:.#$%&+?~/-][\p{L}\p{N}_]+)*)/gu;

/** Cites works by the keys that they have in the list of the post: another work may have had theirs. */
export function citeAsListed(
  markdown: string,
  works: readonly Reference[],
  listed: readonly Reference[],
): string {
  const keys = new Map(listed.map((each) => [workIdentity(each), each.key]));
  const changed = new Map(works.map((work) => [work.key, keys.get(workIdentity(work))]));
  return markdown.replace(CITED, (all, key: string) => {
    const now = changed.get(key);
    return now ? `@${now}` : all;
  });
}
