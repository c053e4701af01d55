import type {Release} from '../release/release.ts';
import type {HookSource} from './hook-record.ts';

/** The releases that show what the runs of a stack have applied. */
export type RecordedRuns = {
  /** The last release. Absent before the first one. */
  readonly last?: Pick<Release, 'hooks' | 'sources' | 'state'> | undefined;
  /** The runs since then that did not end, oldest first. */
  readonly interrupted: readonly Pick<Release, 'hooks' | 'sources'>[];
};

/** Returns the records of the hooks, as the newest run left them: one that did not end has begun with its hooks pending. */
export const recordedHooks = ({last, interrupted}: RecordedRuns): readonly HookSource[] =>
  interrupted.at(-1)?.hooks ?? last?.hooks ?? [];

/**
 * Reports whether a run has applied all of a source: its hooks and its templates then see an upgrade. The record of the newest run decides.
 * Without a record, objects of the source in the last release show it: the stack had them as manifests, or the release was rebuilt from
 * the cluster.
 * @param objects the ids of its objects, which are not known before it is rendered
 */
export function wasInstalled(runs: RecordedRuns, source: string, objects: readonly string[]): boolean {
  const recorded = recordedHooks(runs).find((one) => one.source === source);
  if (recorded !== undefined) return recorded.isInstalled;
  const known = new Set(runs.last?.state.map(({id}) => id));
  return objects.some((id) => known.has(id));
}
