import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import {isHook} from '../../../../kubernetes/hook/read-hook.ts';
import {isOurs} from '../../../../kubernetes/plan/ownership.ts';
import type {LiveObjects} from './live-objects.ts';

/** Returns a note for each object with our ownership label that is in no release, and is not a hook. Such objects are never deleted. */
export function unrecordedObjects(
  live: LiveObjects,
  known: ReadonlySet<string>,
  lineage: string,
): readonly Diagnostic[] {
  return [...live].flatMap(([ownId, object]) =>
    known.has(ownId) || isHook(object) || !isOurs({live: object, ownId, lineage})
      ? []
      : [
          {
            severity: 'note' as const,
            code: 'object/orphan',
            resource: ownId,
            message: `${ownId} has the ownership label and annotation of this stack, but is in none of its releases; Gantry leaves it unchanged`,
          },
        ],
  );
}
