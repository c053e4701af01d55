import {gzipSync} from 'node:zlib';
import type {JsonObject} from '../../src/core/json.ts';

export type HelmRecord = {
  readonly name: string;
  readonly namespace: string;
  readonly revision?: number;
  readonly status?: string;
  readonly objects: readonly JsonObject[];
};

/** The Secret in which Helm records a release, for tests that need no chart. */
export function helmRecord({name, namespace, revision = 1, status = 'deployed', objects}: HelmRecord): JsonObject {
  const release = {
    name,
    namespace,
    version: revision,
    info: {status},
    chart: {metadata: {name, version: '1.0.0'}, files: []},
    config: {},
    manifest: objects.map((object) => JSON.stringify(object)).join('\n---\n'),
    hooks: [],
  };
  const body = gzipSync(JSON.stringify(release)).toString('base64');
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: `sh.helm.release.v1.${name}.v${revision}`,
      namespace,
      labels: {owner: 'helm', name, status, version: String(revision)},
    },
    type: 'helm.sh/release.v1',
    data: {release: Buffer.from(body).toString('base64')},
  };
}
