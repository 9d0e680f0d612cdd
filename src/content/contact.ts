import type { Action } from './action.ts';
import type { FormField } from './form-field.ts';
import type { PageSeo } from './page-seo.ts';
import { site } from './site.ts';

export const seo: PageSeo = {
  title: `Contact | ${site.name}`,
  description:
    'Ask about the platform, request a demo or propose a partnership. We answer within two business days.',
  keywords: `contact ${site.name}, request a demo, AI drug discovery partnership, research collaboration`,
  canonical: '/contact',
};

export type RequestType = 'general' | 'demo' | 'support' | 'partnership';

export const hero = {
  eyebrow: 'Contact',
  title: 'Talk to the people who build it',
  lead: 'A question about a target, a demo on your own chemistry, a collaboration: write to us. We respond within 24 hours, and to demo requests within two business days.',
};

export const requestTypes: readonly { value: RequestType; label: string }[] = [
  { value: 'general', label: 'General enquiry' },
  { value: 'demo', label: 'Request a demo' },
  { value: 'support', label: 'Support' },
  { value: 'partnership', label: 'Partnership' },
];

export const defaultRequestType: RequestType = 'general';

type FieldName = 'name' | 'email' | 'company' | 'jobTitle' | 'requestType' | 'message';

export const form = {
  title: 'Send us a message',
  fields: [
    { name: 'name', label: 'Name', type: 'text', required: true, autoComplete: 'name' },
    { name: 'email', label: 'Email', type: 'email', required: true, autoComplete: 'email' },
    { name: 'company', label: 'Company', type: 'text', autoComplete: 'organization' },
    { name: 'jobTitle', label: 'Job title', type: 'text', autoComplete: 'organization-title' },
    { name: 'requestType', label: 'Request type', type: 'select' },
    { name: 'message', label: 'Message', type: 'textarea', required: true },
  ] satisfies FormField<FieldName>[],
  submit: 'Send message',
  submitting: 'Sending...',
  privacy: {
    text: 'We use what you write here only to answer you.',
    action: { label: 'Privacy Policy', href: '/privacy-policy' } satisfies Action,
  },
};

export const success = {
  title: 'Message Sent',
  text: 'Thank you. Your message has reached us, and we respond within 24 hours.',
  demoText:
    'Thank you. Your message has reached us. Demo requests get a response within two business days.',
  action: { label: 'Back to Home', href: '/' } satisfies Action,
};

/** Shown when the request type is `demo`. */
export const whatToExpect = {
  title: 'What to Expect',
  items: [
    '30-minute personalized demo',
    'See prediction models',
    'Discuss use cases',
    'Q&A with the technical team',
  ],
  note: 'Demo requests get a response within two business days.',
};

export const direct = {
  title: 'Other ways to reach us',
  emailTitle: 'Email',
  email: { label: site.email.info, href: `mailto:${site.email.info}` } satisfies Action,
  locationTitle: 'Location',
  location: site.location.footer,
};
