import { site } from './site.ts';

/** Words of controls that only some pages have. */
export const teamLabels = {
  /** The control that swaps a short biography for the full one; the name follows. */
  fullBiography: 'Full biography',
  tasks: 'What you would do',
  requirements: 'What you would bring',
};

export const codeLabels = {
  /** On the button beside a block of code, and read out with what it copies. */
  text: 'Copy',
  name: 'Copy code',
  /** For a moment afterwards. */
  done: 'Copied',
};

/** Of a field that people do not see: what is filled in there comes from a program. */
export const trapLabel = 'Please leave this empty';

/** What to do where a form needs scripts and there are none. */
export const withoutScripts = {
  newsletter: {
    text: 'This form needs JavaScript. To hear from us all the same, write to',
    email: site.email.info,
  },
  investors: {
    text: 'This form needs JavaScript. Your enquiry reaches us just as well by email to',
    email: site.email.investors,
  },
};
