import {
  blogTeaser,
  demoCallToAction as call,
  faq,
  features,
  howItWorks,
  problem,
  seo,
} from '../../../content/home.ts';
import { problemPictures, problemTable } from '../../../content/home-charts.ts';
import { pageContext } from '../../../context.ts';
import { newestTitles, type PostTitle } from '../../../posts/public-posts.ts';
import { ActionBelow } from '../../../ui/actions.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { CallToAction } from '../../../ui/call-to-action.tsx';
import { Card } from '../../../ui/card.tsx';
import { FigureTable } from '../../../ui/chart.tsx';
import { longDate } from '../../../ui/dates.ts';
import { Dots } from '../../../ui/dots.tsx';
import { Faq } from '../../../ui/faq.tsx';
import { Footnotes } from '../../../ui/footnotes.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Link } from '../../../ui/link.tsx';
import { faqPage } from '../../../ui/page-graph.ts';
import { Section } from '../../../ui/section.tsx';
import { staticMeta } from '../../../ui/seo.ts';
import { StaticPart } from '../../../ui/static-part.tsx';
import { fetchStaticParts } from '../../../ui/static-part-cache.ts';
import { Statistic } from '../../../ui/statistic.tsx';
import { Title, Unbroken } from '../../../ui/unbroken.tsx';
import type { Route } from './+types/home.ts';
import { Demo } from './demo.tsx';
import { HomeHero } from './home-hero.tsx';

export const meta = staticMeta(seo, import.meta.env.SSR ? [faqPage(faq)] : []);

export function loader({ context }: Route.LoaderArgs) {
  const { site, emptyOnFailure } = context.get(pageContext);
  return newestTitles(site, 3).catch(emptyOnFailure);
}

/** The posts are rendered by the server, in a static part. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await fetchStaticParts(request);
  return [];
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <HomeHero />
      <StaticPart name="home-before-demo">
        {import.meta.env.SSR ? (
          <>
            <Problem />
            <Features />
          </>
        ) : null}
      </StaticPart>
      <Demo />
      <StaticPart name="home-after-demo">
        {import.meta.env.SSR ? (
          <>
            <HowItWorks />
            <CallToAction title={call.title} text={call.text} note={call.note} surface="home">
              <ButtonLink href={call.action.href}>{call.action.label}</ButtonLink>
            </CallToAction>
            <Faq items={faq} unruled />
            <BlogTeaser posts={loaderData} />
          </>
        ) : null}
      </StaticPart>
    </>
  );
}

function Features() {
  return (
    <Section title={features.title} intro={features.lead}>
      <ul className="grid gap-4 tablet:grid-cols-3 md:gap-6">
        {features.cards.map(({ icon, title, description }) => (
          <li key={title} className="grid">
            <Card className="seats">
              <Icon name={icon} />
              <h3 className="mt-8 font-display text-xl leading-tight">{title}</h3>
              <p className="mt-3 text-muted text-sm">
                <Unbroken text={description} />
              </p>
            </Card>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function HowItWorks() {
  return (
    <Section
      title={howItWorks.title}
      intro={howItWorks.lead}
      heading="beside"
      aside={<ActionBelow action={howItWorks.action} />}
    >
      <ol>
        {howItWorks.steps.map(({ title, description }, index) => (
          <li
            key={title}
            className="grid grid-cols-[3rem_1fr] border-line border-t py-7 first:border-t-0 first:pt-0 md:grid-cols-[5rem_1fr]"
          >
            <span aria-hidden="true" className="display text-2xl text-teal leading-none">
              {index + 1}
            </span>
            <div>
              <h3 className="font-display text-xl leading-tight">{title}</h3>
              <p className="mt-3 max-w-[60ch] text-muted">
                <Unbroken text={description} />
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function BlogTeaser({ posts }: { posts: readonly (PostTitle & { date: string })[] }) {
  const { title, text, action } = blogTeaser;
  return (
    <Section title={title} intro={text} heading="beside" aside={<ActionBelow action={action} />}>
      <ul className="empty:hidden">
        {posts.map(({ slug, title: postTitle, date }) => (
          <li
            key={slug}
            className="border-line border-t py-5 first:border-t-0 first:pt-0 last:pb-0"
          >
            <time dateTime={date} className="text-muted text-sm">
              {longDate(date)}
            </time>
            <h3 className="font-display text-xl leading-tight">
              <Link to={`/blog/${slug}`} dir="auto" className="block py-2 hover:text-teal">
                <Title text={postTitle} />
              </Link>
            </h3>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Problem() {
  return (
    <section className="page py-16 md:py-24">
      <div className="grid gap-x-8 gap-y-8 lg:grid-cols-12">
        <h2 className="display text-3xl lg:col-span-5 lg:pr-8">{problem.title}</h2>
        <div className="max-w-[66ch] space-y-5 lg:col-span-7 lg:mt-1">
          {problem.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
      <dl className="mt-14 grid border-line border-t md:mt-20 tablet:grid-cols-3">
        {problem.statistics.map((statistic, index) => (
          <Statistic
            key={statistic.id}
            {...statistic}
            number={index + 1}
            picture={<Picture id={statistic.id} />}
            className="border-line border-b py-7 tablet:border-b-0 tablet:border-l tablet:px-8 lg:pb-4 tablet:first:border-l-0 tablet:first:pl-0"
          />
        ))}
      </dl>
      <Footnotes
        notes={problem.statistics}
        className="mt-8 grid gap-y-3 border-line tablet:mt-0 tablet:border-t tablet:pt-6 lg:grid-cols-3 lg:border-t-0 lg:border-b lg:pt-0 lg:*:border-line lg:*:border-l lg:*:px-8 lg:*:pb-7 lg:*:first:border-l-0 lg:*:first:pl-0"
      />
      <div className="mt-3 flex flex-wrap justify-between gap-x-8 max-lg:mt-6 max-lg:border-line max-lg:border-t max-lg:pt-3">
        <p className="flex-1 basis-64 py-3 text-muted text-xs">
          <Unbroken text={problemTable.key} />
        </p>
        <div className="tablet:w-70 tablet:text-right">
          <FigureTable
            title={problemTable.title}
            rows={problem.statistics.map(({ label, value }) => ({ label, display: value }))}
          />
        </div>
      </div>
    </section>
  );
}

function Picture({ id }: { id: string }) {
  const picture = problemPictures[id];
  if (picture === undefined) return null;
  return (
    <span className="mb-7 flex h-10 max-w-80 items-center">
      <Dots {...picture} className="max-h-full w-full text-ink" />
    </span>
  );
}
