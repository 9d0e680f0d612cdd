import { useState } from 'react';
import { useLocation } from 'react-router';
import { back, hero, liveThankYou, seo, thankYou } from '../../content/newsletter.ts';
import { site } from '../../content/site.ts';
import { pageContext } from '../../context.ts';
import { receiveForm } from '../../inquiries/pages/form/receive-form.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { FormDone } from '../../ui/form-done.tsx';
import { Mark } from '../../ui/mark.tsx';
import { staticMeta } from '../../ui/seo.ts';
import { signUp, signUpSchema } from '../sign-up.ts';
import type { Route } from './+types/newsletter.ts';
import { SignUpForm, signUpFailure } from './sign-up-form.tsx';

export const meta = staticMeta(seo);

export function loader({ context }: Route.LoaderArgs) {
  return { isLive: context.get(pageContext).site.liveForms };
}

/** Receives the form of a browser that runs no scripts; the others call the API. */
export function action({ request, context }: Route.ActionArgs) {
  return receiveForm(request, context, {
    schema: signUpSchema,
    receive: signUp,
    failureFrom: signUpFailure,
  });
}

export default function Newsletter({ loaderData: { isLive }, actionData }: Route.ComponentProps) {
  const visit = useLocation().key;
  const [doneDuring, setDoneDuring] = useState(actionData === null ? visit : undefined);
  const { title, text, action: next } = isLive ? liveThankYou : thankYou;
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
          {/* Following a link back to this page shows the form again. */}
          {doneDuring === visit ? (
            <FormDone title={title} text={text}>
              <ButtonLink href={next.href} variant="secondary">
                {next.label}
              </ButtonLink>
            </FormDone>
          ) : (
            <>
              <NewsletterPreview />
              <SignUpForm
                isLive={isLive}
                rejected={actionData ?? undefined}
                onDone={() => setDoneDuring(visit)}
              />
            </>
          )}
        </div>
      </div>
    </div>
  );
}

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
