import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { forAdministrators } from '../../../accounts/admin/session/verification.ts';
import { failureMessage } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { EmptyState } from '../../../admin/lists/empty-state.tsx';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { orLogin } from '../../../admin/session/expired-session.ts';
import { Button } from '../../../ui/button.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import type { authors } from '../../api/authors.ts';
import { AUTHOR_LIMITS, type ListedAuthor } from '../../authors/author.ts';
import type { Route } from './+types/authors.ts';
import { AuthorForm } from './author-form.tsx';
import { AuthorList } from './author-list.tsx';
import { RemoveAuthor } from './remove-author.tsx';

export const meta: Route.MetaFunction = () => privateMeta('Authors');

export const clientLoader = forAdministrators(async ({ request }: Route.ClientLoaderArgs) => {
  const answer = orLogin(
    await caller<typeof authors>()('GET', '/admin/authors'),
    new URL(request.url),
  );
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
    <div className="max-w-3xl">
      <h1 className="display text-2xl">Authors</h1>
      <p className="mt-1 max-w-[60ch] text-muted text-sm">
        Everyone here has a public page. A post links to it wherever its Author field has the name;
        several names are separated by commas.
      </p>
      {authors === null ? <LoadFailure message={failure} /> : <Authors authors={authors} />}
    </div>
  );
}

type Open = { kind: 'add' } | { kind: 'edit' | 'remove'; id: string } | null;

function Authors({ authors }: { authors: readonly ListedAuthor[] }) {
  const [open, setOpen] = useState<Open>(null);
  const [notice, setNotice] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const { revalidate } = useRevalidator();
  const isFull = authors.length >= AUTHOR_LIMITS.authors;
  const chosen = open === null || open.kind === 'add' ? undefined : findById(authors, open.id);

  useEffect(() => {
    // The row or button that had the focus may be gone.
    if (notice !== '') status.current?.focus();
  }, [notice]);

  function start(next: Open) {
    setNotice('');
    setOpen(next);
  }

  async function finish(done: string) {
    await revalidate();
    setOpen(null);
    setNotice(done);
  }

  return (
    <div className="mt-6 space-y-6">
      <Button disabled={isFull} onClick={() => start({ kind: 'add' })}>
        <Plus aria-hidden className="size-4" />
        Add an author
      </Button>
      {isFull ? (
        <p className="text-muted text-sm">There can be at most {AUTHOR_LIMITS.authors} authors.</p>
      ) : null}
      <p
        ref={status}
        tabIndex={-1}
        role="status"
        className="rounded-md bg-teal/8 px-4 py-3 text-sm text-teal empty:hidden"
      >
        {notice}
      </p>
      {authors.length === 0 ? (
        <EmptyState
          title="No authors yet"
          text="Posts show the names of their authors without links."
        />
      ) : (
        <AuthorList
          authors={authors}
          onEdit={({ id }) => start({ kind: 'edit', id })}
          onRemove={({ id }) => start({ kind: 'remove', id })}
        />
      )}
      {open?.kind === 'add' || open?.kind === 'edit' ? (
        <AuthorForm
          stored={chosen}
          onSaved={({ name }) => finish(`${name} is saved.`)}
          onStale={revalidate}
          onCancel={() => setOpen(null)}
        />
      ) : null}
      {open?.kind === 'remove' && chosen !== undefined ? (
        <RemoveAuthor
          author={chosen}
          onRemoved={() => finish(`${chosen.name} has been removed.`)}
          onStale={revalidate}
          onCancel={() => setOpen(null)}
        />
      ) : null}
    </div>
  );
}

function findById(authors: readonly ListedAuthor[], id: string): ListedAuthor | undefined {
  return authors.find((author) => author.id === id);
}
