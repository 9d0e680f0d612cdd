import { signUp } from '../../content/blog-sign-up.ts';
import { form, seo } from '../../content/newsletter.ts';
import type { loader as rootLoader } from '../../root.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { HoneypotField } from '../../ui/honeypot-field.tsx';

type RootData = Pick<ReturnType<typeof rootLoader>, 'liveForms'>;
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/**
 * The browser posts the form to the page of the newsletter, which answers in words: reading pages
 * run no scripts.
 */
export function SignUp({ matches }: { matches: Matches }) {
  const root = matches.find((match) => match?.id === 'root');
  const { liveForms } = (root?.loaderData ?? { liveForms: false }) as RootData;
  if (!liveForms) return null;
  return (
    <section
      data-screen-only=""
      aria-labelledby="sign-up"
      className="mt-16 max-w-measure border-line border-t pt-8"
    >
      <h2 id="sign-up" className="display text-2xl">
        {signUp.title}
      </h2>
      <p className="mt-3 text-muted">{signUp.lead}</p>
      <form method="post" action={seo.canonical} className="mt-5">
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
          <TextField {...form.email} type="email" required autoComplete="email" />
          <Button type="submit" className="min-h-12">
            {form.submit}
          </Button>
        </div>
        <HoneypotField />
        <p className="mt-3 text-muted text-sm">{form.note}</p>
      </form>
    </section>
  );
}
