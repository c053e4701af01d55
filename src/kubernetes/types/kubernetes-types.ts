import type {JsonObject} from '../../core/json.ts';
import {groupVersion} from '../../core/resource/identity.ts';
import {once} from '../../lib/once.ts';
import {openApiSchemas} from '../fields/openapi.ts';
import type {Schema} from '../fields/schema.ts';
import type {PackedTypes} from './packed-types.ts';

/** The kinds of one version of Kubernetes. */
export type KubernetesTypes = {
  /** The minor version: `1.34`. */
  readonly version: string;
  /** Reports whether the version has a kind: `apps/v1`, `Deployment`. */
  readonly has: (apiVersion: string, kind: string) => boolean;
  /** All kinds, as `apps/v1/Deployment`. */
  readonly kinds: () => readonly string[];
  readonly schemaOf: (apiVersion: string, kind: string) => Schema | undefined;
  /** The components of OpenAPI that the kinds consist of. */
  readonly components: () => JsonObject;
};

/** Returns `1.34` for `1.34.4`, `v1.34.4-gke.1` and `1.34`; undefined for other texts. */
export const minorVersion = (text: string): string | undefined => /^v?(\d+\.\d+)(?:[.+-].*)?$/.exec(text)?.[1];

/** Returns the types of each version of a pack. Reads only the parts that a version needs. */
export function openTypes(packed: PackedTypes): readonly KubernetesTypes[] {
  return packed.releases.map((release, i) => typesOf(packed, minorOf(release), 1 << i));
}

function typesOf(packed: PackedTypes, version: string, bit: number): KubernetesTypes {
  const isIn = (mask: number): boolean => (mask & bit) !== 0;
  const has = (key: string): boolean => Object.hasOwn(packed.kinds, key) && isIn(packed.kinds[key]?.[0] ?? 0);
  const components = once((): JsonObject => {
    const forms = Object.entries(packed.types).map(([name, all]) => [name, all.find(([mask]) => isIn(mask))] as const);
    return Object.fromEntries(forms.flatMap(([name, form]) => (form === undefined ? [] : [[name, form[1]]])));
  });
  const schemas = once(() => openApiSchemas({components: {schemas: components()}}, true));
  return {
    version,
    has: (apiVersion, kind) => has(`${apiVersion}/${kind}`),
    kinds: once(() => Object.keys(packed.kinds).filter(has)),
    schemaOf: (apiVersion, kind) =>
      has(`${apiVersion}/${kind}`) ? schemas()({...groupVersion(apiVersion), kind}) : undefined,
    components,
  };
}

const minorOf = (release: string): string => minorVersion(release) ?? release;
