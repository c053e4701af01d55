import {join} from 'node:path';
import {type Diagnostic, isError} from '../../core/diagnostic/diagnostic.ts';
import {originOfFile} from '../origin-of-file.ts';
import {LOCK_FILE} from '../own-files.ts';
import type {SourceTools} from '../source-tools.ts';
import {shownSource} from './fetched/check-pin.ts';
import {type ChartLockEntry, type PinnedSource, readLockFile} from './helm/chart-lock-file.ts';
import type {LockUse, StaleLock} from './lock-use.ts';
import type {ChosenSource} from './sources-of.ts';

/**
 * Compares the sources of a stack with its lock file, and writes nothing. Returns an error for each chart, other fetched source and module that is
 * not locked, or whose entry does not fit; and for each entry of a chart or other source that the stack does not have. Accepts a locked version that
 * is not the newest in its range, and modules that the stack does not use, because another workspace may use them.
 */
export async function checkLock(
  sources: readonly ChosenSource[],
  {stackDir, tools}: {readonly stackDir: string; readonly tools: Pick<SourceTools, 'source'>},
): Promise<readonly Diagnostic[]> {
  const {lock, diagnostics} = readLockFile(stackDir);
  if (diagnostics.some(isError)) return diagnostics;
  const uses: LockUse[] = [];
  for (const {kind, entry} of sources) {
    const use = await (await tools.source(kind)).checkLock?.(entry, lock);
    if (use !== undefined) uses.push(use);
  }
  const used = new Set(uses.flatMap((use) => use.used));
  const origin = originOfFile(join(stackDir, LOCK_FILE));
  const unused = (list: 'charts' | 'sources'): readonly StaleLock[] =>
    [...(lock[list] ?? []).entries()]
      .filter(([, one]) => !used.has(one))
      .map(([index, one]) => ({message: notUsed(one), at: origin.position([list, index])}));
  const stale = [...uses.flatMap((use) => use.stale), ...unused('charts'), ...unused('sources')];
  const workspace = sources.find(({entry}) => entry.workspace !== undefined)?.entry.workspace;
  const hint = `Run "gantry chart lock${workspace === undefined ? '' : ` -w ${workspace.name}`}", and commit ${LOCK_FILE}.`;
  return stale.map((one) => ({severity: 'error', code: 'source/lock-stale', ...one, hint}));
}

const notUsed = (one: ChartLockEntry | PinnedSource): string =>
  `${LOCK_FILE} has ${shown(one)}, but stack.yaml does not use it`;

function shown(one: ChartLockEntry | PinnedSource): string {
  if ('pin' in one) return shownSource(one);
  return `the chart ${one.chart ?? one.oci ?? one.path} ${one.version}`;
}
