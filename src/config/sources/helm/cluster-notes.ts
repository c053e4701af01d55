import {join} from 'node:path';
import {clusterDifferences, type LockedCluster} from '../../../core/chart/locked-cluster.ts';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {SourceFacts} from '../../../ports/source-facts.ts';
import {originOfFile} from '../../origin-of-file.ts';
import {LOCK_FILE} from '../../own-files.ts';
import type {SourceEntry} from '../source.ts';

/**
 * Returns a warning if the cluster of the workspace is another one than the lock file describes, and a note if a chart is built without both.
 * A stack with several charts gets it once.
 */
export async function clusterNotes(
  locked: LockedCluster | undefined,
  facts: SourceFacts | undefined,
  {place, taken}: SourceEntry,
): Promise<readonly Diagnostic[]> {
  const file = join(place.stackDir, LOCK_FILE);
  if (taken.has(file)) return [];
  taken.add(file);
  if (facts === undefined) return locked === undefined ? [NOT_LOCKED] : [];
  if (locked === undefined) return [];
  const differences = clusterDifferences(locked, {version: await facts.version(), apis: await facts.apis()});
  if (differences.length === 0) return [];
  return [
    {
      severity: 'warning',
      code: 'source/helm-cluster',
      message: `charts may render differently than without a cluster: ${differences.join('; ')}`,
      at: originOfFile(file).position(['cluster'], 'key'),
      hint: 'Run "gantry chart lock" to lock the version and the APIs of this cluster.',
    },
  ];
}

const NOT_LOCKED: Diagnostic = {
  severity: 'note',
  code: 'source/helm-cluster',
  message: 'charts are built without a cluster: templates see the version and the APIs that Helm itself knows',
  hint: `Run "gantry chart lock -w WORKSPACE" to write the version and the APIs of your cluster to ${LOCK_FILE}.`,
};
