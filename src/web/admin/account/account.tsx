import type { ReactNode } from 'react';
import { site } from '../../../content/site.ts';
import { privateMeta } from '../../seo.ts';
import { refusalMessage } from '../api.ts';
import { LoadFailure } from '../load-failure.tsx';
import { orLogin } from '../login-redirect.ts';
import { storedSession } from '../session.ts';
import type { Route } from './+types/account.ts';
import { listSessions } from './account-api.ts';
import { ChangePassword } from './change-password.tsx';
import { Sessions } from './sessions.tsx';

export const meta: Route.MetaFunction = () => privateMeta('Account');

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const answer = orLogin(await listSessions(), new URL(request.url));
  return {
    email: storedSession()?.email ?? '',
    sessions: answer.ok ? answer.value.sessions : null,
    failure: answer.ok
      ? ''
      : refusalMessage(answer.refusal, 'Failed to load your sessions. Please try again.'),
  };
}

export default function Account({ loaderData }: Route.ComponentProps) {
  const { email, sessions, failure } = loaderData;
  return (
    <div className="max-w-3xl">
      <h1 className="display text-2xl">Account</h1>
      <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">Signed in as {email}</p>
      <div className="mt-6 space-y-6">
        <Part>
          <h2 className="mb-4 font-medium text-lg">Change password</h2>
          <ChangePassword email={email} />
        </Part>
        <Part>
          {sessions === null ? (
            <>
              <h2 className="font-medium text-lg">Where you are signed in</h2>
              <LoadFailure message={failure} />
            </>
          ) : (
            <>
              <Sessions sessions={sessions} />
              <p className="mt-4 text-muted text-xs">Times in {site.timeZone}</p>
            </>
          )}
        </Part>
      </div>
    </div>
  );
}

function Part({ children }: { children: ReactNode }) {
  return (
    <section className="rounded-card border border-line bg-surface p-5 md:p-6">{children}</section>
  );
}
