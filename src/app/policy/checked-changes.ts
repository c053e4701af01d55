import type {JsonObject} from '../../core/json.ts';
import {isKubernetesState} from '../../core/release/resource-state.ts';
import {idOf} from '../../core/resource/id.ts';
import {customScopes} from '../../kubernetes/resource/scope.ts';
import {defined} from '../../lib/defined.ts';
import type {PlannedChange} from '../../ports/planned-change.ts';
import type {ChosenHooks} from '../hooks/chosen-hooks.ts';
import type {PlanRecords, PlanScope} from '../plan/plan-input.ts';
import type {Checked} from './find-breaches.ts';
import {subjectOf} from './subject-of.ts';

/** The sources of the objects of a plan. */
export type PlannedObjects = {
  readonly changes: readonly PlannedChange[];
  readonly scope: Pick<PlanScope, 'loaded' | 'known'>;
  readonly hooks: Pick<ChosenHooks, 'due'>;
  readonly records: Pick<PlanRecords, 'history'>;
  /** The namespace of objects that set none. */
  readonly defaultNamespace: string;
};

/** Returns each change of a plan with its object: the desired one, that of its hook, or the recorded one. */
export function checkedChanges({changes, scope, hooks, records, defaultNamespace}: PlannedObjects): readonly Checked[] {
  const {loaded, known} = scope;
  const recorded = [...(records.history.last?.spec ?? []), ...known.unsure];
  // Gantry creates the namespace of a stack, which no file has to contain.
  const namespace = {apiVersion: 'v1', kind: 'Namespace', name: defaultNamespace};
  const objects = new Map<string, JsonObject>([
    [idOf(namespace), identityObject(namespace)],
    ...recorded.map(({id, attributes}) => [id, attributes] as const),
    ...loaded.resources.map(({id, attributes}) => [id, attributes] as const),
    ...hooks.due.map(({id, hook}) => [id, hook.attributes] as const),
  ]);
  const states = new Map(known.state.map((state) => [state.id, state]));
  const scopes = customScopes(objects.values());
  return changes.map(({change, state = states.get(change.id)}) => {
    const found = objects.get(change.id);
    const object = found ?? (state !== undefined && isKubernetesState(state) ? identityObject(state) : {});
    const subject = subjectOf(change.id, object, {scopes, defaultNamespace});
    return {subject: {...subject, action: change.action}, object, change};
  });
}

type Named = {readonly apiVersion: string; readonly kind: string; readonly namespace?: string; readonly name: string};

const identityObject = ({apiVersion, kind, namespace, name}: Named): JsonObject => ({
  apiVersion,
  kind,
  metadata: defined({name, namespace}),
});
