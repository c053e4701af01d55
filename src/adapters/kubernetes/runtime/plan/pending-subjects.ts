import {type Identity, identityOf} from '../../../../core/resource/identity.ts';
import type {PendingObject} from '../../../../core/stacks/other-stack.ts';
import type {Refusal} from '../client/status.ts';
import {deferRefusal, subjectsAmong} from './defer-refusal.ts';
import {kindKey, plannedKinds} from './planned-kinds.ts';
import type {PlannedObject} from './planned-object.ts';

/** The objects that other stacks of the same run create first, as far as this stack needs them. */
export type PendingSubjects = {
  /** Returns which of them contains the CRD of the object's kind. */
  readonly kindFrom: (identity: Identity) => string | undefined;
  /** Returns which of them creates the object's namespace. */
  readonly namespaceFrom: (identity: Identity) => string | undefined;
  /** Returns the subject of a refusal, if one of them creates it. */
  readonly defer: (object: PlannedObject, refusal: Refusal) => string | undefined;
};

/** Indexes the objects that earlier stacks of the run create, so that refusals for their absence can wait for apply. */
export function pendingSubjects(pending: readonly PendingObject[]): PendingSubjects {
  const kinds = new Map(
    pending.flatMap(({stack, attributes}) =>
      [...plannedKinds([attributes]).keys()].map((key) => [key, stack] as const),
    ),
  );
  const namespaces = new Map(
    pending.flatMap(({stack, attributes}) => {
      const {group, kind, name} = identityOf(attributes);
      return group === '' && kind === 'Namespace' ? [[name, stack] as const] : [];
    }),
  );
  const subjects = subjectsAmong(
    pending.map(({stack, id, attributes}) => {
      const {kind, name} = identityOf(attributes);
      return {id: `${id} of ${stack}`, kind, name, object: attributes};
    }),
  );
  return {
    kindFrom: ({apiVersion, kind}) => kinds.get(kindKey(apiVersion, kind)),
    namespaceFrom: ({namespace}) => (namespace === undefined ? undefined : namespaces.get(namespace)),
    defer: (object, refusal) => deferRefusal(object, refusal, subjects),
  };
}
