import {z} from 'zod';
import {type AnyKeyWrapper, KEY_WRAPPERS} from '../registry/key-wrappers.ts';
import {mappingSchema} from './mapping-schema.ts';

const KINDS: readonly string[] = KEY_WRAPPERS.map(({kind}) => kind);

/** The schema of the encryption of a backend: one or more ways to open its data key. */
export const Encryption = z
  .strictObject(
    Object.fromEntries(
      KEY_WRAPPERS.map(({kind, fields, description}) => [kind, mappingSchema({fields}).optional().meta({description})]),
    ),
  )
  .refine((ways) => Object.keys(ways).length > 0, {error: `encryption needs at least one of ${KINDS.join(', ')}`})
  .meta({
    description:
      'Encrypts the secrets in the backend: its key, and the literal secret values of releases. Each member alone opens it.',
  });

/** A way to open a backend, as a file declares it. */
export type DeclaredWrapper = {
  readonly descriptor: AnyKeyWrapper;
  readonly declared: Readonly<Record<string, unknown>>;
};

/** Returns the ways to open a backend that a checked declaration names. */
export const declaredWrappers = (
  encryption: Readonly<Record<string, unknown>> | undefined,
): readonly DeclaredWrapper[] =>
  KEY_WRAPPERS.flatMap((descriptor) => {
    const declared = encryption?.[descriptor.kind];
    return typeof declared === 'object' && declared !== null
      ? [{descriptor, declared: withoutNulls(declared) as DeclaredWrapper['declared']}]
      : [];
  });

const withoutNulls = (declared: object): object =>
  Object.fromEntries(Object.entries(declared).filter(([, value]) => value !== null));
