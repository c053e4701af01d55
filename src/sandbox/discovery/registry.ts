import type {JsonObject} from '../../core/json.ts';
import type {ColumnDefinition} from '../model/columns.ts';
import {metadataOf} from '../model/metadata.ts';
import {text} from '../model/part.ts';
import {type Resource, resourceKey} from '../model/resource.ts';
import type {Store} from '../model/store.ts';
import {builtInResources} from './built-in.ts';
import type {Pack} from './pack.ts';

/** The registry of served kinds: those of the pack, and those of the CRDs in the store. */
export type Registry = {
  /** Built-in resources first, then custom ones by group. In a group, the preferred version is first. */
  readonly all: () => readonly Resource[];
  readonly find: (group: string, version: string, plural: string) => Resource | undefined;
  readonly ofKind: (group: string, version: string, kind: string) => Resource | undefined;
  /** The resource in its storage version, by `resourceKey`. */
  readonly stored: (key: string) => Resource | undefined;
  /** The columns of a built-in kind, by `Kind` or `Kind.group`; undefined for a kind that cannot be listed. */
  readonly columns: (key: string) => readonly ColumnDefinition[] | undefined;
};

/** Returns the resources of a CRD: one for each version that it serves. */
export type CustomResources = (crd: JsonObject) => readonly Resource[];

const CRDS = 'customresourcedefinitions.apiextensions.k8s.io';

/** The storage version of resources that exist in two groups or versions, as in the real server. */
const STORED_AS: Readonly<Record<string, string>> = {'horizontalpodautoscalers.autoscaling': 'v2'};

/** Opens the registry of built-in kinds and of the established CRDs. Each call reflects the current content of the store. */
export function openRegistry(pack: Pack, store: Store, customResources: CustomResources): Registry {
  const builtIn = indexed(builtInResources(pack));
  const known = new Map<string, {readonly revision: string; readonly resources: readonly Resource[]}>();
  let current: {readonly revision: string; readonly index: Index} | undefined;

  const custom = (): readonly Resource[] =>
    store.list(CRDS).flatMap((crd) => {
      const {name, resourceVersion} = metadataOf(crd);
      const revision = text(resourceVersion);
      const made = known.get(text(name));
      if (made?.revision === revision) return made.resources;
      const resources = isEstablished(crd) ? customResources(crd) : [];
      known.set(text(name), {revision, resources});
      return resources;
    });
  /** Returns the index, which every request needs. It is rebuilt only after a CRD has changed. */
  const index = (): Index => {
    const crds = store.list(CRDS);
    const revision = crds.map((one) => text(metadataOf(one)['resourceVersion'])).join();
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

/** Reports whether the controller of CRDs has accepted the names of a CRD, so that it is served. */
const isEstablished = (crd: JsonObject): boolean => {
  const status = crd['status'] as JsonObject | undefined;
  const conditions = (status?.['conditions'] ?? []) as readonly JsonObject[];
  return conditions.some(({type, status: is}) => type === 'Established' && is === 'True');
};
