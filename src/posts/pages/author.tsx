import { data } from 'react-router';
import { author as strings } from '../../content/blog.ts';
import { site } from '../../content/site.ts';
import { pageContext } from '../../context.ts';
import { parsePictureUrl, variantUrl, variantWidths } from '../../media/picture-url.ts';
import type { PageHandle } from '../../root.tsx';
import { Hero } from '../../ui/hero.tsx';
import { PORTRAIT_SCRIPT, Portrait } from '../../ui/portrait.tsx';
import { pageMeta, publicUrlFrom } from '../../ui/seo.ts';
import { Subscripts } from '../../ui/subscripts.tsx';
import { Title } from '../../ui/unbroken.tsx';
import { authorPath } from '../authors/author.ts';
import { type AuthorPage, authorPage } from '../authors/authors.ts';
import type { Route } from './+types/author.ts';
import { COVER_FALLBACK_SCRIPT } from './cover.tsx';
import { profilePage } from './metadata.ts';
import { PostRow } from './post-card.tsx';

export const handle = {
  hydrate: false,
  inlineScript: `${PORTRAIT_SCRIPT};${COVER_FALLBACK_SCRIPT}`,
} satisfies PageHandle;

export async function loader({ params, context }: Route.LoaderArgs) {
  const author = await authorPage(context.get(pageContext).site, params.author);
  if (author === null) throw data(null, { status: 404, statusText: 'Not Found' });
  return author;
}

export const meta: Route.MetaFunction = ({ matches, loaderData: author }) => {
  if (author === undefined) return [];
  const { name } = author;
  const seo = {
    title: `${name} | ${site.name}`,
    description: strings.description.replaceAll('{name}', () => name),
    keywords: name,
    canonical: authorPath(author),
  };
  const jsonLd = import.meta.env.SSR ? [profilePage(author)] : [];
  return pageMeta(seo, { publicUrl: publicUrlFrom(matches), jsonLd });
};

export default function Profile({ loaderData: author }: Route.ComponentProps) {
  const { kind, name, biography, picture, orcid, affiliation, link } = author;
  return (
    <>
      <Hero
        eyebrow={strings[kind]}
        title={
          <span dir="auto" className="block break-words">
            {name}
          </span>
        }
        lead={
          biography === '' ? undefined : (
            <span dir="auto" className="block whitespace-pre-line">
              <Subscripts text={biography} />
            </span>
          )
        }
        {...(picture === ''
          ? { surface: 'teams' }
          : { figure: <Portrait src={portraitUrl(picture)} className="h-80 w-64 rounded-card" /> })}
      >
        <div className="space-y-1 empty:hidden">
          {affiliation === '' ? null : <p dir="auto">{affiliation}</p>}
          {orcid === '' ? null : (
            <p className="text-sm">
              {strings.orcid} <Outside href={orcid} />
            </p>
          )}
          {link === '' ? null : (
            <p className="text-sm">
              <Outside href={link} />
            </p>
          )}
        </div>
      </Hero>
      <div className="page pb-8">
        <Posts author={author} />
      </div>
    </>
  );
}

function portraitUrl(url: string): string {
  const picture = parsePictureUrl(url);
  const [width] = picture === null ? [] : variantWidths(picture);
  return picture && width ? variantUrl(picture.id, width, 'webp') : url;
}

function Outside({ href }: { href: string }) {
  return (
    <a href={href} rel="me" className="prose-link">
      {href}
    </a>
  );
}

function Posts({ author: { posts, postCount } }: { author: AuthorPage }) {
  return (
    <section>
      <h2 className="display text-2xl">{strings.posts}</h2>
      {postCount === 0 ? <p className="mt-4 text-muted">{strings.noPosts}</p> : null}
      <ul className="mt-4 border-line border-t">
        {posts.map((post) => (
          <li key={post.id}>
            <PostRow
              post={post}
              title={<Title text={post.title} />}
              text={<Subscripts text={post.description} />}
            />
          </li>
        ))}
      </ul>
      {postCount > posts.length ? (
        <p className="mt-3 text-muted text-sm">
          {strings.newest.replace('{total}', String(postCount))}
        </p>
      ) : null}
    </section>
  );
}
