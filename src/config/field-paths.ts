import {spellingsOf} from '../core/workspace/context-keys.ts';
import type {DeclaredField} from '../ports/declared-field.ts';
import {KUBECONFIG_PLACES} from '../registry/kubeconfig-places.ts';
import {SECRET_STORES} from '../registry/secret-stores.ts';

type FieldPaths = readonly (readonly string[])[];

/** Returns where providers of secret stores have fields of a type: `['vault', 'auth', 'jwt', 'tokenFile']`. */
export const storeFieldPaths = (type: DeclaredField['type']): FieldPaths =>
  SECRET_STORES.flatMap(({kind, fields}) => pathsIn(fields, type).map((path) => [kind, ...path]));

/** Returns where contexts have fields of a type for the place of a kubeconfig: `['kubeconfig_path', 'caFile']`. */
export const placeFieldPaths = (type: DeclaredField['type']): FieldPaths =>
  KUBECONFIG_PLACES.flatMap(({named, fields}) => {
    const keys = 'key' in named ? [named.key] : spellingsOf('kubeconfig_path');
    return keys.flatMap((key) => pathsIn(fields, type).map((path) => [key, ...path]));
  });

const pathsIn = (fields: Readonly<Record<string, DeclaredField>>, type: DeclaredField['type']): readonly string[][] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.type === type
      ? [[name]]
      : field.type === 'mapping'
        ? pathsIn(field.fields, type).map((path) => [name, ...path])
        : [],
  );
