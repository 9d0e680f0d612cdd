import {
  type LinkProps,
  type NavLinkProps,
  Link as RouterLink,
  NavLink as RouterNavLink,
} from 'react-router';

/** A link to a page of this site. The way there is a view transition, where browsers have them. */
export function Link(props: LinkProps) {
  return <RouterLink viewTransition {...props} />;
}

/** A link that says by `aria-current` that its page is the one shown. */
export function NavLink(props: NavLinkProps) {
  return <RouterNavLink viewTransition {...props} />;
}
