import {z} from 'zod';
import {defined} from '../lib/defined.ts';
import type {BackendField} from '../ports/backend-descriptor.ts';
import {BACKENDS, type DeclaredBackend} from '../registry/backends.ts';
import {fieldSchema} from './backend/field-schema.ts';
import {parseBackendUrl} from './backend/parse-backend-url.ts';
import {withoutCredentials} from './backend/without-credentials.ts';
import {laterKind} from './issues/later-kind.ts';
import {Name} from './names.ts';

type Fields = readonly (readonly [string, BackendField & {readonly required?: true}])[];

/** A kind that needs no member may be written without any: `local:`. */
function kindSchema(fields: Fields, description: string): z.ZodType {
  const mapping = z.strictObject(Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field)])));
  const present = fields.some(([, {required}]) => required) ? mapping.optional() : mapping.nullish();
  return present.meta({description});
}

const KINDS = BACKENDS.map(({kind}) => kind as string);

/** Names of kinds that other tools have, refused by their names until they are kinds here. */
const LATER = ['gcs', 'azure', 'oss', 'consul', 'git', 'mysql'].filter((name) => !KINDS.includes(name));

const quoted = KINDS.map((kind) => `\`${kind}\``);

const Mapping = z
  .strictObject({
    ...Object.fromEntries(
      BACKENDS.map(({kind, fields, description}) => [kind, kindSchema(Object.entries(fields), description)]),
    ),
    ...Object.fromEntries(LATER.map((name) => [name, laterKind(name, 'backends')])),
  })
  .refine((mapping) => Object.keys(mapping).length === 1, {
    error: `a backend is exactly one of ${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`,
  });

const Line = z.string().superRefine(checkLine);

function checkLine(text: string, context: z.RefinementCtx): void {
  const parsed = parseBackendUrl(text);
  if ('problem' in parsed)
    context.addIssue({code: 'custom', message: `\`${withoutCredentials(text)}\` is no backend: ${parsed.problem}`});
}

/** What has no `:` is a name, but for the one backend that needs no more words. */
const LineOrName = z.string().superRefine((text, context) => {
  if (text.includes(':')) checkLine(text, context);
  else if (!Name.safeParse(text).success)
    context.addIssue({code: 'custom', message: `\`${withoutCredentials(text)}\` is neither a backend nor a name`});
});

const EXAMPLES = BACKENDS.map(({address: {example, exampleOptions = ''}}) => `\`${example}${exampleOptions}\``);

/** Where workspaces, releases and locks are kept: one line, or a mapping where there is more to say. */
export const Backend = z.union([Line, Mapping]).meta({
  description: `Where workspaces, releases and locks are kept: ${EXAMPLES.join(', ')}, or a mapping.`,
});
/** A `backend` as a file declares it; undefined where the key is absent. */
export type Backend = z.infer<typeof Backend>;

/** The same, or the name of one that the user has given it. */
export const BackendOrName = z.union([LineOrName, Mapping]);

/** @throws Error for a text that its model would not let through. */
export function declaredBackend(written: Backend): DeclaredBackend {
  if (typeof written === 'string') {
    const parsed = parseBackendUrl(written);
    if ('problem' in parsed) throw new Error(parsed.problem);
    return parsed;
  }
  const descriptor = BACKENDS.find(({kind}) => kind in written);
  if (descriptor === undefined) throw new Error('a backend of no kind');
  const values = (written[descriptor.kind] ?? {}) as Readonly<Record<string, unknown>>;
  const fields = Object.entries<BackendField>(descriptor.fields);
  return defined({
    kind: descriptor.kind,
    ...Object.fromEntries(fields.map(([name, field]) => [name, plain(field, values[name])])),
  }) as DeclaredBackend;
}

const plain = (field: BackendField, value: unknown): unknown =>
  field.type === 'text' && field.plain !== undefined && typeof value === 'string' ? field.plain(value) : value;
