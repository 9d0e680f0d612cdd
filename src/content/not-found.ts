import { headerNavigation, mobileNavigationExtra } from './navigation.ts';

export const notFound = {
  title: 'Page not found',
  text: 'The address may have been mistyped, or the page may have moved. Search the blog, or try one of these pages.',
  search: { label: 'Search the blog', submit: 'Search' },
  linksLabel: 'Where to go next',
  links: [
    { name: 'Home', href: '/', description: 'Start again' },
    ...headerNavigation,
    { name: 'Blog', href: '/blog', description: 'Methods and measurements' },
    { name: 'Molecules', href: '/molecules', description: 'Search by structure' },
    ...mobileNavigationExtra,
    { name: 'Newsletter', href: '/newsletter', description: 'Results and corrections' },
    { name: 'Contact', href: '/contact', description: 'Ask us where it went' },
  ],
};
