import {encodeHead} from '../../../../src/core/release/head.ts';
import type {HistoryNames} from '../../../../src/core/release/history-names.ts';
import {encodeIndexEntry} from '../../../../src/core/release/index-entry.ts';
import {headKey, indexKey, releaseKey} from '../../../../src/core/release/keys.ts';
import type {Release} from '../../../../src/core/release/release.ts';
import type {ClusterIdentity} from '../../../../src/core/workspace/cluster-identity.ts';
import {packRelease} from '../../../../src/engine/release/pack.ts';
import type {MemoryBackend} from '../../../rig/memory-backend.ts';
import {holderNamed, SUMMARY, stateOf} from '../../../rig/releases.ts';

export const CLUSTER: ClusterIdentity = {
  server: 'https://cluster.example:6443',
  identity: 'u1',
  method: 'kube-system-uid',
  version: 'v1.34.0',
};

/** One recorded release that left one object. */
export async function storeRelease(
  backend: MemoryBackend,
  names: HistoryNames,
  {lineage = `lineage-${names.project}-${names.stack}`, cluster = CLUSTER} = {},
): Promise<string> {
  const release: Release = {
    formatVersion: 2,
    ...names,
    lineage,
    revision: 1,
    epoch: 1,
    operation: 'apply',
    phase: 'succeeded',
    startedAt: '2026-01-01T00:00:00Z',
    by: holderNamed('anna'),
    gantryVersion: '0',
    cluster,
    summary: SUMMARY,
    spec: [],
    state: [stateOf('a')],
  };
  const {value, sha256} = await packRelease(release);
  const key = releaseKey(lineage, 1, 1);
  backend.write(key, value);
  backend.write(indexKey(names), encodeIndexEntry({formatVersion: 1, ...names, lineage}));
  backend.write(
    headKey(lineage),
    encodeHead({formatVersion: 1, lineage, epoch: 1, token: 't', revision: 1, release: {key, sha256}}),
  );
  return lineage;
}

export const pinOf = (workspace: string, cluster = CLUSTER): string =>
  `${JSON.stringify({formatVersion: 1, workspace, pinnedAt: '2026-01-01T00:00:00Z', identities: [cluster]})}\n`;
