import { ANY } from '../../../admin/lists/search-form.tsx';
import { UrlSearch } from '../../../admin/lists/url-search.tsx';
import { SelectField } from '../../../ui/field.tsx';
import type { PostFilter } from '../list-posts.ts';

/** The order of the select: the status of posts, then what else there is to find. */
export const POST_FILTERS = ['published', 'scheduled', 'draft', 'changes', 'trash'] as const;

const NAMES = {
  published: 'Published',
  scheduled: 'Scheduled',
  draft: 'Draft',
  changes: 'Unpublished changes',
  trash: 'Trash',
} as const satisfies Record<(typeof POST_FILTERS)[number], string>;

export function PostSearch({ filter }: { filter: PostFilter }) {
  return (
    <UrlSearch
      label="Search posts"
      placeholder="Press / to search"
      className="grid grid-cols-[minmax(0,1fr)_9rem] gap-3 sm:grid-cols-[2fr_1fr] lg:grid-cols-[minmax(0,1fr)_12rem]"
    >
      <SelectField label="Status" name="status" defaultValue={filter.status || ANY}>
        <option value={ANY}>All</option>
        {POST_FILTERS.map((status) => (
          <option key={status} value={status}>
            {NAMES[status]}
          </option>
        ))}
      </SelectField>
    </UrlSearch>
  );
}
