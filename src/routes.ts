import {
  index as indexRoute,
  layout as layoutRoute,
  route as pathRoute,
  prefix,
  type RouteConfig,
  type RouteConfigEntry,
} from '@react-router/dev/routes';

/** Its path, which is shorter than its file: a browser loads the ids of all routes. */
function idOf(file: string, path = ''): { id: string } {
  return { id: (/\badmin\//.test(file) ? 'admin/' : '') + path };
}

const index = (file: string) => indexRoute(file, idOf(file));
const layout = (file: string, children: RouteConfigEntry[]) =>
  layoutRoute(file, { id: 'admin' }, children);
const route = (path: string, file: string, children?: RouteConfigEntry[]) =>
  pathRoute(path, file, idOf(file, path), children);

/** The route table of the specification (section 2), and what came later. Matching ignores case. */
export default [
  index('site/pages/home/home.tsx'),
  route('purpose', 'site/pages/purpose/purpose.tsx'),
  route('platform', 'site/pages/platform/platform.tsx'),
  route('pipeline', 'site/pages/pipeline/pipeline.tsx'),
  route('teams', 'site/pages/teams/teams.tsx'),
  route('investors', 'site/pages/investors/investors.tsx'),
  route('investor-opportunity', 'site/pages/investor-opportunity/investor-opportunity.tsx'),
  route('newsletter', 'newsletter/pages/newsletter.tsx'),
  route('newsletter/confirm', 'newsletter/pages/link-page.tsx'),
  route('newsletter/unsubscribe', 'newsletter/pages/link-page.tsx'),
  route('contact', 'inquiries/pages/contact/contact.tsx'),
  route('blog', 'posts/pages/list.tsx'),
  route('blog/:slug', 'posts/pages/post.tsx'),
  route('blog/:slug/changes', 'posts/pages/post-changes.tsx'),
  route('blog/:slug/:record', 'posts/pages/record.tsx'),
  route('authors/:author', 'posts/pages/author.tsx'),
  route('preview/:token', 'posts/pages/shared-draft.tsx'),
  route('molecules', 'science/molecules/pages/list.tsx'),
  route('molecules/draw', 'science/molecules/pages/draw.tsx'),
  route('molecules/:inchikey', 'science/molecules/pages/molecule.tsx'),
  route('glossary', 'science/glossary/pages/glossary.tsx'),
  route('privacy-policy', 'site/pages/privacy-policy.tsx'),
  route('terms-of-service', 'site/pages/terms-of-service.tsx'),
  route('compliance', 'site/pages/compliance.tsx'),
  ...prefix('admin', [
    index('admin/index.ts'),
    route('login', 'accounts/admin/login/login.tsx'),
    route('forgot-password', 'accounts/admin/mailed-links/forgot-password.tsx'),
    route('reset-password', 'accounts/admin/mailed-links/choose-password.tsx'),
    route('accept-invitation', 'accounts/admin/mailed-links/choose-password.tsx'),
    layout('app/web/admin/layout.tsx', [
      route('dashboard', 'app/web/admin/dashboard.tsx'),
      route('create-post', 'editor/admin/post-form/create-post.tsx'),
      route('edit-post/:slug', 'editor/admin/post-form/edit-post.tsx'),
      route('edit-post/:slug/revisions', 'posts/admin/revisions/revisions.tsx'),
      // Of former versions, as the page of an issue.
      route('edit-post/:slug/record', 'posts/admin/revisions/revisions.tsx'),
      route('writing-help', 'editor/admin/writing/writing-help.tsx'),
      route('inbox', 'inquiries/admin/inbox.tsx'),
      route('inbox/:id', 'inquiries/admin/inquiry.tsx'),
      route('newsletter', 'newsletter/admin/newsletter.tsx'),
      route('newsletter/:slug', 'newsletter/admin/send-post.tsx'),
      route('subscribers', 'newsletter/admin/subscribers.tsx'),
      route('media', 'media/admin/library.tsx'),
      route('media/files', 'media/admin/library.tsx'),
      route('authors', 'posts/admin/authors/authors.tsx'),
      route('glossary', 'science/glossary/admin/glossary.tsx'),
      route('people', 'accounts/admin/people/people.tsx'),
      route('activity', 'accounts/admin/activity/audit-log.tsx'),
      route('account', 'app/web/admin/account.tsx'),
    ]),
  ]),
  route('site.webmanifest', 'app/web/manifest.ts'),
  route('*', 'site/pages/not-found.tsx'),
] satisfies RouteConfig;
