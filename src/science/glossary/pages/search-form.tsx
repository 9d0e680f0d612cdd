import { search as labels } from '../../../content/glossary.ts';
import { glossaryLabels } from '../../../content/glossary-labels.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';

type SearchFormProps = { search: string; onSearch: (search: string) => void };

export function SearchForm({ search, onSearch }: SearchFormProps) {
  return (
    <search className="[&_input::-webkit-search-cancel-button]:appearance-none">
      <form method="get" onSubmit={(event) => event.preventDefault()}>
        <TextField
          type="search"
          name="q"
          label={labels.label}
          placeholder={labels.placeholder}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <div className="mt-2 hidden noscript:block">
          <Button type="submit" variant="secondary">
            {glossaryLabels.submit}
          </Button>
        </div>
      </form>
    </search>
  );
}
