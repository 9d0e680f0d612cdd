import { search } from '../../../content/molecule-pages.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import type { SearchMode } from '../search.ts';

export type SearchQuery = { q: string; mode: SearchMode; number: number };

/** Longer than a structure may be: InChIs are long, and a structure that is too long gets its error message. */
const MAX_READ = 2_000;

/** The search that a URL asks for; what it does not say, or says wrongly, is the default. */
export function parseSearch({ url }: Request): SearchQuery {
  const { searchParams } = new URL(url);
  const page = searchParams.get('page') ?? '';
  return {
    q: searchParams.get('q')?.trim().slice(0, MAX_READ).toWellFormed() ?? '',
    mode: searchParams.get('mode') === 'substructure' ? 'substructure' : 'exact',
    number: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
  };
}

export function searchPath({ q, mode }: Pick<SearchQuery, 'q' | 'mode'>): string {
  return `/molecules?${new URLSearchParams({ q, mode })}`;
}

type SearchFormProps = {
  query: SearchQuery;
  error?: string | undefined;
  isDrawn?: boolean;
};

export function SearchForm({ query, error, isDrawn = false }: SearchFormProps) {
  return (
    <search className="w-full">
      <form
        action="/molecules"
        className="grid gap-4 md:flex md:flex-wrap md:items-end md:*:first:w-full md:*:nth-2:flex-1 [&>button]:h-12 [&_input]:font-mono"
      >
        <TextField
          type="text"
          name="q"
          label={search.label}
          hint={search.hint}
          error={error}
          defaultValue={query.q}
          maxLength={MAX_READ}
          required
          // Tells who cannot see it what the error is.
          autoFocus={error !== undefined}
          dir="ltr"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <SelectField name="mode" label={search.mode} defaultValue={query.mode}>
          {Object.entries(search.modes).map(([mode, label]) => (
            <option key={mode} value={mode}>
              {label}
            </option>
          ))}
        </SelectField>
        <Button type="submit">{search.submit}</Button>
        {isDrawn ? null : (
          <Button type="submit" variant="secondary" formAction="/molecules/draw" formNoValidate>
            {search.draw}
          </Button>
        )}
      </form>
    </search>
  );
}
