import type { TitleOfPost } from './accounts/audit.ts';
import type { HoldScheduled } from './accounts/people.ts';
import type { Retention } from './content/retention.ts';
import type { MailFiles } from './mail/mail-transports.ts';
import type { PictureStore } from './media/picture-store.ts';
import type { ReadPictureUses } from './media/picture-uses.ts';
import type { ProcessPicture } from './media/process-picture.ts';
import type { RenderBody } from './rendering/body.ts';
import type { Chemistry } from './science/chemistry/rdkit.ts';
import type { Typesetter } from './science/math/typeset.ts';
import type { SiteMolecule } from './science/molecules/molecules.ts';
import type { LookUpDoi, ReadPasted } from './science/references/reference-reading.ts';
import type { Database } from './server/db/connect.ts';
import type { Limits } from './server/limits/limits.ts';
import type { Signing } from './server/signing.ts';
import type { SiteIdentity } from './server/site-identity.ts';
import type { FetchPicture } from './transfer/pictures.ts';

/** `app` makes it for the program, `test/make-app.ts` for tests. */
export type Site = {
  db: Database;
  /** The current instant, ISO 8601 in UTC. */
  now: () => string;
  /** Milliseconds, monotonic. */
  elapsed: () => number;
  signing: Signing;
  limits: Limits;
  identity: SiteIdentity;
  pages: readonly string[];
  /** The author of posts without one. */
  defaultAuthor: string;
  inboxEmail: string;
  /** `LIVE_FORMS`: without it, the newsletter, investor and waitlist forms are not live, and no newsletter is sent. */
  liveForms: boolean;
  /** Whether a mail server is set. Without one, links are shown instead of mailed. */
  sendsMail: boolean;
  /** Where mails are written to; null where they are sent. */
  mailFolder: string | null;
  mailFiles: MailFiles;
  /** All visitors together have this limit, in this process; 0 disables all limits of searches. */
  searchesPerMinute: number;
  /** Why this process's last mail did not leave, in the mail server's words, and its last daily backup failed, in one line. */
  failures: { mail: string | null; backup: string | null };
  retention: Retention;
  render: RenderBody;
  /** The same for readers: one rendering serves all who ask at once. */
  renderForReaders: RenderBody;
  isRenderingIdle: () => boolean;
  chemistry: Chemistry;
  /** What computes for a search until a signal aborts. */
  searchChemistry: (signal: AbortSignal) => Chemistry;
  typesetFormula: Typesetter;
  siteMolecules: readonly SiteMolecule[];
  readPasted: ReadPasted;
  /** Undefined where DOIs are not looked up. */
  lookUpDoi: LookUpDoi | undefined;
  files: PictureStore;
  processPicture: ProcessPicture;
  fetchPicture: FetchPicture;
  readPictureUses: ReadPictureUses;
  holdScheduled: HoldScheduled;
  tallyIssues: () => Promise<void>;
  titleOfPost: TitleOfPost;
  /** Called after a change of what the public sees, before the person who made it is answered; not by imports. */
  postChanged: () => void;
  /** Called after the transaction that enqueued mail has committed. */
  onMailEnqueued: () => void;
};
