/** Who writes the mails, and from where. */
export type SiteIdentity = {
  name: string;
  /** The site's own address, without a trailing slash. */
  url: string;
  /** Where people write to. */
  email: string;
  location: string;
  tagline: string;
  /** In which its dates are shown, by its name in the IANA database. */
  timeZone: string;
};
