import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {describeHolder} from '../../core/release/describe-holder.ts';
import type {Series} from '../../engine/release/series.ts';
import type {Backend} from '../../ports/backend.ts';
import {liveHolder} from './live-holder.ts';

/**
 * Somebody applies the stack while it is planned: what is shown is half of the one and half of the other. No part of the plan,
 * which is the same plan when that run has ended where it changed nothing that this one looks at.
 */
export async function atWorkNote({lineage, pending}: Series, backend: Backend): Promise<readonly Diagnostic[]> {
  if (pending === undefined || lineage === undefined) return [];
  const lock = await liveHolder(backend, lineage);
  if (lock === undefined) return [];
  const message = `a run of ${describeHolder(lock.holder)} is in progress (${lock.holder.command}): the output may change until it ends`;
  return [{severity: 'warning', code: 'release/unfinished-run', message}];
}
