/** Imports from other systems, and redirects from the paths of a former site. */
export type TransferTables = {
  imports: ImportsTable;
  import_items: ImportItemsTable;
  import_pictures: ImportPicturesTable;
  redirects: RedirectsTable;
};

type ImportsTable = {
  id: string;
  /** Name of the file or folder. */
  name: string;
  /** The system that it comes from. */
  system: string;
  /**
   * `uploading` while a file comes, and after a process has crashed meanwhile; `planned` after a dry run; `planning`,
   * `running` and `taking-back` while a process holds the lease, before one takes it, and after that process has crashed.
   */
  state:
    | 'uploading'
    | 'planning'
    | 'planned'
    | 'running'
    | 'stopped'
    | 'done'
    | 'failed'
    | 'taking-back'
    | 'taken-back';
  /** Items in the source, and those that are done. */
  total: number;
  done: number;
  /** How often it was begun in its state, since it last made progress. Counted before: the process may end by it. */
  attempts: number;
  /** JSON array: notes about the source as a whole. */
  notes: string;
  /** Why it failed. */
  problem: string | null;
  created_at: string;
  /** Email of an administrator, who may have been removed; null for the command line. */
  created_by: string | null;
  updated_at: string;
};

type ImportItemsTable = {
  import_id: string;
  /** Counts from 0, in the order of the source. */
  position: number;
  /** Identifies the item among all sources of its system. */
  key: string;
  /** The path or title by which its author knows it. */
  label: string;
  title: string;
  /** The slug of the post; empty when it did not become one. */
  slug: string;
  /** The status of the post: `published`, `draft` or empty. */
  status: string;
  date: string | null;
  outcome: 'planned' | 'imported' | 'skipped' | 'failed' | 'taken-back';
  reason: string;
  /** JSON array of notes. */
  notes: string;
  post_id: string | null;
};

/** Pictures and attachments that an import added to the library. */
type ImportPicturesTable = { import_id: string; picture_id: string };

/** Paths of a former site, in the form of `redirectPath`. */
type RedirectsTable = {
  path: string;
  /** The post that it leads to, which may be in the trash or erased. */
  post_id: string | null;
  /** A path on this site, where it leads to no post. */
  target: string | null;
  /** The import that brought it. */
  import_id: string | null;
  created_at: string;
};
