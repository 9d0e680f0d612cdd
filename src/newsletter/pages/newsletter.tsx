import { useState } from 'react';
import { data, useLocation } from 'react-router';
import { back, failures, hero, liveThankYou, seo, thankYou } from '../../content/newsletter.ts';
import { site } from '../../content/site.ts';
import { pageContext } from '../../context.ts';
import { readForm } from '../../inquiries/pages/form/receive-form.ts';
import { wasTooFast } from '../../inquiries/pages/form/too-fast.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { FormDone } from '../../ui/form-done.tsx';
import { Mark } from '../../ui/mark.tsx';
import { pageMeta, publicUrlFrom } from '../../ui/seo.ts';
import { signUp } from '../sign-up.ts';
import type { Route } from './+types/newsletter.ts';
import { LiveSignUp, type RejectedSignUp, SilentSignUp, signUpFrom } from './sign-up-form.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(seo, { publicUrl: publicUrlFrom(matches) });

export function loader({ context }: Route.LoaderArgs) {
  return { isLive: context.get(pageContext).site.liveForms };
}

/** Receives the form of a browser that runs no scripts; the others call the API. */
export async function action({ request, context }: Route.ActionArgs) {
  const { site, clientIp, retryAfter } = context.get(pageContext);
  const formData = await readForm(request);
  const { email, subject } = signUpFrom(formData);
  const isSuspected = subject !== undefined || wasTooFast(formData, site.now());
  const source = { ip: clientIp, isSuspected };
  const result = await signUp(site, { email }, source);
  if (result.ok) return null;
  switch (result.failure.kind) {
    case 'invalid':
      return data({ failure: failures.email, email }, { status: 422 });
    case 'too-many':
      retryAfter(result.failure.retryAfter);
      return data({ failure: failures.tooMany, email }, { status: 429 });
    default:
      throw data(null, { status: 404, statusText: 'Not Found' });
  }
}

export default function Newsletter({ loaderData, actionData }: Route.ComponentProps) {
  const { key } = useLocation();
  return (
    <div className="page pt-28 pb-10 md:pt-36 md:pb-16">
      <BackLink {...back} />
      <div className="mt-8 grid items-start gap-x-8 gap-y-12 lg:grid-cols-12">
        <div className="lg:col-span-6">
          <p className="eyebrow mb-5">{hero.eyebrow}</p>
          <h1 className="display text-4xl">{hero.title}</h1>
          <p className="mt-6 max-w-2xl text-balance text-lg text-muted leading-relaxed">
            {hero.lead}
          </p>
        </div>
        <div className="rounded-card border border-line bg-surface p-6 sm:p-10 lg:col-span-5 lg:col-start-8">
          <SignUp
            key={key}
            isLive={loaderData.isLive}
            isAccepted={actionData === null}
            rejected={actionData ?? undefined}
          />
        </div>
      </div>
    </div>
  );
}

type SignUpProps = {
  /** The form is sent to the server. */
  isLive: boolean;
  /** The server has accepted a form posted without scripts. */
  isAccepted: boolean;
  rejected: RejectedSignUp | undefined;
};

function SignUp({ isLive, isAccepted, rejected }: SignUpProps) {
  const [isDone, setDone] = useState(isAccepted);
  const done = isLive ? liveThankYou : thankYou;
  if (isDone) {
    return (
      <FormDone title={done.title} text={done.text}>
        <ButtonLink href={done.action.href} variant="secondary">
          {done.action.label}
        </ButtonLink>
      </FormDone>
    );
  }
  return (
    <>
      <NewsletterPreview />
      {isLive ? (
        <LiveSignUp rejected={rejected} onSent={() => setDone(true)} />
      ) : (
        <SilentSignUp onSubmit={() => setDone(true)} />
      )}
    </>
  );
}

/** A preview of the newsletter: its header and contents. */
function NewsletterPreview() {
  return (
    <div className="mb-8">
      <p className="flex items-center gap-3 border-ink border-b pb-4">
        <Mark className="size-7" />
        <span className="display text-xl">{site.name}</span>
      </p>
      <ol>
        {hero.contents.map((item, i) => (
          <li key={item} className="flex items-baseline gap-4 border-line border-b py-3.5">
            <span aria-hidden className="eyebrow w-4 shrink-0">
              {i + 1}
            </span>
            {item}
          </li>
        ))}
      </ol>
    </div>
  );
}
