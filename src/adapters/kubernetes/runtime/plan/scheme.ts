import {isObject, type JsonObject} from '../../../../core/json.ts';
import {groupVersion} from '../../../../core/resource/identity.ts';
import {customSchema} from '../../../../kubernetes/fields/custom-schema.ts';
import {openApiSchemas, type Schemas} from '../../../../kubernetes/fields/openapi.ts';
import {DEDUCED, type Schema} from '../../../../kubernetes/fields/schema.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {ApiResource} from '../client/discovery.ts';
import {kindKey, type PlannedKind} from './planned-kinds.ts';

/** The known facts of a kind: its scope and its schema. */
export type KnownKind = {
  readonly resource: ApiResource;
  readonly schema: Schema;
  /** True if the server does not serve it yet: its CRD is in the same plan. */
  readonly planned: boolean;
  /** The structural schema of its CRD, if that is in the same plan. */
  readonly structural?: JsonObject;
};

/** Returns the facts of a kind, or undefined if neither the server nor the plan has it. Each kind is looked up once. */
export type Scheme = (apiVersion: string, kind: string) => Promise<KnownKind | undefined>;

/** Opens the kinds of a plan: those of the server, and those of CRDs that the plan creates. Each schema is read once. */
export function openScheme(
  client: Pick<KubernetesClient, 'discovery' | 'openapi'>,
  planned: ReadonlyMap<string, PlannedKind>,
): Scheme {
  const documents = new Map<string, Promise<Schemas>>();
  const kinds = new Map<string, Promise<KnownKind | undefined>>();
  const schemasOf = (apiVersion: string): Promise<Schemas> => {
    const known = documents.get(apiVersion) ?? readSchemas(client, apiVersion);
    documents.set(apiVersion, known);
    return known;
  };
  const read = async (apiVersion: string, kind: string): Promise<KnownKind | undefined> => {
    const served = await client.discovery.resourceFor({apiVersion, kind});
    const own = planned.get(kindKey(apiVersion, kind));
    if (own !== undefined) {
      const schema = await plannedSchema(client, own, {apiVersion, kind});
      // A kind with another scope is another kind: the CRD is recreated before its objects can exist.
      const same = served?.namespaced === own.resource.namespaced;
      return {resource: same ? served : own.resource, schema, planned: !same, structural: own.openApiSchema};
    }
    if (served === undefined) return undefined;
    const schema = (await schemasOf(apiVersion))({...groupVersion(apiVersion), kind});
    return {resource: served, schema: schema ?? DEDUCED, planned: false};
  };
  return (apiVersion, kind) => {
    const key = kindKey(apiVersion, kind);
    const known = kinds.get(key) ?? read(apiVersion, kind);
    kinds.set(key, known);
    return known;
  };
}

async function readSchemas(client: Pick<KubernetesClient, 'openapi'>, apiVersion: string): Promise<Schemas> {
  const document = await client.openapi.schemas(apiVersion);
  return document === undefined ? () => undefined : openApiSchemas(document);
}

type Type = {readonly apiVersion: string; readonly kind: string};

/** Returns the CRD's schema with the fields that the server adds to every custom resource: apiVersion, kind and ObjectMeta. */
async function plannedSchema(
  client: Pick<KubernetesClient, 'openapi'>,
  {openApiSchema}: PlannedKind,
  type: Type,
): Promise<Schema> {
  const core = await client.openapi.schemas('v1');
  const components = isObject(core?.['components']) ? core['components'] : {};
  return customSchema(openApiSchema, type, isObject(components['schemas']) ? components['schemas'] : {});
}
