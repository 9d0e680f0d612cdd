/** A node of temml's output. */
export type TemmlNode = {
  /** The name of an element; fragments, texts and nodes outside MathML have none. */
  type?: string;
  text?: string;
  children?: TemmlNode[] | object;
  attributes?: Readonly<Record<string, unknown>>;
  style?: Readonly<Record<string, unknown>>;
  classes?: readonly string[];
};
