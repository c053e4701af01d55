import {isList, isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import type {ApiResource} from '../client/discovery.ts';

/** A kind that a CustomResourceDefinition of the same spec declares. */
export type PlannedKind = {
  readonly resource: ApiResource;
  /** The structural schema of that version in the CRD. */
  readonly openApiSchema: JsonObject;
};

const CRD = 'CustomResourceDefinition';
const VERBS = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'];

/** Returns the kinds that the CRDs among these objects declare, by `apiVersion/kind`. */
export function plannedKinds(objects: readonly JsonObject[]): ReadonlyMap<string, PlannedKind> {
  const crds = objects.filter(({apiVersion, kind}) => apiVersion === 'apiextensions.k8s.io/v1' && kind === CRD);
  return new Map(crds.flatMap((crd) => kindsOf(object(crd['spec']))));
}

/** Returns the key of a kind in the maps of planned kinds. */
export const kindKey = (apiVersion: string, kind: string): string => `${apiVersion}/${kind}`;

function kindsOf(spec: JsonObject): readonly (readonly [string, PlannedKind])[] {
  const names = object(spec['names']);
  const versions = isList(spec['versions']) ? spec['versions'].filter(isObject) : [];
  return versions
    .filter(({served}) => served === true)
    .map((version) => {
      const apiVersion = `${text(spec['group'])}/${text(version['name'])}`;
      const resource: ApiResource = {
        apiVersion,
        kind: text(names['kind']),
        resource: text(names['plural']),
        namespaced: spec['scope'] === 'Namespaced',
        verbs: VERBS,
      };
      return [
        kindKey(apiVersion, resource.kind),
        {resource, openApiSchema: object(object(version['schema'])['openAPIV3Schema'])},
      ];
    });
}

const object = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
