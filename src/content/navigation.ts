import { site } from './site.ts';

export const headerNavigation = [
  { name: 'Platform', href: '/platform', description: 'AI Drug Discovery Tools' },
  { name: 'Pipeline', href: '/pipeline', description: 'Research Timeline' },
  { name: 'Purpose', href: '/purpose', description: 'Our Mission' },
  { name: 'Team', href: '/teams', description: 'Meet Our Scientists' },
  { name: 'Investors', href: '/investors', description: 'Investment Opportunity' },
];

export const mobileNavigationExtra = [
  { name: 'Glossary', href: '/glossary', description: 'Terms & Definitions' },
];

export const footerCompany = {
  title: 'Company',
  links: [
    { name: 'Platform', href: '/platform' },
    { name: 'Pipeline', href: '/pipeline' },
    { name: 'Team', href: '/teams' },
    { name: 'Investors', href: '/investors' },
    { name: 'Blog', href: '/blog' },
    /** A placeholder with no target, shown as text. */
    { name: 'Careers', href: null },
  ],
};

export const footerLegal = {
  title: 'Legal',
  links: [
    { name: 'Privacy Policy', href: '/privacy-policy' },
    { name: 'Terms of Service', href: '/terms-of-service' },
    { name: 'Compliance', href: '/compliance' },
    { name: 'Contact', href: '/contact' },
  ],
};

export const navigationLabels = {
  logo: `${site.name} home`,
  main: 'Main',
  skip: 'Skip to content',
  toggleMenu: 'Menu',
  contact: 'Get in touch',
  location: 'Location',
  newTab: 'opens in a new tab',
  rights: 'All rights reserved.',
  switchTheme: 'Switch between light and dark',
};
