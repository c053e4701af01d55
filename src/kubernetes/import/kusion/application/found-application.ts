import type {JsonObject} from '../../../../core/json.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import {mapAt} from './field-at.ts';

/** The objects of a release of Kusion, and the names that its modules derive the names of objects from. */
export type KusionObjects = {
  readonly project: string;
  readonly stack: string;
  readonly objects: readonly JsonObject[];
};

/** An application in a release: its workload, and a search for its other objects. */
export type FoundApplication = {
  readonly name: string;
  /** The name of the workload, with which the names of the other objects begin. */
  readonly unique: string;
  readonly workload: JsonObject;
  /** The labels that select its pods. */
  readonly selector: Readonly<Record<string, string>>;
  /** Returns the object of a kind and name in the namespace of the workload, or without a namespace. */
  readonly find: (kind: string, name: string) => JsonObject | undefined;
};

const WORKLOADS: Readonly<Record<string, string>> = {Deployment: 'apps', Job: 'batch', CronJob: 'batch'};

/** Finds the applications of a release by the names and labels that Kusion gives their workloads, in the order of their names. */
export function findApplications({project, stack, objects}: KusionObjects): readonly FoundApplication[] {
  const found = objects.flatMap((workload): readonly FoundApplication[] => {
    const {group, kind, name: unique, namespace} = identityOf(workload);
    const labels = mapAt(workload, 'metadata', 'labels');
    const name = labels[NAME];
    if (WORKLOADS[kind] !== group || typeof name !== 'string' || labels[PART] !== project) return [];
    if (unique !== `${project}-${stack}-${name}`) return [];
    const find = (wanted: string, other: string): JsonObject | undefined =>
      objects.find((object) => {
        const one = identityOf(object);
        return one.kind === wanted && one.name === other && [undefined, namespace].includes(one.namespace);
      });
    return [{name, unique, workload, selector: {[NAME]: name, [PART]: project}, find}];
  });
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const NAME = 'app.kubernetes.io/name';
const PART = 'app.kubernetes.io/part-of';
