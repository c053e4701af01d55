import {z} from 'zod';
import {SECRET_STORES} from '../registry/secret-stores.ts';
import {laterKind} from './issues/later-kind.ts';
import {hasValue, mappingSchema} from './mapping-schema.ts';
import {Name} from './names.ts';

const KINDS = SECRET_STORES.map(({kind}) => kind as string);

/** Providers of Kusion that Gantry does not support. */
const LATER = ['viettelcloud', 'onprem', 'fake'].filter((name) => !KINDS.includes(name));

const Provider = z
  .strictObject({
    ...Object.fromEntries(
      SECRET_STORES.map(({kind, fields, description}) => [kind, mappingSchema({fields}).nullish().meta({description})]),
    ),
    ...Object.fromEntries(LATER.map((name) => [name, laterKind(name, 'secret stores')])),
  })
  // An unsupported provider is already reported, with a better message.
  .refine(
    (provider) =>
      LATER.some((name) => hasValue(provider[name])) || KINDS.filter((name) => hasValue(provider[name])).length === 1,
    {error: `a secret store must have exactly one provider: ${KINDS.join(', ')}`},
  );

const Store = z
  .strictObject({provider: Provider.meta({description: 'Exactly one provider.'})})
  .meta({description: 'A secret store.'});

/** The schema of the secret store that `ref://…` is read from. */
export const SecretStore = Store.nullish().meta({
  description: 'The secret store that `ref://…` in manifests and spec files is read from.',
});
/** The checked `secretStore` of a workspace. */
export type SecretStore = z.infer<typeof SecretStore>;

/** The schema of named secret stores, which `ref://STORE@…` selects. */
export const SecretStores = z
  .record(Name, Store)
  .nullish()
  .superRefine((stores, context) => {
    const message = '`default` is the name of the store in `secretStore`';
    if (stores && 'default' in stores)
      context.addIssue({code: 'custom', path: ['default'], message, params: {hint: 'Give it another name.'}});
  })
  .meta({
    description: 'More secret stores by name. `ref://STORE@NAME/PROPERTY` is read from the store with that name.',
  });

/** A secret store and the file that declares it. Relative paths start at that file. */
export type StoreInFile = {readonly store: NonNullable<SecretStore>; readonly file: string};
