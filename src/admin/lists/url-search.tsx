import { useNavigation, useSearchParams } from 'react-router';
import { type SearchFields, SearchForm } from './search-form.tsx';

/** A search form that keeps its query in the URL. */
export function UrlSearch(fields: SearchFields) {
  const [query, setQuery] = useSearchParams();
  return (
    <SearchForm
      {...fields}
      query={query.toString()}
      isSearching={useNavigation().state === 'loading'}
      onSearch={(next) => setQuery(next, { replace: true, preventScrollReset: true })}
    />
  );
}
