import {isObject, type JsonObject} from '../../core/json.ts';
import {openApiSchemas} from '../../kubernetes/fields/openapi.ts';
import {DEDUCED} from '../../kubernetes/fields/schema.ts';
import {defined} from '../../lib/defined.ts';
import {once} from '../../lib/once.ts';
import type {SharedComponents} from '../discovery/shared-components.ts';
import {isBeingDeleted, nameOf} from '../model/metadata.ts';
import {list, part, text, texts} from '../model/part.ts';
import type {Resource, Subresource} from '../model/resource.ts';
import {customRules} from './custom-rules.ts';
import {componentName, publishedComponents} from './published.ts';

/** The verbs, in the order in which the server lists them. */
const VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'] as const;
/** The verbs of a CRD that is being deleted: its objects can no longer be written. */
const VERBS_OF_TERMINATING = ['delete', 'deletecollection', 'get', 'list', 'watch'] as const;
const SUBRESOURCE_VERBS = ['get', 'patch', 'update'] as const;

/**
 * Returns the resources of a CRD whose names are accepted: one for each served version, the preferred version first. `shared` returns the
 * components of Kubernetes' own types (ObjectMeta and the types that it refers to).
 */
export function customResources(crd: JsonObject, shared: SharedComponents): readonly Resource[] {
  const spec = part(crd['spec']);
  const versions = list(spec['versions']).map(part);
  const storage = text(versions.find((one) => one['storage'] === true)?.['name']);
  return versions
    .filter((one) => one['served'] === true)
    .toSorted((left, right) => compareVersions(text(left['name']), text(right['name'])))
    .map((version) => customResource(crd, version, {storage, shared}));
}

type Surroundings = {readonly storage: string; readonly shared: SharedComponents};

function customResource(crd: JsonObject, version: JsonObject, {storage, shared}: Surroundings): Resource {
  const spec = part(crd['spec']);
  const names = namesOf(crd);
  const [group, name, kind] = [text(spec['group']), text(version['name']), text(names['kind'])];
  const components = once(() => ({
    ...shared(isObject(part(version['subresources'])['scale'])),
    ...publishedComponents(crd, version),
  }));
  return {
    group,
    version: name,
    kind,
    plural: text(names['plural']),
    singular: text(names['singular']),
    namespaced: spec['scope'] === 'Namespaced',
    shortNames: texts(names['shortNames']),
    categories: texts(names['categories']),
    verbs: isBeingDeleted(crd) ? VERBS_OF_TERMINATING : VERBS,
    subresources: subresourcesOf(version, kind),
    schema: once(() => openApiSchemas({components: {schemas: components()}})({group, version: name, kind}) ?? DEDUCED),
    components,
    component: componentName(group, name, kind),
    rules: customRules(crd, version),
    custom: {definition: nameOf(crd), version, storage},
  };
}

/** Returns the accepted names. A new CRD has none yet. */
function namesOf(crd: JsonObject): JsonObject {
  const accepted = part(part(crd['status'])['acceptedNames']);
  return text(accepted['plural']) === '' ? part(part(crd['spec'])['names']) : accepted;
}

function subresourcesOf(version: JsonObject, kind: string): Readonly<Record<string, Subresource>> {
  const {status, scale} = part(version['subresources']);
  return defined({
    status: status !== undefined ? {kind, verbs: SUBRESOURCE_VERBS} : undefined,
    scale:
      scale !== undefined ? {kind: 'Scale', group: 'autoscaling', version: 'v1', verbs: SUBRESOURCE_VERBS} : undefined,
  });
}

type Ranked = readonly [stability: number, major: number, minor: number];

/** Compares versions by the server's preference: `v2` before `v1` before `v1beta2` before `v1beta1` before `v1alpha1` before any other. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [rankOf(left), rankOf(right)];
  if (a === undefined || b === undefined) {
    if (a === undefined && b === undefined) return left < right ? -1 : Number(left > right);
    return a === undefined ? 1 : -1;
  }
  return b[0] - a[0] || b[1] - a[1] || b[2] - a[2];
}

function rankOf(version: string): Ranked | undefined {
  const match = /^v([1-9][0-9]*)(?:(alpha|beta)([1-9][0-9]*))?$/.exec(version);
  if (match === null) return undefined;
  const [, major = '', stability, minor = '0'] = match;
  return [stability === undefined ? 2 : Number(stability === 'beta'), Number(major), Number(minor)];
}
