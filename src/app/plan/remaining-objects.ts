import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {KnownState} from '../../core/release/known-state.ts';
import type {ResourceState} from '../../core/release/resource-state.ts';
import {idOf} from '../../core/resource/id.ts';
import type {RuntimePlan} from '../../ports/runtime-plan.ts';
import type {PreviewRequest} from './release-requests.ts';

type Planned = Pick<RuntimePlan, 'changes'>;

/** The parts of a destroy that determine what stays in the cluster. */
export type Destroyed = {
  readonly request: Pick<PreviewRequest, 'orphan'>;
  readonly chosen: {readonly name: string};
  /** The namespace of the stack. */
  readonly namespace?: string | undefined;
  /** `delete`: the plan says what happens to the namespace. */
  readonly createdNamespace?: 'keep' | 'delete' | undefined;
  readonly known: Pick<KnownState, 'state'>;
};

/** Notes what a destroy leaves behind, once. A destroy that deletes nothing more has no note. */
export function remainingObjects(
  {request, chosen, namespace, createdNamespace, known}: Destroyed,
  {changes}: Planned,
): readonly Diagnostic[] {
  const retained = changes.filter(({change}) => change.action === 'retain').length;
  if (request.orphan !== undefined || retained === changes.length) return [];
  const kept = createdNamespace === 'delete' ? [] : namespaceStays(namespace, known.state, chosen.name);
  return [...kept, ...(retained === 0 ? [] : [retainedStay(retained)])];
}

/** Notes that the stack's `namespace:` stays, because the stack never owned it. */
function namespaceStays(
  namespace: string | undefined,
  held: readonly ResourceState[],
  workspace: string,
): readonly Diagnostic[] {
  const id = namespace === undefined ? undefined : idOf({apiVersion: 'v1', kind: 'Namespace', name: namespace});
  if (id === undefined || held.some((state) => state.id === id)) return [];
  return [
    {
      severity: 'note',
      code: 'stack/namespace-stays',
      message: `the namespace ${namespace} is kept: the stack uses it, but does not own it`,
      // kubectl without `gantry exec` would use the cluster of its own kubeconfig.
      hint: `Run "gantry exec -w ${workspace} -- kubectl delete namespace ${namespace}" to delete it with everything in it.`,
    },
  ];
}

const retainedStay = (count: number): Diagnostic => ({
  severity: 'note',
  code: 'stack/retained',
  message: `${count === 1 ? '1 object is kept' : `${count} objects are kept`} with the ownership labels of this stack, and in its release`,
  hint: 'To delete them, remove the annotation gantry.dev/protect from them and run "gantry destroy" again. To orphan them, run "gantry destroy --keep-objects".',
});
