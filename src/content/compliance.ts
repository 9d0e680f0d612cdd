import type { LegalSection } from './legal.ts';
import type { PageSeo } from './page-seo.ts';
import { site } from './site.ts';

export const seo: PageSeo = {
  title: `Compliance status | ${site.name}`,
  description:
    'Where we stand on SOC 2 Type II, GDPR, CCPA and ISO 27001: what is planned, what is in progress, and what we already practise.',
  keywords: 'compliance, SOC 2 Type II, GDPR, CCPA, ISO 27001, research data security',
  canonical: '/compliance',
};

export const hero = {
  title: 'Compliance status',
  lead: 'In short: we hold no certification yet. This page says what we practise today, what is under way and what is planned, so that your security team need not guess.',
};

export const certifications = [
  {
    name: 'SOC 2 Type II',
    status: 'Planned',
    description:
      'An independent auditor’s report on controls for security, availability and confidentiality.',
    details:
      'A Type II report covers a period of operation, so the audit can begin only once the service is in use. We are choosing and recording controls with it in mind.',
  },
  {
    name: 'GDPR Aligned Practices',
    status: 'Aligned Practices',
    description:
      'The General Data Protection Regulation of the European Union, for the personal data of people there.',
    details:
      'We collect little, state a purpose and a legal basis, answer access requests and delete within 30 days of a request. There is no official GDPR certificate that covers a whole company, and we claim none.',
  },
  {
    name: 'CCPA',
    status: 'Planned',
    description: 'The California Consumer Privacy Act, for residents of California.',
    details:
      'We do not sell or share personal information. A formal review against the Act is planned; until then we offer the rights set out in our privacy policy to everyone.',
  },
  {
    name: 'ISO 27001',
    status: 'In Progress',
    description: 'The international standard for information security management.',
    details:
      'We are building the management system: scope, risk assessment, policies and records. Certification by an accredited body follows once it has been operated and audited.',
  },
] as const;

export const cardsTitle = 'Certification status';

export const sections: readonly LegalSection[] = [
  {
    id: 'overview',
    title: 'Overview',
    blocks: [
      {
        kind: 'paragraph',
        text: `${site.name} handles two kinds of information that deserve care: personal information, and the unpublished research of others. Our aim is to hold as little of the first as we can, and to treat the second as if it were our own.`,
      },
      {
        kind: 'paragraph',
        text: 'The statuses above mean what they say. Planned: decided, not begun. In Progress: work is under way and no certificate has been issued. Aligned Practices: we follow the practices, and no outside body has certified that we do.',
      },
    ],
  },
  {
    id: 'data-protection',
    title: 'Data protection',
    blocks: [
      {
        kind: 'statements',
        items: [
          'We collect only what is needed, for a purpose stated at the time.',
          'Deletion requests are honoured within 30 days.',
          'A customer’s confidential data will be kept apart from other customers’ data, and used to train shared models only with the customer’s written agreement.',
          'Enterprise customers will be able to choose private-cloud or on-prem deployment, so that data stays on their own systems.',
          'This website sets no cookies and loads nothing from third parties.',
        ],
      },
    ],
  },
  {
    id: 'security-standards',
    title: 'Security standards',
    blocks: [
      {
        kind: 'statements',
        items: [
          'Connections to our public services are encrypted in transit.',
          'Access follows least privilege, and is removed when a role ends.',
          'Passwords are stored as salted hashes; sessions expire and can be revoked.',
          'Software dependencies are pinned, reviewed and updated.',
          'Pages carry a strict content security policy, and submitted content is sanitised before it is shown.',
          'A security audit is planned for 2026.',
        ],
      },
    ],
  },
  {
    id: 'regulatory',
    title: 'Regulatory',
    blocks: [
      {
        kind: 'paragraph',
        text: `${site.disclaimer} They are not a medical device, and the platform is not validated for use under good laboratory, clinical or manufacturing practice.`,
      },
      {
        kind: 'paragraph',
        text: 'The Reproducibility Hub will record datasets, parameters, model versions and QC so that a customer can document how a computational result was reached. Whether that record satisfies a regulator is for the customer and the regulator to settle.',
      },
    ],
  },
  {
    id: 'international',
    title: 'International',
    blocks: [
      {
        kind: 'paragraph',
        text: `We are based on the ${site.location.headquarters}, and follow the Privacy Act 1988 (Cth) and the Australian Privacy Principles. For people in the European Union and the United Kingdom we work to the GDPR and its UK counterpart. Where personal information crosses a border, we take reasonable steps to see that its protection goes with it.`,
      },
      {
        kind: 'paragraph',
        text: 'We observe Australian export controls and sanctions, and will not supply generative design to anyone who may not lawfully receive it.',
      },
    ],
  },
  {
    id: 'contact',
    title: 'Contact',
    blocks: [
      {
        kind: 'paragraph',
        text: `Security questionnaires, vulnerability reports and requests for a data processing agreement go to ${site.email.info}. By post: ${site.name}, ${site.location.footer}.`,
      },
    ],
  },
];
