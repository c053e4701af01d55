import type {JsonObject} from '../../../core/json.ts';
import {type Identity, identityOf} from '../../../core/resource/identity.ts';
import type {Resource} from '../../../core/resource/resource.ts';
import {type PodTemplate, podTemplateOf} from './pod-template.ts';
import {type Selector, selects} from './selector.ts';

/** A Kubernetes object of the stack, as the rules see it. */
export type Subject = Omit<Identity, 'namespace'> & {
  readonly id: string;
  /** The namespace; empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly object: JsonObject;
  readonly pod?: PodTemplate | undefined;
};

/** A resource with a pod template. */
export type Workload = Subject & {readonly pod: PodTemplate};

/** The identity of an object without its version: two versions are the same object. */
export type Name = {
  readonly group: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string | undefined;
};

/** The stack's objects, indexed by everything that the rules look up. It is built once, in O(V). */
export type ResourceIndex = {
  readonly subjects: readonly Subject[];
  readonly workloads: readonly Workload[];
  /** Returns the id of an object if it is in the stack. */
  readonly find: (name: Name) => string | undefined;
  readonly get: (name: Name) => Subject | undefined;
  readonly ofKind: (group: string, kind: string) => readonly Subject[];
  readonly workloadsIn: (namespace: string) => readonly Workload[];
  /** Returns the workloads of a namespace whose pods a selector selects. */
  readonly selected: (namespace: string, selector: Selector | undefined) => readonly Workload[];
};

/** Returns the objects of a stack, indexed for the edge rules. */
export function indexResources(resources: readonly Resource[]): ResourceIndex {
  const subjects = resources.filter(({type}) => type === 'Kubernetes').map(subjectOf);
  const workloads = subjects.filter((subject): subject is Workload => subject.pod !== undefined);
  const byName = new Map(subjects.map((subject) => [nameKey(subject), subject]));
  const byKind = Map.groupBy(subjects, ({group, kind}) => key(group, kind));
  const byNamespace = Map.groupBy(workloads, ({namespace}) => namespace);
  const byLabel = indexLabels(workloads);
  const get = (name: Name): Subject | undefined => (name.name === undefined ? undefined : byName.get(nameKey(name)));
  const workloadsIn = (namespace: string): readonly Workload[] => byNamespace.get(namespace) ?? [];

  const candidates = (namespace: string, selector: Selector): readonly Workload[] => {
    // One label finds the few candidates; the rarest label finds the fewest.
    const buckets = selector
      .filter(({operator}) => operator === 'In')
      .map(({key: label, values}) =>
        [...new Set(values)].flatMap((value) => byLabel.get(key(namespace, label, value)) ?? []),
      );
    return buckets.toSorted((a, b) => a.length - b.length)[0] ?? workloadsIn(namespace);
  };

  return {
    subjects,
    workloads,
    get,
    find: (name) => get(name)?.id,
    ofKind: (group, kind) => byKind.get(key(group, kind)) ?? [],
    workloadsIn,
    selected: (namespace, selector) =>
      selector === undefined ? [] : candidates(namespace, selector).filter(({pod}) => selects(selector, pod.labels)),
  };
}

function subjectOf({id, attributes}: Resource): Subject {
  const {namespace = '', ...identity} = identityOf(attributes);
  const pod = podTemplateOf(attributes);
  return {...identity, id, namespace, object: attributes, pod};
}

function indexLabels(workloads: readonly Workload[]): ReadonlyMap<string, readonly Workload[]> {
  const byLabel = new Map<string, Workload[]>();
  for (const workload of workloads) {
    for (const [label, value] of Object.entries(workload.pod.labels)) {
      const at = key(workload.namespace, label, value);
      const bucket = byLabel.get(at);
      if (bucket === undefined) byLabel.set(at, [workload]);
      else bucket.push(workload);
    }
  }
  return byLabel;
}

/** Returns the key of a name in maps. */
export const nameKey = ({group, kind, namespace = '', name = ''}: Name): string => key(group, kind, namespace, name);

/** Joins the parts of a key. No part of a Kubernetes name contains a NUL. */
const key = (...parts: readonly string[]): string => parts.join('\0');
