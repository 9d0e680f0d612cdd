import {
  type LinkProps,
  type NavLinkProps,
  Link as RouterLink,
  NavLink as RouterNavLink,
} from 'react-router';

/**
 * A link to a page of this site, with a view transition where supported. Route discovery is off: the
 * browser has the whole manifest.
 */
export function Link(props: LinkProps) {
  return <RouterLink viewTransition discover="none" {...props} />;
}

export function NavLink(props: NavLinkProps) {
  return <RouterNavLink viewTransition discover="none" {...props} />;
}
