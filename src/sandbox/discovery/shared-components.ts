import type {JsonObject} from '../../core/json.ts';
import {once} from '../../lib/once.ts';
import {list, part, text} from '../model/part.ts';
import type {Pack} from './pack.ts';

/** Returns Kubernetes' own types that every custom resource refers to, including those of the scale subresource if it has one. */
export type SharedComponents = (hasScale: boolean) => JsonObject;

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1.';
const SCALE = /^io\.k8s\.api\.autoscaling\.v1\.Scale(Spec|Status)?$/;
const UNUSED = new Set(['APIResource', 'APIResourceList', 'WatchEvent']);
/** Groups that are unknown to the part of the server that serves custom resources. */
const UNKNOWN = /^(admission|apiextensions|apiregistration|imagepolicy)\.k8s\.io$/;

/** Returns the schemas of metadata and lists that the OpenAPI document of every CRD repeats; read on first use. */
export function sharedComponents(pack: Pack): SharedComponents {
  const schemasOf = (path: string): JsonObject => {
    const document = JSON.parse(pack.openapi(path) ?? '{}') as JsonObject;
    return part(part(document['components'])['schemas']);
  };
  const meta = once(() =>
    Object.fromEntries(
      Object.entries(schemasOf('apis/scheduling.k8s.io/v1'))
        .filter(([name]) => name.startsWith(META) && !UNUSED.has(name.slice(META.length)))
        .map(([name, schema]) => [name, withoutGroups(part(schema))]),
    ),
  );
  const scale = once(() =>
    Object.fromEntries(Object.entries(schemasOf('apis/apps/v1')).filter(([name]) => SCALE.test(name))),
  );
  return (hasScale) => (hasScale ? {...meta(), ...scale()} : meta());
}

function withoutGroups(schema: JsonObject): JsonObject {
  const mark = 'x-kubernetes-group-version-kind';
  if (schema[mark] === undefined) return schema;
  return {...schema, [mark]: list(schema[mark]).filter((one) => !UNKNOWN.test(text(part(one)['group'])))};
}
