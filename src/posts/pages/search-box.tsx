import { search } from '../../content/blog.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';

/** Submits to the server, with or without scripts. */
export function SearchBox({ q }: { q: string }) {
  return (
    <search className="w-full max-w-lg">
      <form action="/blog" className="search-box">
        <TextField
          type="search"
          name="q"
          label={search.label}
          defaultValue={q}
          maxLength={200}
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" variant="secondary">
          {search.submit}
        </Button>
      </form>
    </search>
  );
}
