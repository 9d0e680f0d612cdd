/** The glossary, and which posts mention its terms. */
export type GlossaryTables = {
  glossary_terms: GlossaryTermsTable;
  glossary_state: GlossaryStateTable;
  post_terms: PostTermsTable;
};

type GlossaryTermsTable = {
  id: string;
  term: string;
  category: string;
  /** Plain text. */
  definition: string;
  /** JSON array of other spellings. */
  synonyms: string;
  /** JSON array of ids; those of deleted terms stay, and count for nothing. */
  related: string;
  /** The place within the category. */
  position: number;
  /** Starts at 1; every edit adds 1. */
  version: number;
  updated_at: string;
};

/** One row, updated by every change of a term. */
type GlossaryStateTable = {
  /** Counts the changes of spellings, with which posts are rendered again; 0 before the first terms. */
  revision: number;
};

type PostTermsTable = { term_id: string; post_id: string };
