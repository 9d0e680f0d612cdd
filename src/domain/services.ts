import type { Retention } from '../content/retention.ts';
import type { Database } from '../db/connect.ts';
import { createLimits } from './abuse/limits.ts';
import { createAccess } from './access/access.ts';
import { createAudit } from './audit.ts';
import { createInbox } from './inquiries/inbox.ts';
import { createReceiving } from './inquiries/receiving.ts';
import { composeByKind } from './mail/compose-by-kind.ts';
import type { MailFiles } from './mail/mail-files.ts';
import { countMails } from './mail/outbox.ts';
import type { SiteIdentity } from './mail/site-identity.ts';
import type { ProcessPicture } from './media/picture-processor.ts';
import type { PictureStore } from './media/picture-store.ts';
import { createPictures } from './media/pictures.ts';
import { createNewsletter } from './newsletter/newsletter.ts';
import { createAutosaves } from './posts/autosaves.ts';
import { createPostEditing } from './posts/editing.ts';
import { createPostSearch } from './posts/post-search.ts';
import { createPreview } from './posts/preview.ts';
import { createPreviewLinks } from './posts/preview-links.ts';
import { createPostReading } from './posts/reading.ts';
import type { RenderBody } from './posts/render-pool.ts';
import { createRevisions } from './posts/revisions.ts';
import { createSchedule } from './posts/schedule.ts';
import { createSearchLimit } from './posts/search-limit.ts';
import { createPersonalData } from './privacy/personal-data.ts';
import { createRetention } from './privacy/retention.ts';
import { createSeeding } from './seed.ts';
import { createSigning } from './signing.ts';

type ServicesDeps = {
  db: Database;
  now: () => Date;
  render: RenderBody;
  media: { files: PictureStore; processPicture: ProcessPicture };
  /** The author of posts without one. */
  defaultAuthor: string;
  /** The sender of mails. */
  site: SiteIdentity;
  /** The recipient of notices about inquiries. */
  inboxEmail: string;
  /** Limit of all public searches together; 0 for no limit. */
  searchesPerMinute: number;
  /** Whether the newsletter, investor and waitlist forms reach the server. */
  liveForms: boolean;
  /** Mails that were written to files. */
  mailFiles: MailFiles;
  /** Retention periods of personal data. */
  retention: Retention;
  /** Called with the id of a post that is or was published, after each change; the response waits for it. */
  postChanged: (id: string) => Promise<void>;
  /** Called after mail was committed to the outbox. */
  onMailEnqueued: () => void;
};

/** One function per thing that a person can do. */
export type Services = ReturnType<typeof createServices>;

export function createServices(deps: ServicesDeps) {
  const { db, now: clock, render, media, liveForms } = deps;
  const now = () => clock().toISOString();
  const reading = createPostReading({ db, now });
  const signing = createSigning(db);
  const limits = createLimits({ db, now, signing });
  const receiving = createReceiving({ ...deps, now, limits });
  const newsletter = createNewsletter({ ...deps, now, signing, limits, anyPost: reading.anyPost });
  const { prepareNewPost, ...editing } = createPostEditing({
    ...deps,
    now,
    anyPost: reading.anyPost,
  });
  const access = createAccess({ ...deps, now, limits, signing });
  return {
    ...reading,
    ...createPostSearch({ db, now }),
    ...createSearchLimit({ ...deps, limits }),
    ...editing,
    ...createSchedule(db),
    ...createPreview(render),
    ...createPreviewLinks({ db, now }),
    ...createRevisions(db),
    ...createAutosaves({ db, now }),
    ...createPictures({ db, now, ...media }),
    ...access,
    ...createSeeding({ ...access, db, prepareNewPost }),
    ...createAudit(db),
    ...receiving.services,
    ...createInbox({ db, now }),
    ...newsletter.services,
    ...createPersonalData({ ...deps, now, signing, limits }),
    ...createRetention({ ...deps, now, limits, tallyIssues: newsletter.services.tallyIssues }),
    onBounce: newsletter.onBounce,
    composeMail: composeByKind({ ...receiving.composers, ...newsletter.composers }),
    mailCounts: () => countMails(db),
    liveForms,
    now,
  };
}
