/** A node of temml's output. */
export type TemmlNode = {
  /** An element's name; none in fragments and texts, and in what is no MathML. */
  type?: string;
  text?: string;
  children?: TemmlNode[] | object;
  attributes?: Readonly<Record<string, unknown>>;
  style?: Readonly<Record<string, unknown>>;
  classes?: readonly string[];
};
