import { type Client, onEachConnection, type Visit } from './client.ts';

export const LIST = '/blog';

/** The post that is being worked on, as whoever asks from `since` on must see it. */
export type Truth = {
  slug: string;
  /** Null while there is no such post. */
  title: string | null;
  /** Of `performance.now()`; a change that is under way leaves it open what is right. */
  since: number | 'changing';
};

export type Interval = { began: number; ended: number };

/** What readers met with. */
export type Findings = {
  visits: Interval[];
  /** How many answers were known to have to show the present state. */
  checked: number;
  stale: string[];
};

/** Whether an answer shows a post as it is: on its own page, or on the list. Other pages stay. */
export function shows(
  { slug, title }: Pick<Truth, 'slug' | 'title'>,
  path: string,
  { status, body }: Pick<Visit, 'status' | 'body'>,
): boolean {
  const own = `${LIST}/${slug}`;
  if (path !== LIST && path !== own) return status === 200;
  if (title !== null) return status === 200 && body.includes(title);
  return path === LIST ? status === 200 && !body.includes(`${own}"`) : status === 404;
}

/**
 * Asks for the list, for posts and for the one that is being worked on, with every connection as fast
 * as it is answered, and looks at each answer that began and ended between two changes.
 *
 * @param posts the slugs of posts that stay as they are
 * @param truth kept up to date by whoever makes the changes
 */
export async function readOn(
  client: Client,
  posts: readonly string[],
  truth: Truth,
  findings: Findings,
  isUnderWay: () => boolean,
): Promise<void> {
  const visit = async (path: string) => {
    const before = { ...truth };
    const answer = await client.get(path);
    findings.visits.push({ began: answer.began, ended: answer.ended });
    if (before.since === 'changing' || truth.since !== before.since) return;
    findings.checked++;
    if (!shows(before, path, answer)) findings.stale.push(path);
  };
  let number = 0;
  const next = () => {
    if (!isUnderWay()) return;
    const at = number++;
    if (at % 2 === 0) return visit(LIST);
    return visit(`${LIST}/${at % 4 === 1 ? truth.slug : posts[(at >> 2) % posts.length]}`);
  };
  await onEachConnection(client, next);
}
