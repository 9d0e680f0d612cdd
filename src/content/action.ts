/** A link shown as a button or call to action. `href` is a path, an anchor or a `mailto:` URL. */
export interface Action {
  label: string;
  href: string;
}
