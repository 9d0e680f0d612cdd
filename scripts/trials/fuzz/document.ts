/** The parts of an OpenAPI document that requests and checks of responses need. */

export type Schema = { [keyword: string]: unknown };

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  schema: Schema;
};

type Content = Record<string, { schema?: Schema }>;

type DescribedOperation = {
  parameters?: Parameter[];
  security?: Record<string, string[]>[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

export type ApiDocument = {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema> };
};

export type Operation = DescribedOperation & {
  /** `POST /admin/login`. */
  name: string;
  /** In capital letters. */
  method: string;
  /** `/admin/blog/posts/{slug}`. */
  template: string;
  /** A token is required, or shows more. */
  takesToken: boolean;
};

/** Every operation of a document. */
export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      name: `${method.toUpperCase()} ${template}`,
      method: method.toUpperCase(),
      template,
      takesToken: (operation.security ?? []).length > 0,
    })),
  );
}

/** Follows references into the document. */
export function resolve(document: ApiDocument, schema: Schema): Schema {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  const named = document.components.schemas[$ref.replace('#/components/schemas/', '')];
  if (named === undefined) throw new Error(`The document has no ${$ref}`);
  return resolve(document, named);
}
