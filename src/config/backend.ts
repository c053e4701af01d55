import {z} from 'zod';
import {defined} from '../lib/defined.ts';
import type {BackendField} from '../ports/backend-descriptor.ts';
import {BACKENDS, type DeclaredBackend} from '../registry/backends.ts';
import {fieldSchema} from './backend/field-schema.ts';
import {parseBackendUrl} from './backend/parse-backend-url.ts';
import {withoutCredentials} from './backend/without-credentials.ts';
import {Encryption} from './encryption.ts';
import {laterKind} from './issues/later-kind.ts';
import {lazyShape} from './lazy-shape.ts';
import {Name} from './names.ts';

type Fields = Readonly<Record<string, BackendField & {readonly required?: true}>>;

/** Returns the schema of one kind. A kind without required members may be written without any: `local:`. */
function kindSchema(fields: Fields, description: string): z.ZodType {
  const mapping = z.strictObject(lazyShape(fields, fieldSchema));
  const present = Object.values(fields).some(({required}) => required) ? mapping.optional() : mapping.nullish();
  return present.meta({description});
}

const KINDS = BACKENDS.map(({kind}) => kind as string);

/** Backend kinds of other tools. Each is refused by its name until Gantry supports it. */
const LATER = ['gcs', 'azure', 'oss', 'consul', 'git', 'mysql'].filter((name) => !KINDS.includes(name));

const quoted = KINDS.map((kind) => `\`${kind}\``);

const Mapping = z
  .strictObject({
    ...Object.fromEntries(BACKENDS.map(({kind, fields, description}) => [kind, kindSchema(fields, description)])),
    ...Object.fromEntries(LATER.map((name) => [name, laterKind(name, 'backends')])),
    encryption: Encryption.optional(),
  })
  .refine((mapping) => Object.keys(mapping).filter((name) => name !== 'encryption').length === 1, {
    error: `a backend is exactly one of ${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`,
  });

const Line = z.string().superRefine(checkLine);

function checkLine(text: string, context: z.RefinementCtx): void {
  const parsed = parseBackendUrl(text);
  if ('problem' in parsed)
    context.addIssue({code: 'custom', message: `\`${withoutCredentials(text)}\` is not a backend: ${parsed.problem}`});
}

/** A backend in one line, or a name. A text without `:` is a name, except `local`, which is a backend. */
const LineOrName = z.string().superRefine((text, context) => {
  if (text.includes(':')) checkLine(text, context);
  else if (!Name.safeParse(text).success)
    context.addIssue({code: 'custom', message: `\`${withoutCredentials(text)}\` is neither a backend nor a name`});
});

const EXAMPLES = BACKENDS.map(({address: {example, exampleOptions = ''}}) => `\`${example}${exampleOptions}\``);

/** The schema of a backend, which keeps workspaces, releases and locks: one line, or a mapping with more options. */
export const Backend = z.union([Line, Mapping]).meta({
  description: `The backend that keeps workspaces, releases and locks: ${EXAMPLES.join(', ')}, or a mapping.`,
});
/** A `backend` as a file declares it; undefined where the key is absent. */
export type Backend = z.infer<typeof Backend>;

/** The schema of a backend, or of the name that the user has given to one. */
export const BackendOrName = z.union([LineOrName, Mapping]);

/** Returns the backend that a checked file declares. @throws Error for a text that the schema refuses */
export function declaredBackend(written: Backend): DeclaredBackend {
  if (typeof written === 'string') {
    const parsed = parseBackendUrl(written);
    if ('problem' in parsed) throw new Error(parsed.problem);
    return parsed;
  }
  const descriptor = BACKENDS.find(({kind}) => kind in written);
  if (descriptor === undefined) throw new Error('a backend without a kind');
  const members: Readonly<Record<string, unknown>> = written;
  const values = (members[descriptor.kind] ?? {}) as Readonly<Record<string, unknown>>;
  const fields = Object.entries<BackendField>(descriptor.fields);
  return defined({
    sealing: members['encryption'],
    kind: descriptor.kind,
    ...Object.fromEntries(fields.map(([name, field]) => [name, plain(field, values[name])])),
  }) as DeclaredBackend;
}

const plain = (field: BackendField, value: unknown): unknown =>
  field.type === 'text' && field.plain !== undefined && typeof value === 'string' ? field.plain(value) : value;
