import { site } from './site.ts';

export interface NavItem {
  name: string;
  href: string;
  description: string;
}

export interface FooterLink {
  name: string;
  /** `null`: a placeholder with no target, shown as text. */
  href: string | null;
}

export interface FooterList {
  title: string;
  links: readonly FooterLink[];
}

export const headerNavigation: readonly NavItem[] = [
  { name: 'Platform', href: '/platform', description: 'AI Drug Discovery Tools' },
  { name: 'Pipeline', href: '/pipeline', description: 'Research Timeline' },
  { name: 'Purpose', href: '/purpose', description: 'Our Mission' },
  { name: 'Team', href: '/teams', description: 'Meet Our Scientists' },
  { name: 'Investors', href: '/investors', description: 'Investment Opportunity' },
];

/** Items of the mobile menu after the header's. */
export const mobileNavigationExtra: readonly NavItem[] = [
  { name: 'Glossary', href: '/glossary', description: 'Terms & Definitions' },
];

export const footerCompany: FooterList = {
  title: 'Company',
  links: [
    { name: 'Platform', href: '/platform' },
    { name: 'Pipeline', href: '/pipeline' },
    { name: 'Team', href: '/teams' },
    { name: 'Investors', href: '/investors' },
    { name: 'Blog', href: '/blog' },
    { name: 'Careers', href: null },
  ],
};

export const footerLegal: FooterList = {
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
