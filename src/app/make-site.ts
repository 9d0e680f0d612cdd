import { ACCOUNT_MAILS } from '../accounts/account-mails.ts';
import { LINK_MAILS } from '../accounts/mailed-links.ts';
import { INQUIRY_MAILS } from '../inquiries/receiving.ts';
import type { ClaimedMail, Compose, Composers, OnBounce } from '../mail/outbox.ts';
import { ISSUE_MAILS } from '../newsletter/issue-mail.ts';
import { tallyIssues } from '../newsletter/issues.ts';
import { stopIfRefused } from '../newsletter/sending.ts';
import { SIGN_UP_MAILS } from '../newsletter/sign-up.ts';
import { onBounce } from '../newsletter/subscription.ts';
import { readPictureUses } from '../posts/picture-uses.ts';
import { auditedTitle } from '../posts/revisions.ts';
import { holdScheduled } from '../posts/unpublished-changes.ts';
import { createLimits } from '../server/limits/limits.ts';
import { createSigning } from '../server/signing.ts';
import type { Site } from '../site.ts';
import { shareRenders } from './threads/recent-renders.ts';

type MadeHere =
  | ('signing' | 'limits' | 'renderForReaders')
  | ('readPictureUses' | 'holdScheduled' | 'tallyIssues' | 'titleOfPost');

export function makeSite(seams: Omit<Site, MadeHere>): Site {
  const { db, now } = seams;
  const signing = createSigning(db);
  const site: Site = {
    ...seams,
    renderForReaders: shareRenders(seams.render),
    signing,
    limits: createLimits(now),
    readPictureUses,
    holdScheduled,
    tallyIssues: () => tallyIssues(site),
    titleOfPost: auditedTitle,
  };
  return site;
}

const COMPOSERS: Composers = {
  ...ACCOUNT_MAILS,
  ...LINK_MAILS,
  ...INQUIRY_MAILS,
  ...SIGN_UP_MAILS,
  ...ISSUE_MAILS,
};

export function mailOf(site: Site) {
  const compose: Compose = (mail) => {
    const composer = Object.hasOwn(COMPOSERS, mail.kind) ? COMPOSERS[mail.kind] : undefined;
    if (composer === undefined) throw new Error(`Nothing composes mails of the kind ${mail.kind}`);
    return composer(site, mail);
  };
  return {
    compose,
    onBounce: (...bounce: Parameters<OnBounce>) => onBounce(site, ...bounce),
    onRefused: (mail: ClaimedMail) => stopIfRefused(site, mail),
  };
}
