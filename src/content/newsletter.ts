import type { Action } from './action.ts';
import type { PageSeo } from './page-seo.ts';
import { site } from './site.ts';

export const seo: PageSeo = {
  title: `Newsletter | ${site.name}`,
  description:
    'Validation results, methods and corrections from our work on AI drug discovery, by email, when there is something worth reading.',
  keywords: 'AI drug discovery newsletter, validation studies, drug discovery methods',
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
  submitting: 'Sending…',
  note: 'No advertising, and we never share your address. Unsubscribe at any time.',
};

/** Follows a form that makes no call: it must not claim that an email was recorded. */
export const thankYou = {
  title: 'Thank you',
  text: 'Thank you for your interest. We are still preparing the first issue; until it is out, everything that we publish appears on the blog.',
  action: { label: 'Read the blog', href: '/blog' } satisfies Action,
};

/** Replaces `thankYou` when forms are sent to the server. */
export const liveThankYou = {
  title: 'Thank you',
  text: 'Please check your inbox and follow the link to confirm your address. If you have confirmed it before, you are already on the list and will not get another email.',
  action: { label: 'Read the blog', href: '/blog' } satisfies Action,
};

export const failures = {
  email: 'Please enter an email address, such as you@laboratory.example.',
  tooMany: 'There have been too many sign-ups. Please try again in an hour.',
  other: 'Something went wrong. Please try again.',
  network: 'Network error. Please check your connection and try again.',
};

export const confirmation = {
  open: {
    title: 'Confirm your address',
    text: 'Press the button to receive the newsletter at the address we wrote to. You can unsubscribe at any time.',
    submit: 'Confirm my address',
  },
  confirmed: {
    title: 'You are on the list',
    text: 'Thank you. We will send you the next issue. Each one has an unsubscribe link.',
    action: { label: 'Read the blog', href: '/blog' } satisfies Action,
  },
  expired: {
    title: 'This link has expired',
    text: 'Confirmation links work for seven days, and only while the sign-up is pending. Sign up again and we will send a new one.',
    action: { label: 'Sign up again', href: '/newsletter' } satisfies Action,
  },
  unknown: {
    title: 'This link is not complete',
    text: 'Some email programs break long links. Open it from the email again, or copy all of it. You can also sign up again.',
    action: { label: 'Sign up again', href: '/newsletter' } satisfies Action,
  },
};

export const unsubscription = {
  open: {
    title: 'Unsubscribe from the newsletter?',
    text: 'We will stop sending issues and delete your address.',
    submit: 'Unsubscribe',
  },
  unsubscribed: {
    title: 'You are unsubscribed',
    text: 'We will send no more issues, and your address is deleted. If this was a mistake, sign up again.',
    action: { label: 'Sign up again', href: '/newsletter' } satisfies Action,
  },
  unknown: {
    title: 'This link is not complete',
    text: 'Some email programs break long links. Open it from the email again, or copy all of it. If that does not help, write to us and we will take you off the list.',
    action: { label: site.email.info, href: `mailto:${site.email.info}` } satisfies Action,
  },
};
