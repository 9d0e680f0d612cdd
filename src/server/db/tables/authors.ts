/** Authors of posts who have a record, and all their names. */
export type AuthorTables = { authors: AuthorsTable; author_names: AuthorNamesTable };

type AuthorsTable = {
  id: string;
  /** Of the public page. */
  slug: string;
  /** JSON of `AuthorFields`. */
  fields: string;
  /** Starts at 1; every edit adds 1. */
  version: number;
  updated_at: string;
};

type AuthorNamesTable = {
  /** By `nameKey`: no two authors share a name. */
  name_key: string;
  author_id: string;
};
