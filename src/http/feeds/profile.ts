/** What the site says of itself to machines. */
export type SiteProfile = {
  name: string;
  tagline: string;
  description: string;
  disclaimer: string;
  /** A BCP 47 tag. */
  language: string;
  email: string;
  /** A square picture; a path on this site. */
  icon: string;
  blog: { title: string; description: string };
  /** Every public page but the posts; `canonical` is its path. */
  pages: readonly { title: string; description: string; canonical: string }[];
};
