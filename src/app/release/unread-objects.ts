import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';
import type {PlanScope, UnreadObjects} from '../plan/plan-input.ts';
import {keepSelected} from '../plan/select-resources.ts';

/**
 * Returns a scope without the objects of the API that is unavailable; undefined where the error is about something else, or where
 * nothing would remain to be done.
 */
export function withoutUnread(scope: PlanScope, history: ReleaseHistory, error: unknown): PlanScope | undefined {
  if (!(error instanceof GantryError) || error.failure.code !== 'cluster/unreachable') return undefined;
  const {failure} = error;
  const gone = new Set(scope.unread.flatMap(({ids}) => ids));
  const found: string[] = [];
  const selected = keepSelected({...scope, history}, ({resources}) => {
    const rest = resources.filter(({id}) => !gone.has(id));
    for (const {id, attributes} of rest) if (attributes['apiVersion'] === failure.api) found.push(id);
    return new Set(rest.map(({id}) => id).filter((id) => !found.includes(id)));
  });
  if (found.length === 0 || selected.leftOut.isAll === true) return undefined;
  return {...selected, unread: [...scope.unread, {ids: found, failure}]};
}

/** Warns about objects of an aggregated API that does not answer; a destroy leaves them. */
export const unreadNotes = (unread: readonly UnreadObjects[]): readonly Diagnostic[] =>
  unread.flatMap(({ids, failure}) =>
    ids.map((id) => ({
      severity: 'warning' as const,
      code: 'removal/unread',
      resource: id,
      message: `the API ${failure.api} is unavailable: ${id} could not be read, and is not deleted (${failure.detail})`,
      hint: 'Run "kubectl get apiservices" to see which server does not answer, and why. The next destroy continues with these objects.',
    })),
  );

/** Returns the failure of a destroy that could not read some objects: they remain. */
export function unreadFailure(unread: readonly UnreadObjects[]): Failure | undefined {
  if (unread.length === 0) return undefined;
  const ids = unread.flatMap((one) => one.ids);
  return {
    code: 'apply/partial',
    failed: ids,
    skipped: [],
    causes: unread.map(({failure}) => failure),
    destroying: true,
  };
}
