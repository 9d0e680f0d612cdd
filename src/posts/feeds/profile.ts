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
  pages: readonly {
    title: string;
    /** The title without the site's name. */
    headline: string;
    description: string;
    canonical: string;
  }[];
};
