import type {StoreField} from '../../ports/secret-store-descriptor.ts';
import {SECRET_STORES} from '../../registry/secret-stores.ts';

/** Returns where providers of secret stores have fields of a type: `['vault', 'auth', 'jwt', 'tokenFile']`. */
export const storeFieldPaths = (type: StoreField['type']): readonly (readonly string[])[] =>
  SECRET_STORES.flatMap(({kind, fields}) => pathsIn(fields, type).map((path) => [kind, ...path]));

const pathsIn = (fields: Readonly<Record<string, StoreField>>, type: StoreField['type']): readonly string[][] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.type === type
      ? [[name]]
      : field.type === 'mapping'
        ? pathsIn(field.fields, type).map((path) => [name, ...path])
        : [],
  );
