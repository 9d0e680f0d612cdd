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
import { TextField } from '../../../ui/field.tsx';
import { Link } from '../../../ui/link.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import type { glossary } from '../api/glossary.ts';
import { TERM_LIMITS, type UsedTerm } from '../term.ts';
import type { Route } from './+types/glossary.ts';
import { RemoveTerm } from './remove-term.tsx';
import { TermForm } from './term-form.tsx';
import { TermList } from './term-list.tsx';

export const meta: Route.MetaFunction = () => privateMeta('Glossary');

export const clientLoader = forAdministrators(async ({ request }: Route.ClientLoaderArgs) => {
  const answer = orLogin(
    await caller<typeof glossary>()('GET', '/admin/glossary'),
    new URL(request.url),
  );
  return answer.ok
    ? { terms: answer.value.terms, failure: '' }
    : {
        terms: null,
        failure: failureMessage(answer.failure, 'Failed to load the glossary. Please try again.'),
      };
});

/** The terms that the glossary defines and posts link. */
export default function GlossaryPage({ loaderData: { terms, failure } }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <h1 className="display text-2xl">Glossary</h1>
      <p className="mt-1 max-w-[60ch] text-muted text-sm">
        The{' '}
        <Link to="/glossary" className="prose-link">
          page
        </Link>{' '}
        shows these terms. In posts, the first mention of each term opens its definition.
      </p>
      {terms === null ? <LoadFailure message={failure} /> : <Terms terms={terms} />}
    </div>
  );
}

type Open =
  | { kind: 'add' }
  | { kind: 'edit'; id: string }
  | { kind: 'remove'; term: UsedTerm }
  | null;

function Terms({ terms }: { terms: readonly UsedTerm[] }) {
  const [open, setOpen] = useState<Open>(null);
  const [sought, setSought] = useState('');
  const [notice, setNotice] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const { revalidate } = useRevalidator();
  const shown = terms.filter((term) => isFound(term, sought));
  const isFull = terms.length >= TERM_LIMITS.terms;

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
      <div className="flex flex-wrap items-end gap-3">
        <div className="grow">
          <TextField
            type="search"
            label="Find a term"
            value={sought}
            autoComplete="off"
            onChange={(event) => setSought(event.target.value)}
          />
        </div>
        <Button className="min-h-12" disabled={isFull} onClick={() => start({ kind: 'add' })}>
          <Plus aria-hidden className="size-4" />
          Add a term
        </Button>
      </div>
      {isFull ? (
        <p className="text-muted text-sm">
          The glossary is full: it holds {TERM_LIMITS.terms} terms.
        </p>
      ) : null}
      <p
        ref={status}
        tabIndex={-1}
        role="status"
        className="rounded-md bg-teal/8 px-4 py-3 text-sm text-teal empty:hidden"
      >
        {notice}
      </p>
      {shown.length === 0 ? (
        <EmptyState
          title={terms.length === 0 ? 'No terms yet' : 'No terms found'}
          text={terms.length === 0 ? 'Add the first one.' : 'Try fewer letters.'}
        />
      ) : (
        <TermList
          terms={shown}
          onEdit={({ id }) => start({ kind: 'edit', id })}
          onRemove={(term) => start({ kind: 'remove', term })}
        />
      )}
      {open?.kind === 'add' || open?.kind === 'edit' ? (
        <TermForm
          stored={open.kind === 'edit' ? terms.find(({ id }) => id === open.id) : undefined}
          others={terms.filter(({ id }) => open.kind === 'add' || id !== open.id)}
          onSaved={({ term }) =>
            finish(`${term} is saved. Posts that mention it will be updated soon.`)
          }
          onStale={revalidate}
          onCancel={() => setOpen(null)}
        />
      ) : null}
      {open?.kind === 'remove' ? (
        <RemoveTerm
          term={open.term}
          onRemoved={() => finish(`${open.term.term} has been removed.`)}
          onStale={revalidate}
          onCancel={() => setOpen(null)}
        />
      ) : null}
    </div>
  );
}

function isFound({ term, synonyms, category }: UsedTerm, sought: string): boolean {
  const part = sought.trim().toLowerCase();
  return [term, category, ...synonyms].some((text) => text.toLowerCase().includes(part));
}
