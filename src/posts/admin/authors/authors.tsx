import type { ComponentProps } from 'react';
import { forAdministrators } from '../../../accounts/admin/session/verification.ts';
import { failureMessage } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { Records } from '../../../admin/records/records.tsx';
import { orLogin } from '../../../admin/session/expired-session.ts';
import { privateMeta } from '../../../ui/seo.ts';
import type { authors } from '../../api/authors.ts';
import { AUTHOR_LIMITS, authorPath, type ListedAuthor } from '../../authors/author.ts';
import type { Route } from './+types/authors.ts';
import { AuthorForm } from './author-form.tsx';

const api = caller<typeof authors>();

export const meta: Route.MetaFunction = () => privateMeta('Authors');

export const clientLoader = forAdministrators(async ({ request }: Route.ClientLoaderArgs) => {
  const answer = orLogin(await api('GET', '/admin/authors'), new URL(request.url));
  return answer.ok
    ? { authors: answer.value.authors, failure: '' }
    : {
        authors: null,
        failure: failureMessage(answer.failure, 'Failed to load the authors. Please try again.'),
      };
});

/** The authors who have a record and a page. */
export default function AuthorsPage({ loaderData: { authors, failure } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="display text-2xl">Authors</h1>
      <p className="mt-1 max-w-[72ch] text-muted text-sm">
        Everyone here has a public page. A post links to it when its Author field has that name;
        separate several names with commas.
      </p>
      {authors === null ? (
        <LoadFailure message={failure} />
      ) : (
        <Records {...authorRecords} records={authors} />
      )}
    </>
  );
}

const authorRecords: Omit<ComponentProps<typeof Records<ListedAuthor>>, 'records'> = {
  one: 'an author',
  label: 'Authors',
  limit: AUTHOR_LIMITS.authors,
  empty: {
    title: 'No authors yet',
    text: 'Posts show the names of their authors without links.',
  },
  words: ({ name, otherNames, affiliation }) => [name, ...otherNames, affiliation],
  row: (author) => ({
    name: author.name,
    anchor: author.slug,
    path: authorPath(author),
    badge: author.kind === 'group' ? 'Group' : undefined,
    uses: postsBy(author),
    details: (
      <>
        {author.affiliation === '' ? null : <p dir="auto">{author.affiliation}</p>}
        {author.orcid === '' ? null : (
          <p>
            ORCID{' '}
            <a href={author.orcid} className="prose-link whitespace-nowrap font-mono">
              {author.orcid.replace('https://orcid.org/', '')}
            </a>
          </p>
        )}
        <p dir="auto" className="line-clamp-2">
          {author.biography}
        </p>
      </>
    ),
  }),
  removal: {
    consequence: (author) =>
      `This author has ${postsBy(author).toLowerCase()}. The name stays in the posts; the public page and the biography are removed.`,
    send: ({ id, version }) =>
      api('DELETE', '/admin/authors/:id', { param: { id }, query: { version } }),
  },
  form: (form) => <AuthorForm {...form} />,
};

function postsBy({ postCount }: ListedAuthor): string {
  if (postCount === 0) return 'No public posts';
  return postCount === 1 ? '1 public post' : `${postCount} public posts`;
}
