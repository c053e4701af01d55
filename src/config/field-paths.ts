import {spellingsOf} from '../core/workspace/context-keys.ts';
import type {DeclaredField} from '../ports/declared-field.ts';
import {KUBECONFIG_PLACES} from '../registry/kubeconfig-places.ts';
import {SECRET_STORES} from '../registry/secret-stores.ts';

type FieldPaths = readonly (readonly string[])[];

/** Returns the paths of all fields of a type in secret store providers: `['vault', 'auth', 'jwt', 'tokenFile']`. */
export const storeFieldPaths = (type: DeclaredField['type']): FieldPaths =>
  SECRET_STORES.flatMap(({kind, fields}) => pathsIn(fields, type).map((path) => [kind, ...path]));

/** Returns the paths of all fields of a type in the kubeconfig places of a context: `['kubeconfig_path', 'caFile']`. */
export const placeFieldPaths = (type: DeclaredField['type']): FieldPaths =>
  KUBECONFIG_PLACES.flatMap(({named, fields}) => {
    const keys = spellingsOf('key' in named ? named.key : 'kubeconfig_path');
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
