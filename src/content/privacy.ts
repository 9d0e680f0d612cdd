import type { LegalSection } from './legal.ts';
import type { PageSeo } from './page-seo.ts';
import { retention } from './retention.ts';
import { site } from './site.ts';

export const seo: PageSeo = {
  title: `Privacy Policy | ${site.name}`,
  description:
    'What personal information we collect, why, who sees it and how to have it deleted within 30 days. This site sets no cookies and has no advertising.',
  keywords: 'privacy policy, data protection, personal information, data deletion',
  canonical: '/privacy-policy',
};

export const hero = {
  title: 'Privacy Policy',
  lead: 'In short: we collect what you choose to send us, use it to answer you, sell it to no one, and delete it within 30 days of your request.',
};

export const sections: readonly LegalSection[] = [
  {
    id: 'information-we-collect',
    title: 'Information we collect',
    blocks: [
      {
        kind: 'paragraph',
        text: `This policy covers the website of ${site.name} (“we”, “us”), based on the ${site.location.headquarters}. It explains what personal information we handle when you visit the site or write to us.`,
      },
      { kind: 'paragraph', text: 'We collect:' },
      {
        kind: 'list',
        items: [
          'What you enter in the contact form: your name, email address and message, and, if you give them, your company, job title and type of request.',
          'Your email address, if you subscribe to our newsletter. We add it only after you have confirmed it through a link that we send to you.',
          'What you enter in the investor form or the waitlist form. Where a form opens a draft in your own email program, nothing reaches us until you send that message.',
          'What you send by email, such as a resume.',
          `Technical records of faults (what the site did when it failed), until they are fixed. To protect our forms from abuse we count how often they are used from one email address and one network. We keep no IP address: the counts are kept under codes that reveal neither, for at most ${retention.counts.label}.`,
        ],
      },
      {
        kind: 'paragraph',
        text: 'The site sets no cookies, carries no advertising and loads nothing from third parties. Your browser’s own storage may hold your choice of light or dark appearance and, for administrators of this site, their session. You can clear it at any time.',
      },
      {
        kind: 'paragraph',
        text: 'Please do not send us health information about yourself or anyone else, or confidential structures, through the forms on this site.',
      },
    ],
  },
  {
    id: 'how-we-use-information',
    title: 'How we use information',
    blocks: [
      { kind: 'paragraph', text: 'We use personal information to:' },
      {
        kind: 'list',
        items: [
          'answer your enquiry, arrange a demo or discuss a partnership or investment;',
          'send the newsletter to those who have confirmed that they want it;',
          'consider you for a position, if you apply for one;',
          'keep the site working, find faults and prevent abuse;',
          'meet our legal obligations.',
        ],
      },
      {
        kind: 'paragraph',
        text: 'Where the law asks for a legal basis, ours is your consent (the newsletter), steps taken at your request (enquiries and applications), our legitimate interest in running a safe website (technical records), or a legal obligation. We make no decision about you by automated means, and we do not use what you write in our forms to train models.',
      },
      {
        kind: 'paragraph',
        text: 'We keep what we know about you no longer than this, and delete expired records every day:',
      },
      {
        kind: 'list',
        items: [
          `enquiries: ${retention.inquiries.label} after we have dealt with them, or after they arrived; those that look like spam, ${retention.suspectedInquiries.label};`,
          `your newsletter address: until you unsubscribe, when we erase it at once; of the subscription itself we then keep, for ${retention.endedSubscriptions.label}, only a code that does not reveal the address. If our email to you is returned, or you never confirm, we delete the address after ${retention.unconfirmedSignUps.label};`,
          `the record of each email that this site sent to you: ${retention.mails.label};`,
          `the record of what our own staff did on this site: ${retention.audit.label}.`,
        ],
      },
    ],
  },
  {
    id: 'data-sharing',
    title: 'Data sharing',
    blocks: [
      {
        kind: 'paragraph',
        text: 'We do not sell personal information or rent it out, and we do not share it for advertising. We disclose it only:',
      },
      {
        kind: 'list',
        items: [
          'to service providers who host our systems or deliver our email, under contract, for that purpose only;',
          'to professional advisers who are bound to confidentiality;',
          'when the law requires it, or to establish or defend a legal claim;',
          'to a successor, if our business is transferred, on the terms of this policy.',
        ],
      },
      {
        kind: 'paragraph',
        text: 'Some providers may process information outside your country. Where they do, we take reasonable steps to see that it is protected to the standard of the Australian Privacy Principles and, where it applies, by the safeguards that the GDPR requires for transfers.',
      },
    ],
  },
  {
    id: 'data-security',
    title: 'Data security',
    blocks: [
      {
        kind: 'paragraph',
        text: 'We protect information with measures that suit its sensitivity. Connections to our public services are encrypted. Access is limited to people who need it. Passwords are kept only as salted hashes, and sessions end by themselves. The site loads no code from third parties and tells your browser to refuse any.',
      },
      {
        kind: 'paragraph',
        text: 'No system is perfectly secure. If a breach is likely to cause serious harm to you, we will tell you and the Office of the Australian Information Commissioner, as the Notifiable Data Breaches scheme requires, and any other authority that must be told.',
      },
    ],
  },
  {
    id: 'privacy-rights',
    title: 'Privacy rights',
    blocks: [
      {
        kind: 'paragraph',
        text: 'Wherever you live, you may ask us to:',
      },
      {
        kind: 'list',
        items: [
          'tell you what personal information we hold about you, and give you a copy;',
          'correct it;',
          `delete it: we honour deletion requests within ${retention.deletionRequests.label};`,
          'stop using it, or limit how we use it;',
          'hand it over in a common electronic format;',
          'withdraw a consent, at any time and without giving reasons.',
        ],
      },
      {
        kind: 'paragraph',
        text: 'These requests cost nothing. We may need to check that you are who you say you are, and we will not treat you differently for asking. If the law obliges us to keep something, we will tell you what and why.',
      },
      {
        kind: 'paragraph',
        text: 'If you are not satisfied with our answer, you may complain to the Office of the Australian Information Commissioner or to the data protection authority where you live.',
      },
    ],
  },
  {
    id: 'contact',
    title: 'Contact',
    blocks: [
      {
        kind: 'paragraph',
        text: `Write to ${site.email.info} with any question or request about privacy, or by post to ${site.name}, ${site.location.footer}.`,
      },
      {
        kind: 'paragraph',
        text: 'When we change this policy we change the date above, and announce a change of substance on this page before it takes effect.',
      },
    ],
  },
];
