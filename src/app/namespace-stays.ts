import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {ResourceState} from '../core/release/release.ts';
import {idOf} from '../core/resource/id.ts';

/** A destroy leaves the stack's `namespace:` behind, for it was never owned: whoever expects it to go is told. */
export function namespaceStays(namespace: string | undefined, held: readonly ResourceState[]): readonly Diagnostic[] {
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
