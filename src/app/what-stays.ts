import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {KnownState} from '../core/release/known-state.ts';
import type {ResourceState} from '../core/release/release.ts';
import {idOf} from '../core/resource/id.ts';
import type {RuntimePlan} from '../ports/runtime.ts';
import type {PreviewRequest} from './release-requests.ts';

export type Destroyed = {
  readonly request: Pick<PreviewRequest, 'letGo'>;
  /** The stack's own. */
  readonly namespace?: string | undefined;
  readonly known: Pick<KnownState, 'state'>;
};

/** What a destroy leaves behind: whoever expects it to go is told. */
export const whatStays = (
  {request, namespace, known}: Destroyed,
  planned: Pick<RuntimePlan, 'changes'>,
): readonly Diagnostic[] =>
  request.letGo === undefined ? [...namespaceStays(namespace, known.state), ...retainedStay(planned)] : [];

/** The stack's `namespace:` was never owned. */
function namespaceStays(namespace: string | undefined, held: readonly ResourceState[]): readonly Diagnostic[] {
  const id = namespace === undefined ? undefined : idOf({apiVersion: 'v1', kind: 'Namespace', name: namespace});
  if (id === undefined || held.length === 0 || held.some((state) => state.id === id)) return [];
  return [
    {
      severity: 'note',
      code: 'stack/namespace-stays',
      message: `the namespace ${namespace} stays: the stack only uses it`,
      hint: `"kubectl delete namespace ${namespace}" deletes it, with all that others have put there.`,
    },
  ];
}

/** Said once, when the rest goes: a destroy of what is left is quiet. */
function retainedStay({changes}: Pick<RuntimePlan, 'changes'>): readonly Diagnostic[] {
  const retained = changes.filter(({change}) => change.action === 'retain').length;
  if (retained === 0 || retained === changes.length) return [];
  return [
    {
      severity: 'note',
      code: 'stack/retained',
      message: `${retained === 1 ? '1 object stays' : `${retained} objects stay`} with the marks of this stack, and in its release`,
      hint: 'When the protection is taken off, the next destroy deletes them; "gantry destroy --keep-objects" lets go of them.',
    },
  ];
}
