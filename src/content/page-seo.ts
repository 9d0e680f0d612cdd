/** What one public page says about itself in its head. */
export interface PageSeo {
  /** The whole document title; nothing is appended to it. */
  title: string;
  description: string;
  keywords: readonly string[];
  /** The page's path, without a trailing slash except for the root; made absolute when rendered. */
  canonical: string;
}
