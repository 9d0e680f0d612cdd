import type { SiteIdentity } from '../site-identity.ts';
import { action, letter, link, paragraph, small, title } from './letter.ts';
import { type Composed, renderLetter } from './render-letter.ts';

type Parts = {
  site: SiteIdentity;
  confirmUrl: string;
  /** For how many days the link holds. */
  validDays: number;
};

/** Asks whoever reads mail at an address whether it may have the newsletter. */
export async function newsletterConfirmation(parts: Parts): Promise<Composed> {
  const { site, confirmUrl, validDays } = parts;
  const subject = `Confirm your address for ${site.name}'s newsletter`;
  const days = validDays === 1 ? 'one day' : `${validDays} days`;
  const element = letter({
    site,
    subject,
    preview: `One more step: the link is valid for ${days}. Without it, you get no newsletter.`,
    body: [
      title('Is this your address?'),
      paragraph(
        `Someone asked for ${site.name}'s newsletter at this address: validation results, methods and corrections from our work, when there is something worth reading. If it was you, please confirm it.`,
      ),
      action(confirmUrl, 'Confirm my address'),
      paragraph(`The link opens a page with one button, and is valid for ${days}.`),
      small('If the button does not work, open this address: ', link(confirmUrl, confirmUrl)),
    ],
    footer: [
      'If it was not you, there is nothing to do: without a confirmation, nothing is sent to this address.',
    ],
  });
  return renderLetter(subject, element);
}
