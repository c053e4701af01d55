import type {JsonObject} from '../../core/json.ts';
import type {ColumnDefinition} from '../model/columns.ts';
import {metadataOf} from '../model/metadata.ts';
import {text} from '../model/part.ts';
import {type Resource, resourceKey} from '../model/resource.ts';
import type {Store} from '../model/store.ts';
import {builtInResources} from './built-in.ts';
import type {Pack} from './pack.ts';

/** Which kinds there are: those of the pack, and those of the definitions in the store. */
export type Registry = {
  /** Built-in ones first, then custom ones by group; of one group the preferred version first. */
  readonly all: () => readonly Resource[];
  readonly find: (group: string, version: string, plural: string) => Resource | undefined;
  readonly ofKind: (group: string, version: string, kind: string) => Resource | undefined;
  /** The version in which objects are stored, by `resourceKey`. */
  readonly stored: (key: string) => Resource | undefined;
  /** What the columns of built-in kinds are called, by `Kind` or `Kind.group`; undefined for one that cannot be listed. */
  readonly columns: (key: string) => readonly ColumnDefinition[] | undefined;
};

/** What a definition gives: a resource for each version that it serves. */
export type CustomResources = (definition: JsonObject) => readonly Resource[];

const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';

/** Where an object of two groups or versions is kept: as the one that the real server calls its storage version. */
const STORED_AS: Readonly<Record<string, string>> = {'horizontalpodautoscalers.autoscaling': 'v2'};

/** Lists what is served: built-in kinds, and those of the established CRDs in the store as they are at each call. */
export function openRegistry(pack: Pack, store: Store, customResources: CustomResources): Registry {
  const builtIn = indexed(builtInResources(pack));
  const known = new Map<string, {readonly revision: string; readonly resources: readonly Resource[]}>();
  let current: {readonly revision: string; readonly index: Index} | undefined;

  const custom = (): readonly Resource[] =>
    store.list(DEFINITIONS).flatMap((definition) => {
      const {name, resourceVersion} = metadataOf(definition);
      const revision = text(resourceVersion);
      const made = known.get(text(name));
      if (made?.revision === revision) return made.resources;
      const resources = isEstablished(definition) ? customResources(definition) : [];
      known.set(text(name), {revision, resources});
      return resources;
    });
  /** Asked for each request: made anew only after a definition has changed. */
  const index = (): Index => {
    const definitions = store.list(DEFINITIONS);
    const revision = definitions.map((one) => text(metadataOf(one)['resourceVersion'])).join();
    if (current?.revision !== revision) current = {revision, index: indexed([...builtIn.all, ...custom()])};
    return current.index;
  };

  return {
    all: () => index().all,
    find: (group, version, plural) => index().byPath.get(`${group}/${version}/${plural}`),
    ofKind: (group, version, kind) => index().byKind.get(`${group}/${version}/${kind}`),
    stored: (key) => index().stored.get(key),
    columns: (key) => pack.columns()[key],
  };
}

type Index = {
  readonly all: readonly Resource[];
  readonly byPath: ReadonlyMap<string, Resource>;
  readonly byKind: ReadonlyMap<string, Resource>;
  readonly stored: ReadonlyMap<string, Resource>;
};

function indexed(all: readonly Resource[]): Index {
  const stored = new Map<string, Resource>();
  for (const resource of all) {
    const key = resourceKey(resource);
    const wanted = resource.custom?.storage ?? STORED_AS[key];
    if (wanted === resource.version || !stored.has(key)) stored.set(key, resource);
  }
  return {
    all,
    byPath: new Map(all.map((one) => [`${one.group}/${one.version}/${one.plural}`, one])),
    byKind: new Map(all.map((one) => [`${one.group}/${one.version}/${one.kind}`, one])),
    stored,
  };
}

/** Its names are taken and it is served: the controller of definitions has seen it. */
const isEstablished = (definition: JsonObject): boolean => {
  const status = definition['status'] as JsonObject | undefined;
  const conditions = (status?.['conditions'] ?? []) as readonly JsonObject[];
  return conditions.some(({type, status: is}) => type === 'Established' && is === 'True');
};
