import type {Release} from '../../core/release/release.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import {indexedHistories} from '../../engine/backend/copy-keys.ts';
import {readRelease} from '../../engine/release/release-history.ts';
import {revisions} from '../../engine/release/revisions.ts';
import {limitConcurrency} from '../../lib/limit-concurrency.ts';
import type {SharedPlace} from './shared-place.ts';
import type {SharedResource} from './shared-resource.ts';
import {usersOf} from './shared-users.ts';

const AT_ONCE = 8;

/**
 * Returns a function from a shared resource to the time since when no stack uses it: since the first release without it of the stack that used it last,
 * or since it was made or registered. If releases were pruned, a use in them is unknown: the time then begins with the oldest release that is
 * left. So the time is never too early.
 */
export async function unusedSince(
  unused: readonly Pick<SharedResource, 'id' | 'stack' | 'external'>[],
  {workspace, backend}: SharedPlace,
): Promise<(resource: Pick<SharedResource, 'id' | 'stack' | 'external'>) => string> {
  if (unused.length === 0) return () => '';
  const inTurn = limitConcurrency(AT_ONCE);
  const here = (await indexedHistories(backend)).filter(
    ({names, entry}) => names.workspace === workspace && entry.movedTo === undefined,
  );
  const histories = await Promise.all(
    here.map(({names, entry: {lineage}}) =>
      inTurn(async () => {
        const releases: Release[] = [];
        for (const key of await revisions(backend, lineage)) releases.push(await readRelease(backend, lineage, key));
        return {stack: stackText(names), releases};
      }),
    ),
  );
  return (resource) => {
    const made = resource.external?.addedAt ?? madeAt(resource, histories);
    const ends = histories
      .filter(({stack}) => stack !== resource.stack)
      .map(({releases}) => endOfUse(resource, releases));
    return [made, ...ends].reduce((latest, time) => (time > latest ? time : latest), '');
  };
}

/** The releases of a stack, newest first. */
type History = {readonly stack: string; readonly releases: readonly Release[]};

/** Returns the start of the first release without the resource after the last one with it. */
function endOfUse(resource: Pick<SharedResource, 'id' | 'stack'>, releases: readonly Release[]): string {
  const isUser = ({uses = []}: Release): boolean =>
    usersOf(
      resource,
      uses.map((use) => ({use})),
    ).length > 0;
  const last = releases.findIndex(isUser);
  const oldest = releases.at(-1);
  if (last > 0) return releases[last - 1]?.startedAt ?? '';
  if (last === 0) return releases[0]?.startedAt ?? '';
  return oldest === undefined || oldest.revision === 1 ? '' : oldest.startedAt;
}

/** Returns the start of the oldest release of the shared stack since which it has always had the resource. */
function madeAt({id, stack}: Pick<SharedResource, 'id' | 'stack'>, histories: readonly History[]): string {
  const releases = histories.find((one) => one.stack === stack)?.releases ?? [];
  const without = releases.findIndex(({state, spec}) => ![...state, ...spec].some((one) => one.id === id));
  const first = without === -1 ? releases.at(-1) : releases[without - 1];
  return first?.startedAt ?? '';
}
