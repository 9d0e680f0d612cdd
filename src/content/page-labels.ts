import { site } from './site.ts';

export const teamLabels = {
  fullBiography: 'Full biography',
  tasks: 'What you would do',
  requirements: 'What you would bring',
};

export const codeLabels = {
  text: 'Copy',
  name: 'Copy code',
  done: 'Copied',
};

/** What the star of a label means, in forms with several fields. */
export const requiredNote = '* Required';

export const honeypotLabel = 'Please leave this empty';

export const withoutScripts = {
  newsletter: {
    text: 'This form needs JavaScript. To subscribe without it, write to',
    email: site.email.info,
  },
  investors: {
    text: 'This form needs JavaScript. You can email your enquiry to',
    email: site.email.investors,
  },
};
