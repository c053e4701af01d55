import {z} from 'zod';
import {NOT_SUPPORTED} from './issues/not-supported-text.ts';

/** Providers whose names are taken. Unlike other such names not even an empty value is let through: it asks for the store. */
const later = (name: string) =>
  z
    .unknown()
    .refine((value) => value === undefined || value === null, {
      error: `\`${name}\` secret stores are ${NOT_SUPPORTED}`,
    })
    .optional()
    .meta({description: `Not supported yet: \`${name}\` secret stores.`, type: 'null'});

const LATER = [
  'vault',
  'aws',
  'azure',
  'gcp',
  'alicloud',
  'viettelcloud',
  'onprem',
  'kubernetes',
  'sops',
  'exec',
  'fake',
] as const;

const laterProviders = Object.fromEntries(LATER.map((name) => [name, later(name)])) as Record<
  (typeof LATER)[number],
  ReturnType<typeof later>
>;

const Provider = z
  .strictObject({
    env: z
      .strictObject({prefix: z.string().nullish().meta({description: 'Comes before each name.'})})
      .nullish()
      .meta({description: 'Environment variables: `ref://NAME` is the value of NAME.'}),
    file: z
      .strictObject({
        path: z.string().min(1).meta({description: 'A directory; a relative one starts at the file that names it.'}),
      })
      .nullish()
      .meta({description: 'One file for each secret below a directory.'}),
    ...laterProviders,
  })
  // With `later` names there is one problem already, and a better one.
  .refine((provider) => LATER.some((name) => hasValue(provider[name])) || asked(provider) === 1, {
    error: 'a secret store has exactly one provider: `env: {}` or `file: {path: DIR}`',
  });

function asked({env, file}: {readonly env?: unknown; readonly file?: unknown}): number {
  return [env, file].filter(hasValue).length;
}

const hasValue = (value: unknown): boolean => value !== undefined && value !== null;

/** Where the `ref://…` of a stack are read. */
export const SecretStore = z
  .strictObject({provider: Provider})
  .nullish()
  .meta({description: 'Where secrets are read: `ref://…` in manifests and spec files.'});
export type SecretStore = z.infer<typeof SecretStore>;

/** The same with the file that says so: relative paths start there. */
export type StoreInFile = {readonly store: NonNullable<SecretStore>; readonly file: string};
