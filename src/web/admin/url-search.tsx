import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { TextField } from '../ui/field.tsx';
import { isSearch, useShortcut } from './use-shortcut.ts';

const DEBOUNCE_MS = 250;

/** The value of a select's option that does not filter. */
export const ANY = 'all';

type UrlSearchProps = {
  label: string;
  placeholder: string;
  className: string;
  /** Selects of further filters; their `name` is the query parameter. */
  children?: ReactNode;
};

/** A search form that keeps its query in the URL, updated while it is typed. */
export function UrlSearch({ label, placeholder, className, children }: UrlSearchProps) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<number>(undefined);
  const [parameters, setParameters] = useSearchParams();
  const query = parameters.toString();
  const written = useRef(query);
  const isSearching = useNavigation().state === 'loading';

  useEffect(() => () => clearTimeout(timer.current), []);
  useShortcut(isSearch, () => form.current?.querySelector('input')?.focus());

  // A link or the back button has changed the query.
  useEffect(() => {
    if (written.current === query) return;
    written.current = query;
    clearTimeout(timer.current);
    const next = new URLSearchParams(query);
    for (const field of form.current?.querySelectorAll('select, input') ?? []) {
      const { name } = field as HTMLInputElement | HTMLSelectElement;
      const isSelect = field instanceof HTMLSelectElement;
      (field as HTMLInputElement).value = next.get(name) ?? (isSelect ? ANY : '');
    }
  }, [query]);

  function search() {
    clearTimeout(timer.current);
    const fields = [...new FormData(form.current ?? undefined)]
      .map(([name, value]) => [name, String(value).trim()] as [string, string])
      .filter(([, value]) => value !== '' && value !== ANY);
    written.current = new URLSearchParams(fields).toString();
    setParameters(fields, { replace: true, preventScrollReset: true });
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
          defaultValue={parameters.get('q') ?? ''}
        />
        {children}
      </form>
    </search>
  );
}
