import type { ReactNode } from 'react';
import { ChangePassword } from '../../../accounts/admin/account/change-password.tsx';
import { Sessions } from '../../../accounts/admin/account/sessions.tsx';
import { TwoStep } from '../../../accounts/admin/account/two-step.tsx';
import { isAdministrator } from '../../../accounts/admin/session/verification.ts';
import type { account } from '../../../accounts/api/account.ts';
import { caller } from '../../../admin/caller.ts';
import { EmailText } from '../../../admin/email-text.tsx';
import { LoadedPage } from '../../../admin/load-failure.tsx';
import { orFail, pageLoader } from '../../../admin/session/page-loader.ts';
import { storedSession } from '../../../admin/session/session.ts';
import { Exports } from '../../../transfer/admin/exports.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import type { Route } from './+types/account.ts';

const api = caller<typeof account>();

export const meta: Route.MetaFunction = () => privateMeta('Account');

export const clientLoader = pageLoader(
  'Failed to load your account. Please try again.',
  async (_: Route.ClientLoaderArgs) => {
    const [sessions, factors, mayExport] = await Promise.all([
      api('GET', '/admin/sessions'),
      api('GET', '/admin/second-factors'),
      isAdministrator(),
    ]);
    const email = storedSession()?.email ?? '';
    return { email, mayExport, ...orFail(sessions), factors: orFail(factors) };
  },
);

export default function Account({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage title="Account" of={loaderData}>
      {(loaded) => (
        <>
          <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
            Signed in as <EmailText text={loaded.email} />
          </p>
          <div className="mt-6 grid items-start gap-6 *:space-y-6 lg:grid-cols-2">
            <div>
              <Part>
                <h2 className="mb-4 font-medium text-lg">Change password</h2>
                <ChangePassword email={loaded.email} />
              </Part>
              <Part>
                <TwoStep email={loaded.email} state={loaded.factors} />
              </Part>
            </div>
            <div>
              <Part>
                <Sessions sessions={loaded.sessions} />
                <p className="mt-4 text-muted text-xs">
                  A session ends after two hours without use, and 24 hours after signing in at the
                  latest.
                </p>
              </Part>
              {loaded.mayExport && (
                <Part>
                  <Exports />
                </Part>
              )}
            </div>
          </div>
        </>
      )}
    </LoadedPage>
  );
}

function Part({ children }: { children: ReactNode }) {
  return (
    <section className="rounded-card border border-line bg-surface p-5 md:p-6">{children}</section>
  );
}
