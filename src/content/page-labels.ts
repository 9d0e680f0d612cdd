import { site } from './site.ts';

/** Labels of controls that only some pages have. */
export const teamLabels = {
  /** Switches between the short biography and the full one; the name follows. */
  fullBiography: 'Full biography',
  tasks: 'What you would do',
  requirements: 'What you would bring',
};

export const codeLabels = {
  /** The button on a code block: its text, and its accessible name. */
  text: 'Copy',
  name: 'Copy code',
  /** Shown briefly after copying. */
  done: 'Copied',
};

/** What the star of a label means, in forms with several fields. */
export const requiredNote = '* Required';

/** Label of the hidden field that only bots fill in. */
export const honeypotLabel = 'Please leave this empty';

/** Instructions for a form that needs scripts, where there are none. */
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
