import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';

/** The route table of the specification (section 2). Matching ignores case. */
export default [
  index('pages/home/home.tsx'),
  route('purpose', 'pages/purpose/purpose.tsx'),
  route('platform', 'pages/platform/platform.tsx'),
  route('pipeline', 'pages/pipeline/pipeline.tsx'),
  route('teams', 'pages/teams/teams.tsx'),
  route('investors', 'pages/investors/investors.tsx'),
  route('investor-opportunity', 'pages/investor-opportunity.tsx'),
  route('newsletter', 'pages/newsletter.tsx'),
  route('contact', 'pages/contact/contact.tsx'),
  route('blog', 'blog/list.tsx'),
  route('blog/:slug', 'blog/post.tsx'),
  route('glossary', 'pages/glossary/glossary.tsx'),
  route('privacy-policy', 'pages/privacy-policy.tsx'),
  route('terms-of-service', 'pages/terms-of-service.tsx'),
  route('compliance', 'pages/compliance.tsx'),
  ...prefix('admin', [
    route('login', 'admin/login.tsx'),
    layout('admin/layout.tsx', [
      route('dashboard', 'admin/dashboard.tsx'),
      route('create-post', 'admin/create-post.tsx'),
      route('edit-post/:slug', 'admin/edit-post.tsx'),
    ]),
  ]),
  route('site.webmanifest', 'manifest.ts'),
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig;
