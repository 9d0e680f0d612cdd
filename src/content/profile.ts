import { seo as blog, list } from './blog.ts';
import { seo as compliance } from './compliance.ts';
import { seo as contact } from './contact.ts';
import { seo as glossary } from './glossary.ts';
import { seo as home } from './home.ts';
import { seo as investorOpportunity } from './investor-opportunity.ts';
import { seo as investors } from './investors.ts';
import { seo as molecules } from './molecules-seo.ts';
import { seo as newsletter } from './newsletter.ts';
import { headline } from './page-seo.ts';
import { seo as pipeline } from './pipeline.ts';
import { seo as platform } from './platform.ts';
import { seo as privacy } from './privacy.ts';
import { seo as purpose } from './purpose.ts';
import { site, siteMetadata } from './site.ts';
import { seo as team } from './team.ts';
import { seo as terms } from './terms.ts';

export const profile = {
  name: site.name,
  tagline: site.tagline,
  description: siteMetadata.description,
  disclaimer: site.disclaimer,
  language: site.locale,
  email: site.email.info,
  icon: '/icon-512.png',
  blog: { title: `${site.name} ${list.title}`, description: blog.description },
  /** Every public page except posts, in the order of the routes. */
  pages: [
    home,
    purpose,
    platform,
    pipeline,
    team,
    investors,
    investorOpportunity,
    newsletter,
    contact,
    blog,
    molecules,
    glossary,
    privacy,
    terms,
    compliance,
  ].map((page) => ({ ...page, headline: headline(page) })),
};
