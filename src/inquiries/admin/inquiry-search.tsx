import { ANY } from '../../admin/lists/search-form.tsx';
import { UrlSearch } from '../../admin/lists/url-search.tsx';
import { SelectField } from '../../ui/field.tsx';
import type { InquiryFilter } from '../inquiry-filter.ts';
import { KIND_NAMES } from './inquiry-labels.ts';

const STATE_NAMES: Record<NonNullable<InquiryFilter['state']>, string> = {
  unread: 'Unread',
  open: 'Open',
  handled: 'Handled',
  suspected: 'Suspected spam',
};

/** The filter in a URL's query; unknown values are ignored. */
export function filterIn(query: URLSearchParams): InquiryFilter {
  const known = <Name extends string>(names: Record<Name, string>, value: string | null) =>
    (Object.keys(names) as Name[]).find((name) => name === value);
  return {
    kind: known(KIND_NAMES, query.get('kind')),
    state: known(STATE_NAMES, query.get('state')),
    q: query.get('q')?.trim().slice(0, 200) || undefined,
  };
}

export function InquirySearch({ filter: { kind, state } }: { filter: InquiryFilter }) {
  return (
    <UrlSearch
      label="Search enquiries"
      placeholder="Press / to search"
      className="mt-6 grid grid-cols-[2fr_3fr] gap-3 md:grid-cols-[1fr_10rem_14rem] max-md:[&>:first-child]:col-span-2"
    >
      <SelectField label="Form" name="kind" defaultValue={kind ?? ANY}>
        <option value={ANY}>All</option>
        <Options names={KIND_NAMES} />
      </SelectField>
      <SelectField label="Status" name="state" defaultValue={state ?? ANY}>
        <option value={ANY}>All but spam</option>
        <Options names={STATE_NAMES} />
      </SelectField>
    </UrlSearch>
  );
}

function Options({ names }: { names: Record<string, string> }) {
  return Object.entries(names).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
}
