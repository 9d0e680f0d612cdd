/** The brand. All names and contact details come from here: renaming the company changes only this file. */

const name = 'Ligara';
const domain = 'ligara.example';

export const etymology = {
  title: `Why ${name}`,
  root: 'ligare',
  language: 'la',
  meaning: 'to bind',
  paragraphs: [
    `${name} comes from the Latin ligare, to bind. The word ligand has the same root: a molecule that finds its place on a protein and holds on.`,
    'Every small-molecule medicine begins with that event. The shape has to fit, the contacts have to pay for what they displace, and the molecule has to stay long enough to matter. Our work starts there, so our name does too.',
  ],
};

export const site = {
  name,
  aiAuthor: `${name} AI`,
  tagline: 'Transforming Molecules into Medicines.',
  domain,
  url: `https://${domain}`,
  email: {
    info: `info@${domain}`,
    investors: `investors@${domain}`,
    careers: `careers@${domain}`,
  },
  social: {
    label: 'LinkedIn',
    href: 'https://www.linkedin.com/company/ligara-example',
  },
  location: {
    footer: 'Gold Coast, QLD, 4215',
    headquarters: 'Gold Coast, Australia',
  },
  timeZone: 'Australia/Brisbane',
  locale: 'en-AU',
  /** Dates are shown in the US long format ("January 15, 2025"). */
  dateLocale: 'en-US',
  disclaimer:
    'Outputs are for research use only and are not validated for clinical diagnosis or therapeutic decision-making.',
} as const;

/** What search engines and other machines are told. Apart from `site`, so that no script of a page holds it. */
export const siteMetadata = {
  description: `${name} is building an AI drug-discovery platform for oncology and neurodegenerative disease that will show how far each prediction can be trusted.`,
  foundingYear: 2024,
  /** The country in structured data. Pages show `location` instead. */
  country: 'US',
  /** Paths that the organisation's structured data links to. */
  structuredDataLinks: ['/platform', '/pipeline', '/purpose'],
  additionalMeta: [{ name: 'ai-content', content: 'This site is open to AI analysis tools.' }],
} as const;
