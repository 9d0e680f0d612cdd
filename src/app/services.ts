import { type AccountsDeps, createAccounts } from '../accounts/accounts.ts';
import { createInquiries } from '../inquiries/inquiries.ts';
import { createPrivacy, type PrivacyDeps } from '../inquiries/privacy/privacy.ts';
import type { ReceivingDeps } from '../inquiries/receiving.ts';
import { composeByKind } from '../mail/compose-by-kind.ts';
import { countMails, mailFailure } from '../mail/outbox.ts';
import { createLibrary, type LibraryDeps } from '../media/library.ts';
import { createNewsletter, type NewsletterDeps } from '../newsletter/newsletter.ts';
import { auditedTitle } from '../posts/audited-title.ts';
import { holdScheduled } from '../posts/hold-scheduled.ts';
import { readPictureUses } from '../posts/picture-uses.ts';
import { createPosts, type PostsDeps } from '../posts/posts.ts';
import type { RenderBody } from '../rendering/body.ts';
import { createGlossary, type GlossaryDeps } from '../science/glossary/glossary.ts';
import { createGlossaryReader } from '../science/glossary/read-glossary.ts';
import { createMolecules, type MoleculesDeps } from '../science/molecules/molecules.ts';
import {
  createSiteMolecules,
  type SiteMoleculesDeps,
} from '../science/molecules/site-molecules.ts';
import {
  createReferenceReading,
  type ReferenceReadingDeps,
} from '../science/references/reference-reading.ts';
import { type Database, forPublic } from '../server/db/connect.ts';
import { createLimits } from '../server/limits/limits.ts';
import { createSearchLimit, type SearchLimitDeps } from '../server/limits/search-limit.ts';
import { createSigning } from '../server/signing.ts';
import { createSeeding } from '../site/seed.ts';
import { createTransfer, type TransferDeps } from '../transfer/transfer.ts';

/** What the rooms ask for, of which `createServices` makes the rest itself. */
type RoomDeps = AccountsDeps &
  LibraryDeps &
  GlossaryDeps &
  MoleculesDeps &
  SiteMoleculesDeps &
  ReferenceReadingDeps &
  PostsDeps &
  ReceivingDeps &
  NewsletterDeps &
  PrivacyDeps &
  TransferDeps &
  SearchLimitDeps;

type MadeHere =
  | ('db' | 'now' | 'limits' | 'signing' | 'readGlossary' | 'readSiteMolecules' | 'anyPost')
  | ('posts' | 'library' | 'accounts' | 'tallyIssues' | 'titleOfPost' | 'readPictureUses')
  | 'holdScheduled';

type ServicesDeps = Omit<RoomDeps, MadeHere> & {
  db: Database;
  now: () => Date;
  /** Why this process could not make the last daily backup, in one line. */
  backups: { failure: string | null };
};

/** What each room does, an object for each: pages call them, and the API is made of them. */
export type Services = ReturnType<typeof createServices>;

export function createServices(site: ServicesDeps) {
  const { db } = site;
  const now = () => site.now().toISOString();
  const signing = createSigning(db);
  const limits = createLimits({ db, now, signing });
  const readGlossary = createGlossaryReader(db);
  const render: RenderBody = async (content, options) =>
    site.render(content, { ...options, glossary: await readGlossary() });
  const readSiteMolecules = createSiteMolecules(site);
  const deps = { ...site, now, signing, limits, render, readGlossary, readSiteMolecules };

  const accounts = createAccounts({ ...deps, titleOfPost: auditedTitle, holdScheduled });
  const media = createLibrary({ ...deps, readPictureUses });
  const posts = createPosts(deps);
  const inquiries = createInquiries(deps);
  const newsletter = createNewsletter({ ...deps, anyPost: posts.anyPost });
  const { tallyIssues } = newsletter;
  return {
    accounts,
    media,
    molecules: createMolecules({ ...deps, db: forPublic(db) }),
    glossary: createGlossary(deps),
    references: createReferenceReading(deps),
    posts,
    inquiries,
    privacy: createPrivacy({ ...deps, accounts, posts, tallyIssues }),
    newsletter,
    transfer: createTransfer({ ...deps, posts, library: media }),
    seeding: createSeeding({ ...accounts, ...posts, db }),
    mail: {
      composeMail: composeByKind({
        ...accounts.composers,
        ...inquiries.composers,
        ...newsletter.composers,
      }),
      mailCounts: () => countMails(db),
      mailFailure: () => mailFailure(db, now()),
    },
    backups: site.backups,
    countSearch: createSearchLimit(deps),
    now,
  };
}
