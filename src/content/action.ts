/** A link shown as a button or as a call to act. `href` is a path, an anchor or a mailto address. */
export interface Action {
  label: string;
  href: string;
}
