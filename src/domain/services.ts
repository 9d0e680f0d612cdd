import type { Database } from '../db/connect.ts';
import { createAdministrators } from './access/administrators.ts';
import { createSessions } from './access/sessions.ts';
import { createAudit } from './audit.ts';
import { createInquiries } from './inquiries/contact.ts';
import { createAutosaves } from './posts/autosaves.ts';
import { createPostEditing } from './posts/editing.ts';
import { createPostReading } from './posts/reading.ts';
import type { RenderBody } from './posts/render-pool.ts';
import { createRevisions } from './posts/revisions.ts';

type Parts = {
  db: Database;
  /** The clock; the domain has none of its own. */
  now: () => Date;
  render: RenderBody;
  /** The author of posts that name none. */
  defaultAuthor: string;
};

/** One bound verb per thing that a person can do. */
export type Services = ReturnType<typeof createServices>;

export function createServices({ db, now: clock, render, defaultAuthor }: Parts) {
  const now = () => clock().toISOString();
  const sessions = createSessions({ db, now });
  const reading = createPostReading({ db, now });
  return {
    ...reading,
    ...createPostEditing({ db, now, render, defaultAuthor, anyPost: reading.anyPost }),
    ...createRevisions(db),
    ...createAutosaves({ db, now }),
    ...createAdministrators({ db, now, sessions }),
    findSession: sessions.findSession,
    endSession: sessions.endSession,
    sessionsOf: sessions.sessionsOf,
    endOwnSession: sessions.endOwnSession,
    ...createAudit(db),
    ...createInquiries({ db, now }),
    now,
  };
}
