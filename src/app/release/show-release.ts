import type {HookSource} from '../../core/hook/hook-record.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import type {Release} from '../../core/release/release.ts';
import {showRedacted} from '../../core/secret/redacted-value.ts';
import {readHead} from '../../engine/release/read-head.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import {existingHistory} from './existing-history.ts';
import {liveHolder, phaseNow} from './live-holder.ts';
import {readRevision} from './read-revision.ts';
import {type ReadingDeps, readableBackend} from './readable-backend.ts';
import {shownState} from './shown-state.ts';

/** A release to show. Without `revision`: the last recorded; if there is none yet, the run in progress. */
export type ShowRelease = HistoryNames & {readonly revision?: number | undefined};

/**
 * Returns one release with secrets as `***`, for reading only.
 * @throws GantryError release/not-found, release/damaged, release/newer-format.
 */
export async function showRelease({revision, ...names}: ShowRelease, deps: ReadingDeps): Promise<Release> {
  const backend = await readableBackend(deps);
  const release = revision === undefined ? await lastOf(backend, names) : await readRevision(backend, names, revision);
  const [stored, holder] = await Promise.all([
    readHead(backend, release.lineage),
    liveHolder(backend, release.lineage),
  ]);
  return {
    ...release,
    phase: phaseNow(release, stored?.head, holder),
    spec: release.spec.map((resource) => ({...resource, attributes: showRedacted(resource.attributes)})),
    ...defined({
      stackAttributes: release.stackAttributes === undefined ? undefined : shownAttributes(release.stackAttributes),
    }),
    ...defined({hooks: release.hooks?.map(shownHooks)}),
    state: release.state.map(shownState),
  };
}

const shownHooks = ({hooks, ...source}: HookSource): HookSource => ({
  ...source,
  hooks: hooks.map(({left, ...hook}) => ({
    ...hook,
    attributes: showRedacted(hook.attributes),
    ...defined({left: left && {...left, applied: showRedacted(left.applied)}}),
  })),
});

const shownAttributes = (all: NonNullable<Release['stackAttributes']>): NonNullable<Release['stackAttributes']> =>
  Object.fromEntries(Object.entries(all).map(([id, attributes]) => [id, showRedacted(attributes)]));

async function lastOf(backend: Backend, names: HistoryNames): Promise<Release> {
  const {last, pending} = await existingHistory(backend, names);
  const release = last ?? pending;
  if (release === undefined) throw new Error('an existing release history has a run');
  return release;
}
