import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { TextField } from '../../ui/field.tsx';
import { isSearch, useShortcut } from '../use-shortcut.ts';

const DEBOUNCE_MS = 250;

/** The value of a select's option that does not filter. */
export const ANY = 'all';

export type SearchFields = {
  label: string;
  placeholder?: string;
  className?: string;
  children?: ReactNode;
};

type SearchFormProps = SearchFields & {
  query: string;
  isSearching: boolean;
  onSearch: (query: URLSearchParams) => void;
};

export function SearchForm(props: SearchFormProps) {
  const { label, placeholder, className, children, query, isSearching, onSearch } = props;
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<number>(undefined);
  const searched = useRef(query);

  useEffect(() => () => clearTimeout(timer.current), []);
  useShortcut(isSearch, () => form.current?.querySelector('input')?.focus());

  // A link or the back button has changed the query.
  useEffect(() => {
    if (searched.current === query) return;
    searched.current = query;
    clearTimeout(timer.current);
    const next = new URLSearchParams(query);
    const fields = form.current?.querySelectorAll<HTMLInputElement>('select, input') ?? [];
    for (const field of fields)
      field.value = next.get(field.name) ?? (field.name === 'q' ? '' : ANY);
  }, [query]);

  function search() {
    clearTimeout(timer.current);
    const fields = [...new FormData(form.current ?? undefined)]
      .map(([name, value]) => [name, String(value).trim()] as [string, string])
      .filter(([, value]) => value !== '' && value !== ANY);
    const next = new URLSearchParams(fields);
    searched.current = next.toString();
    onSearch(next);
  }

  function change({ target }: FormEvent) {
    clearTimeout(timer.current);
    if (target instanceof HTMLSelectElement) search();
    else timer.current = window.setTimeout(search, DEBOUNCE_MS);
  }

  return (
    <search aria-busy={isSearching}>
      <form
        ref={form}
        className={className}
        onChange={change}
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        <TextField
          label={label}
          type="search"
          name="q"
          maxLength={200}
          placeholder={placeholder}
          defaultValue={new URLSearchParams(query).get('q') ?? ''}
        />
        {children}
      </form>
    </search>
  );
}

export function UrlSearch(fields: SearchFields) {
  const [query, setQuery] = useSearchParams();
  return (
    <SearchForm
      placeholder="Press / to search"
      {...fields}
      query={query.toString()}
      isSearching={useNavigation().state === 'loading'}
      onSearch={(next) => setQuery(next, { replace: true, preventScrollReset: true })}
    />
  );
}
