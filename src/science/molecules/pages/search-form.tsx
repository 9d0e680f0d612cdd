import { search } from '../../../content/molecule-pages.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import type { SearchQuery } from './search-query.ts';

type SearchFormProps = {
  query: SearchQuery;
  error?: string | undefined;
  /** Its query is being drawn. */
  isDrawn?: boolean;
};

/** Submits to the server, with or without scripts. */
export function SearchForm({ query, error, isDrawn = false }: SearchFormProps) {
  return (
    <search className="w-full">
      <form action="/molecules" className="molecule-search">
        <TextField
          type="text"
          name="q"
          label={search.label}
          hint={search.hint}
          error={error}
          defaultValue={query.q}
          maxLength={2000}
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
