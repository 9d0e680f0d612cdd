export type TransferTables = {
  /** Paths of a former site, in the form of `redirectPath`. */
  redirects: {
    path: string;
    /** The post that it leads to, which may be in the trash or erased. */
    post_id: string | null;
    /** A path on this site, where it leads to no post. */
    target: string | null;
    created_at: string;
  };
};
