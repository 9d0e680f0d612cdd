import {
  blogTeaser,
  demoCallToAction,
  faq,
  features,
  howItWorks,
  seo,
} from '../../../content/home.ts';
import { pageContext } from '../../../context.ts';
import type { PostTitle } from '../../../posts/public-posts.ts';
import { ArrowLink } from '../../../ui/arrow-link.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { CallToAction } from '../../../ui/call-to-action.tsx';
import { Card } from '../../../ui/card.tsx';
import { longDate } from '../../../ui/dates.ts';
import { Faq } from '../../../ui/faq.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Link } from '../../../ui/link.tsx';
import { Section } from '../../../ui/section.tsx';
import { pageMeta, publicUrlFrom } from '../../../ui/seo.ts';
import { StaticPart } from '../../../ui/static-part.tsx';
import { fetchStaticParts } from '../../../ui/static-part-cache.ts';
import { faqPage } from '../../../ui/structured-data.ts';
import { Title, Unbroken } from '../../../ui/unbroken.tsx';
import type { Route } from './+types/home.ts';
import { Demo } from './demo.tsx';
import { HomeHero } from './home-hero.tsx';
import { Problem } from './problem.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(seo, {
    publicUrl: publicUrlFrom(matches),
    jsonLd: import.meta.env.SSR ? [faqPage(faq)] : [],
  });

export function loader({ context }: Route.LoaderArgs) {
  const { services, emptyOnFailure } = context.get(pageContext);
  return services.posts.newestTitles(3).catch(emptyOnFailure);
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
      <StaticPart name="home-before-demo">{import.meta.env.SSR ? <BeforeDemo /> : null}</StaticPart>
      <Demo />
      <StaticPart name="home-after-demo">
        {import.meta.env.SSR ? <AfterDemo posts={loaderData} /> : null}
      </StaticPart>
    </>
  );
}

type NewestPosts = { posts: readonly (PostTitle & { date: string })[] };

function BeforeDemo() {
  return (
    <>
      <Problem />
      <Features />
    </>
  );
}

function AfterDemo({ posts }: NewestPosts) {
  return (
    <>
      <HowItWorks />
      <DemoCall />
      <Faq items={faq} unruled />
      <BlogTeaser posts={posts} />
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
      aside={
        <div className="mt-6">
          <ArrowLink href={howItWorks.action.href}>{howItWorks.action.label}</ArrowLink>
        </div>
      }
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

function DemoCall() {
  const { title, text, action, note } = demoCallToAction;
  return (
    <CallToAction title={title} text={text} note={note} surface="home">
      <ButtonLink href={action.href}>{action.label}</ButtonLink>
    </CallToAction>
  );
}

function BlogTeaser({ posts }: NewestPosts) {
  const { title, text, action } = blogTeaser;
  return (
    <Section
      title={title}
      intro={text}
      heading="beside"
      aside={
        <div className="mt-6">
          <ArrowLink href={action.href}>{action.label}</ArrowLink>
        </div>
      }
    >
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
