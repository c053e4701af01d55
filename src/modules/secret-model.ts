import {z} from 'zod';
import {secretReferencesIn} from '../core/reference/secret-references-in.ts';
import type {SecretSpec} from '../kubernetes/application/secret-object.ts';

/** The schema of the name of an object. */
export const ObjectName = z.string().regex(/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/, {
  error: 'must be at most 253 lowercase letters, digits, `-` and `.`, with a letter or digit at both ends',
});

/** The schema of values by the keys of a ConfigMap or a Secret. */
export const Data = z.record(
  z.string().regex(/^[-._a-zA-Z0-9]{1,253}$/, {error: 'a key has letters, digits, `-`, `_` and `.`'}),
  z.string(),
);

const KEYS: Readonly<Partial<Record<SecretSpec['type'], readonly string[]>>> = {
  basic: ['username', 'password'],
  token: ['token'],
  certificate: ['tls.crt', 'tls.key', 'ca.crt'],
};

const REQUIRED: Readonly<Partial<Record<SecretSpec['type'], readonly string[]>>> = {
  certificate: ['tls.crt', 'tls.key'],
};

/** The fields of a Secret. */
export const SECRET_FIELDS = {
  type: z.enum(['basic', 'token', 'opaque', 'certificate', 'external']).meta({
    description:
      'The kind of the Secret. `basic`: a username and a password. `token`: a token. Gantry generates the values of both that `data` does not set. `certificate`: a TLS certificate and its key. `external`: references to the secret store. `opaque`: any values.',
  }),
  data: Data.optional().meta({
    description: 'The values by their keys.',
    examples: [{token: 'ref://api/token'}],
  }),
  immutable: z.boolean().optional().meta({description: 'True: the values cannot change.'}),
};

/** Reports keys that a kind of Secret does not have, and values of `external` that are not references. */
export function checkSecret({type, data = {}}: SecretSpec, context: z.RefinementCtx): void {
  const problem = (key: string, message: string) =>
    context.addIssue({code: 'custom', path: key === '' ? [] : ['data', key], message});
  const known = KEYS[type];
  for (const [key, value] of Object.entries(data)) {
    if (known?.includes(key) === false)
      problem(key, `a Secret of the type \`${type}\` has the keys ${known.join(', ')}`);
    if (type === 'external' && secretReferencesIn({value}).length === 0)
      problem(key, 'must be a reference to the secret store, for example ref://api/token');
  }
  for (const key of REQUIRED[type] ?? [])
    if (data[key] === undefined) problem('', `a Secret of the type \`${type}\` needs \`${key}\` in \`data\``);
  if ((type === 'opaque' || type === 'external') && Object.keys(data).length === 0)
    problem('', `a Secret of the type \`${type}\` needs \`data\``);
}

/** The schema of a Secret of a workload. `params` of Kusion has no meaning for these kinds. */
export const SecretModel = z
  .strictObject(SECRET_FIELDS)
  .superRefine(checkSecret)
  .meta({description: 'A Secret that the application creates.'});
