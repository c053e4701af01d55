import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';

/** A version of a custom kind, as its CustomResourceDefinition declares it. */
export type CustomKind = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** The structural schema of that version in the CRD. */
  readonly openApiSchema: JsonObject;
};

const CRD = 'CustomResourceDefinition';

/** Returns the kinds that the CRDs among some objects declare, in each version that is served. */
export const customKinds = (objects: readonly JsonObject[]): readonly CustomKind[] =>
  objects
    .filter(({apiVersion, kind}) => apiVersion === 'apiextensions.k8s.io/v1' && kind === CRD)
    .flatMap((crd) => kindsOf(object(crd['spec'])));

function kindsOf(spec: JsonObject): readonly CustomKind[] {
  const names = object(spec['names']);
  const versions = isList(spec['versions']) ? spec['versions'].filter(isObject) : [];
  return versions
    .filter(({served}) => served === true)
    .map((version) => ({
      apiVersion: `${text(spec['group'])}/${text(version['name'])}`,
      kind: text(names['kind']),
      plural: text(names['plural']),
      namespaced: spec['scope'] === 'Namespaced',
      openApiSchema: object(object(version['schema'])['openAPIV3Schema']),
    }));
}

const object = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
