import {z} from 'zod';
import {SECRET_STORES} from '../registry/secret-stores.ts';
import {laterKind} from './issues/later-kind.ts';
import {hasValue, mappingSchema} from './mapping-schema.ts';
import {Name} from './names.ts';

const KINDS = SECRET_STORES.map(({kind}) => kind as string);

/** Kusion names these as well. */
const LATER = ['viettelcloud', 'onprem', 'fake'].filter((name) => !KINDS.includes(name));

const Provider = z
  .strictObject({
    ...Object.fromEntries(
      SECRET_STORES.map(({kind, fields, description}) => [kind, mappingSchema({fields}).nullish().meta({description})]),
    ),
    ...Object.fromEntries(LATER.map((name) => [name, laterKind(name, 'secret stores')])),
  })
  // With `later` names there is one problem already, and a better one.
  .refine(
    (provider) =>
      LATER.some((name) => hasValue(provider[name])) || KINDS.filter((name) => hasValue(provider[name])).length === 1,
    {error: `a secret store has exactly one provider: ${KINDS.join(', ')}`},
  );

const Store = z
  .strictObject({provider: Provider.meta({description: 'Exactly one provider.'})})
  .meta({description: 'A secret store.'});

/** Where the `ref://…` of a stack are read. */
export const SecretStore = Store.nullish().meta({
  description: 'Where secrets are read: `ref://…` in manifests and spec files.',
});
/** The `secretStore` of a workspace. */
export type SecretStore = z.infer<typeof SecretStore>;

/** More of them, each with the name by which `ref://STORE@…` picks it. */
export const SecretStores = z
  .record(Name, Store)
  .nullish()
  .superRefine((stores, context) => {
    const message = '`default` is the name by which `secretStore` itself is called';
    if (stores && 'default' in stores)
      context.addIssue({code: 'custom', path: ['default'], message, params: {hint: 'Give it another name.'}});
  })
  .meta({description: 'More secret stores by name: `ref://STORE@NAME/PROPERTY` is read in the store of that name.'});

/** The same with the file that says so: relative paths start there. */
export type StoreInFile = {readonly store: NonNullable<SecretStore>; readonly file: string};
