export type SiteIdentity = {
  name: string;
  /** The site's origin, without a trailing slash. */
  url: string;
  email: string;
  location: string;
  tagline: string;
  /** IANA name of the zone in which dates are shown. */
  timeZone: string;
};
