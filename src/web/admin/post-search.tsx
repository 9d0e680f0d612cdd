import { type FormEvent, useEffect, useRef } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { POST_STATUSES } from '../../domain/posts/post.ts';
import { SelectField, TextField } from '../ui/field.tsx';
import type { PostFilter } from './api.ts';
import { isSearch, useShortcut } from './use-shortcut.ts';

const TYPING_PAUSE_MS = 250;

const STATUS_NAMES = { published: 'Published', draft: 'Draft' } as const;

/** Looks for posts on the server as one types; what is looked for stands in the address. */
export function PostSearch({ filter }: { filter: PostFilter }) {
  const form = useRef<HTMLFormElement>(null);
  const pause = useRef<number>(undefined);
  const [, setSearchParams] = useSearchParams();
  const isSearching = useNavigation().state === 'loading';

  useEffect(() => () => clearTimeout(pause.current), []);
  useShortcut(isSearch, () => form.current?.querySelector('input')?.focus());

  function search() {
    clearTimeout(pause.current);
    const fields = [...new FormData(form.current ?? undefined)].map(
      ([name, value]) => [name, String(value).trim()] as [string, string],
    );
    const wanted = fields.filter(([, value]) => value !== '' && value !== 'all');
    setSearchParams(wanted, { replace: true, preventScrollReset: true });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    search();
  }

  return (
    <search aria-busy={isSearching}>
      <form ref={form} onSubmit={submit} className="mt-6 grid gap-3 sm:grid-cols-[1fr_12rem]">
        <TextField
          label="Search posts"
          type="search"
          name="q"
          maxLength={200}
          placeholder="Press / to search"
          defaultValue={filter.q}
          onChange={() => {
            clearTimeout(pause.current);
            pause.current = window.setTimeout(search, TYPING_PAUSE_MS);
          }}
        />
        <SelectField
          label="Status"
          name="status"
          defaultValue={filter.status || 'all'}
          onChange={search}
        >
          <option value="all">All</option>
          {POST_STATUSES.map((status) => (
            <option key={status} value={status}>
              {STATUS_NAMES[status]}
            </option>
          ))}
        </SelectField>
      </form>
    </search>
  );
}
