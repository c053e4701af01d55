import type {JsonObject} from '../../../../core/json.ts';
import {customKinds} from '../../../../kubernetes/types/custom-kinds.ts';
import type {ApiResource} from '../client/discovery.ts';

/** A kind that a CustomResourceDefinition of the same spec declares. */
export type PlannedKind = {
  readonly resource: ApiResource;
  /** The structural schema of that version in the CRD. */
  readonly openApiSchema: JsonObject;
};

const VERBS = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'];

/** Returns the kinds that the CRDs among these objects declare, by `apiVersion/kind`. */
export const plannedKinds = (objects: readonly JsonObject[]): ReadonlyMap<string, PlannedKind> =>
  new Map(
    customKinds(objects).map(({apiVersion, kind, plural, namespaced, openApiSchema}) => [
      kindKey(apiVersion, kind),
      {resource: {apiVersion, kind, resource: plural, namespaced, verbs: VERBS}, openApiSchema},
    ]),
  );

/** Returns the key of a kind in the maps of planned kinds. */
export const kindKey = (apiVersion: string, kind: string): string => `${apiVersion}/${kind}`;
