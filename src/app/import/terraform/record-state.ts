import {summarize} from '../../../core/plan/summary.ts';
import type {HistoryNames} from '../../../core/release/history-names.ts';
import {RELEASE_FORMAT} from '../../../core/release/release-document.ts';
import {acquireLock} from '../../../engine/release/acquire.ts';
import type {ReleaseHistory} from '../../../engine/release/release-history.ts';
import {defined} from '../../../lib/defined.ts';
import type {Backend} from '../../../ports/backend.ts';
import type {TerraformStates} from '../../../ports/terraform-states.ts';
import type {TakenState} from '../../../ports/terraform-tool.ts';
import type {Deps} from '../../deps.ts';
import type {PreparedPlan} from '../../plan/prepared-plan.ts';
import {authorOf} from '../../release/author.ts';
import {fromPlan} from '../../release/what-files-say.ts';

/** A proven stack, and where its state and its first release are stored. */
export type RecordState = {
  readonly names: HistoryNames;
  readonly history: ReleaseHistory;
  readonly backend: Backend;
  readonly states: TerraformStates;
  readonly taken: Pick<TakenState, 'lineage' | 'serial'>;
  /** The document with the state. */
  readonly document: string;
  readonly prepared: PreparedPlan;
};

/**
 * Stores the state, sealed, and a release with its resources, both under the lock of the history. The release names
 * the number of the state, so that an older one is refused later. Returns the revision.
 */
export async function recordState(
  {names, history, backend, states, taken, document, prepared}: RecordState,
  deps: Deps,
): Promise<number> {
  const {location} = prepared.source;
  const {remark, ...author} = await authorOf({location, whoAmI: prepared.whoAmI}, deps);
  if (remark !== undefined) deps.onEvent({type: 'diagnostic', diagnostic: remark});
  await backend.signing?.require(names.workspace);
  await using lock = await acquireLock({
    backend,
    history,
    names,
    ...defined({origin: prepared.origin}),
    holder: author.by,
    clock: deps.clock,
    lockTimeoutMs: 0,
    signal: deps.signal,
    onEvent: deps.onEvent,
  });
  const {lineage, revision, epoch} = lock;
  // An import that was killed here has left the same state.
  const left = await states.read(lineage);
  await states.write(lineage, document, left?.version);
  const now = deps.clock.now().toISOString();
  const {spec, expandable, states: known, settings} = fromPlan(prepared, () => true);
  await lock.finish({
    formatVersion: RELEASE_FORMAT,
    ...names,
    lineage,
    revision,
    epoch,
    operation: 'apply',
    phase: 'succeeded',
    startedAt: now,
    finishedAt: now,
    ...author,
    gantryVersion: deps.gantryVersion,
    cluster: prepared.cluster,
    summary: {...summarize([]), unchanged: known.size},
    spec,
    expandable,
    ...settings,
    state: [...known.values()],
    extensions: {terraform: {lineage: taken.lineage, serial: taken.serial}},
  });
  deps.onEvent({type: 'release-recorded', revision, phase: 'succeeded'});
  return revision;
}
