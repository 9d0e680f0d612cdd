import type { Action } from './action.ts';
import type { PageSeo } from './page-seo.ts';
import { site } from './site.ts';

export const seo: PageSeo = {
  title: `Newsletter | ${site.name}`,
  description:
    'Validation results, methods and corrections from our work on AI drug discovery, by email, when there is something worth reading.',
  keywords: ['AI drug discovery newsletter', 'validation studies', 'drug discovery methods'],
  canonical: '/newsletter',
};

export const back: Action = { label: 'Back to Purpose', href: '/purpose' };

export const hero = {
  eyebrow: 'Newsletter',
  title: 'Results, methods and corrections',
  lead: 'A short letter for people who read the methods section first: what we tested, how it did, and what we changed our minds about.',
  contents: [
    'Validation results, with the split and the baseline',
    'Notes on data, assays and models',
    'Roadmap news, including delays',
  ],
};

export const form = {
  email: { name: 'email', label: 'Email', placeholder: 'you@laboratory.example' },
  submit: 'Subscribe',
  note: 'No advertising, and no sharing of your address. You can leave at any time.',
};

/** True as long as the form makes no call: it does not claim that an address was recorded. */
export const thankYou = {
  title: 'Thank you',
  text: 'Thank you for your interest. We are still preparing the first issue; until it is out, everything that we publish appears on the blog.',
  action: { label: 'Read the blog', href: '/blog' } satisfies Action,
};

/** Shown in place of `thankYou` when forms reach the server. */
export const liveThankYou = {
  title: 'Thank you',
  text: 'Please look in your inbox and follow the link that we have sent, to confirm your address.',
  action: { label: 'Read the blog', href: '/blog' } satisfies Action,
};
