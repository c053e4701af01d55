import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {describeHolder} from '../../core/release/describe-holder.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';
import type {Backend} from '../../ports/backend.ts';
import {liveHolder} from './live-holder.ts';

/**
 * Warns that another run applies the stack while it is planned: the output mixes the states before and after. The warning is not part of
 * the plan, because the plan stays the same if that run changes nothing in it.
 */
export async function atWorkNote({lineage, pending}: ReleaseHistory, backend: Backend): Promise<readonly Diagnostic[]> {
  if (pending === undefined || lineage === undefined) return [];
  const lock = await liveHolder(backend, lineage);
  if (lock === undefined) return [];
  const message = `a run of ${describeHolder(lock.holder)} is in progress (${lock.holder.command}): the output may change until it ends`;
  return [{severity: 'warning', code: 'release/unfinished-run', message}];
}
