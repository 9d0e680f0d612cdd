import { POST_STATUSES } from '../../domain/posts/post.ts';
import { SelectField } from '../ui/field.tsx';
import type { PostFilter } from './api.ts';
import { ANY, UrlSearch } from './url-search.tsx';

const STATUS_NAMES = { published: 'Published', draft: 'Draft' } as const;

export function PostSearch({ filter }: { filter: PostFilter }) {
  return (
    <UrlSearch
      label="Search posts"
      placeholder="Press / to search"
      className="mt-6 grid gap-3 sm:grid-cols-[1fr_12rem]"
    >
      <SelectField label="Status" name="status" defaultValue={filter.status || ANY}>
        <option value={ANY}>All</option>
        {POST_STATUSES.map((status) => (
          <option key={status} value={status}>
            {STATUS_NAMES[status]}
          </option>
        ))}
      </SelectField>
    </UrlSearch>
  );
}
