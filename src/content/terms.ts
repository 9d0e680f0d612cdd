import type { LegalSection } from './legal.ts';
import type { PageSeo } from './page-seo.ts';
import { site } from './site.ts';

export const seo: PageSeo = {
  title: `Terms of Service | ${site.name}`,
  description:
    'The terms on which you may use this website and our services: research use only, 18 or older, and your data stays yours.',
  keywords: 'terms of service, acceptable use, data ownership, research use only',
  canonical: '/terms-of-service',
};

export const hero = {
  title: 'Terms of Service',
  lead: 'In short: use our outputs for research only, apply your own judgement, do no harm with them, and keep what is yours.',
};

export const sections: readonly LegalSection[] = [
  {
    id: 'acceptance',
    title: 'Acceptance',
    blocks: [
      {
        kind: 'paragraph',
        text: `These terms are an agreement between you and ${site.name} (“we”, “us”). By using this website, or a service that we provide through it, you accept them. If you do so for an organisation, you confirm that you may accept them on its behalf. If you do not accept them, please do not use the website or the services.`,
      },
      {
        kind: 'paragraph',
        text: 'We may change these terms. The date above shows when they last changed; if you go on using the services after that date, the new terms apply. A separate written agreement with us takes precedence over them.',
      },
    ],
  },
  {
    id: 'description',
    title: 'Description',
    blocks: [
      {
        kind: 'paragraph',
        text: 'We are developing a cloud-hosted platform that will predict properties of small molecules, among them binding, activity, cytotoxicity and downstream omics shifts, and will propose molecules within constraints. Predict, Generate and Validate are In Development, and an open-access engine is Coming Soon. What this website says about them describes our intentions and is not a commitment to deliver a feature by a date.',
      },
      {
        kind: 'paragraph',
        text: `${site.disclaimer} Predictions are estimates. They carry uncertainty, can be wrong and do not replace experiments, professional judgement or regulatory assessment.`,
      },
    ],
  },
  {
    id: 'user-accounts',
    title: 'User accounts',
    blocks: [
      {
        kind: 'paragraph',
        text: 'You must be 18 or older to use our services. The website itself needs no account. Where a service does need one, you agree to:',
      },
      {
        kind: 'list',
        items: [
          'give accurate details and keep them up to date;',
          'keep your password to yourself and not share the account;',
          'tell us without delay if you think that someone else has used it;',
          'answer for what is done through it, unless the fault is ours.',
        ],
      },
      {
        kind: 'paragraph',
        text: 'We may suspend an account that breaks these terms or puts others at risk. Where we can, we will say why first.',
      },
    ],
  },
  {
    id: 'acceptable-use',
    title: 'Acceptable use',
    blocks: [
      {
        kind: 'paragraph',
        text: 'You may use the website and the services for lawful research and evaluation. You must not:',
      },
      {
        kind: 'list',
        items: [
          'use outputs to diagnose or treat people or animals;',
          'seek to design, make or improve chemical or biological weapons, toxic agents intended to cause harm, or illicit drugs;',
          'submit material that you have no right to submit, or personal health information;',
          'attack, overload or probe the services, or get round their limits;',
          'copy the models, by automated querying or otherwise, or use outputs to train a competing service;',
          'present a prediction as a measurement.',
        ],
      },
      {
        kind: 'paragraph',
        text: 'If you find a security problem, please tell us privately; we welcome good-faith reports. Automated reading of the public pages of this website, by AI analysis tools among others, is allowed at a reasonable rate.',
      },
    ],
  },
  {
    id: 'intellectual-property',
    title: 'Intellectual property',
    blocks: [
      {
        kind: 'paragraph',
        text: 'The website, the services, our models, software, text and marks belong to us or to those who license them to us. While these terms apply, you have a personal, non-exclusive right to use them as intended. You may quote from this website with attribution.',
      },
      {
        kind: 'paragraph',
        text: 'If you send us suggestions, we may use them without owing you anything, but we gain no right to your confidential information by that.',
      },
    ],
  },
  {
    id: 'data-ownership',
    title: 'Data ownership',
    blocks: [
      {
        kind: 'paragraph',
        text: 'What you submit stays yours: structures, assay results and documents. Subject to the rights of others, the outputs that our services make from your submissions are yours too, molecules proposed within your constraints among them. Similar inputs can lead to similar outputs for others, so we cannot promise that an output is unique, new or free to use.',
      },
      {
        kind: 'paragraph',
        text: 'You permit us to process your submissions as far as it takes to provide the service to you. We use confidential submissions to train models that others use only with your written agreement. On request we delete your data within 30 days, save for what the law obliges us to keep.',
      },
    ],
  },
  {
    id: 'limitations',
    title: 'Limitations',
    blocks: [
      {
        kind: 'paragraph',
        text: 'Nothing in these terms excludes a right that the law does not allow to be excluded, including rights under the Australian Consumer Law. Beyond those rights, the website and the services are provided as they are and as available, without warranty that outputs are accurate, fit for a purpose or free of the rights of others.',
      },
      {
        kind: 'paragraph',
        text: 'As far as the law allows, we are not liable for loss of profit, data or opportunity, or for indirect loss, and our total liability for a claim is limited to what you paid us for the service concerned in the twelve months before it arose or, where the law lets us choose, to supplying the service again.',
      },
      {
        kind: 'paragraph',
        text: 'These terms are governed by the law of Queensland, Australia, and its courts have jurisdiction. If you live elsewhere as a consumer, you keep the protection of the mandatory law of your home.',
      },
    ],
  },
  {
    id: 'contact',
    title: 'Contact',
    blocks: [
      {
        kind: 'paragraph',
        text: `Questions about these terms go to ${site.email.info}, or by post to ${site.name}, ${site.location.footer}.`,
      },
    ],
  },
];
