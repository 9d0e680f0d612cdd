import type { ReactNode } from 'react';
import { ChangePassword } from '../../../accounts/admin/account/change-password.tsx';
import { Sessions } from '../../../accounts/admin/account/sessions.tsx';
import { TwoStep } from '../../../accounts/admin/account/two-step.tsx';
import { isAdministrator } from '../../../accounts/admin/session/verification.ts';
import type { account } from '../../../accounts/api/account.ts';
import { type ApiResult, failureMessage } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { EmailText } from '../../../admin/email-text.tsx';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { orLogin } from '../../../admin/session/page-loader.ts';
import { storedSession } from '../../../admin/session/session.ts';
import { Exports } from '../../../transfer/admin/exports.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import type { Route } from './+types/account.ts';

export const meta: Route.MetaFunction = () => privateMeta('Account');

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const url = new URL(request.url);
  const [sessions, factors, mayExport] = await Promise.all([
    caller<typeof account>()('GET', '/admin/sessions'),
    caller<typeof account>()('GET', '/admin/second-factors'),
    isAdministrator(),
  ]);
  return {
    mayExport,
    email: storedSession()?.email ?? '',
    sessions: sectionOf(orLogin(sessions, url), 'Failed to load your sessions. Please try again.'),
    factors: sectionOf(
      orLogin(factors, url),
      'Failed to load your sign-in methods. Please try again.',
    ),
  };
}

/** The data of a section, or why it did not load. */
function sectionOf<T>(answer: ApiResult<T>, fallback: string): { value: T } | { failure: string } {
  return answer.ok
    ? { value: answer.value }
    : { failure: failureMessage(answer.failure, fallback) };
}

export default function Account({ loaderData }: Route.ComponentProps) {
  const { email, sessions, factors, mayExport } = loaderData;
  return (
    <>
      <h1 className="display text-2xl">Account</h1>
      <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
        Signed in as <EmailText text={email} />
      </p>
      <div className="mt-6 grid items-start gap-6 *:space-y-6 lg:grid-cols-2">
        <div>
          <Part>
            <h2 className="mb-4 font-medium text-lg">Change password</h2>
            <ChangePassword email={email} />
          </Part>
          <Part>
            {'failure' in factors ? (
              <Unloaded heading="Two-step sign-in" failure={factors.failure} />
            ) : (
              <TwoStep email={email} factors={factors.value} />
            )}
          </Part>
        </div>
        <div>
          <Part>
            {'failure' in sessions ? (
              <Unloaded heading="Where you are signed in" failure={sessions.failure} />
            ) : (
              <>
                <Sessions sessions={sessions.value.sessions} />
                <p className="mt-4 text-muted text-xs">
                  A session ends after two hours without use, and 24 hours after signing in at the
                  latest.
                </p>
              </>
            )}
          </Part>
          {mayExport && (
            <Part>
              <Exports />
            </Part>
          )}
        </div>
      </div>
    </>
  );
}

function Part({ children }: { children: ReactNode }) {
  return (
    <section className="rounded-card border border-line bg-surface p-5 md:p-6">{children}</section>
  );
}

function Unloaded({ heading, failure }: { heading: string; failure: string }) {
  return (
    <>
      <h2 className="font-medium text-lg">{heading}</h2>
      <LoadFailure message={failure} />
    </>
  );
}
