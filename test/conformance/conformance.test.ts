import {randomUUID} from 'node:crypto';
import {afterAll, beforeAll, describe, expect, inject, it} from 'vitest';
import {alike} from './alike.ts';
import {differing} from './differing.ts';
import {KNOWN_DIFFERENCES} from './known-differences.ts';
import {requestsIn} from './requests.ts';
import {sandbox} from './sandbox.ts';
import {doorOf, type Server, serverAt} from './server.ts';

const cluster = inject('cluster');
// Where nothing runs pods, or binds claims, there is nothing to compare with.
const runs = cluster.kind === 'up' && cluster.lacks.length === 0;
const reasons = new Map(KNOWN_DIFFERENCES.flatMap(({reason, requests}) => requests.map((name) => [name, reason])));

// One namespace of the same name on both, and the requests in the same order: later ones build on what earlier ones did.
describe.skipIf(!runs)(`a sandbox answers as ${cluster.name} does`, () => {
  const ns = `conformance-${randomUUID().slice(0, 8)}`;
  let real: Server;
  let other: Server;
  const open: {close(): Promise<void>}[] = [];

  beforeAll(async () => {
    if (cluster.kind === 'missing') return;
    const started = await sandbox();
    open.push(started);
    real = serverAt(doorOf(cluster.kubeconfigPath));
    other = serverAt(started);
  });

  afterAll(async () => {
    real?.close();
    other?.close();
    await Promise.all(open.map(async (one) => one.close()));
  });

  for (const [area, requests] of Object.entries(requestsIn(ns))) {
    describe(area, () => {
      it.each(requests)('$name', async (request) => {
        const [expected, answered] = await Promise.all([real.ask(request), other.ask(request)]);
        if (request.uncompared === true) return;
        if (request.isForgotten === true && expected.status === 200) {
          expect(answered).toMatchObject({status: 410, body: {reason: 'Expired'}});
          return;
        }
        const differences = differing(alike(expected), alike(answered));
        const reason = reasons.get(request.name);
        if (reason === undefined) expect(differences).toEqual([]);
        else expect(differences, `no longer a known difference: ${reason}`).not.toEqual([]);
      });
    });
  }
});
