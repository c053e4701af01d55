import type {AnySecretStore} from '../registry/secret-stores.ts';
import {SECRET_STORES} from '../registry/secret-stores.ts';

/** A secret store as a file declares it. */
export type DeclaredProvider = {
  readonly descriptor: AnySecretStore;
  /** The members of the store's mapping, without empty ones. */
  readonly declared: Readonly<Record<string, unknown>>;
};

/** Returns the kind of a store and its members; undefined for a store that names no kind. */
export function declaredProvider(provider: Readonly<Record<string, unknown>>): DeclaredProvider | undefined {
  const descriptor = SECRET_STORES.find(({kind}) => isMapping(provider[kind]));
  return descriptor && {descriptor, declared: withoutEmpty(provider[descriptor.kind]) as DeclaredProvider['declared']};
}

const isMapping = (value: unknown): value is object => typeof value === 'object' && value !== null;

const withoutEmpty = (value: unknown): unknown =>
  isMapping(value) && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, part]) =>
          part === null || part === undefined ? [] : [[name, withoutEmpty(part)]],
        ),
      )
    : value;
