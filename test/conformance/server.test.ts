import {randomUUID} from 'node:crypto';
import {afterAll, beforeAll, describe, expect, inject, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {alike} from './alike.ts';
import {differingFromRecorded, NOT_RECORDED, readRecording, writeRecording} from './recording.ts';
import {requestsIn} from './requests.ts';
import {doorOf, type Server, sendTogether, serverAt} from './server.ts';

const cluster = inject('cluster');
// Without programs that run pods and bind PVCs, the server answers differently.
const runs = cluster.kind === 'up' && cluster.of === 'control plane' && cluster.lacks.length === 0;

/** Whether vitest runs with `--update`. */
const updates = (): boolean => expect.getState().snapshotState.snapshotUpdateState === 'all';

// The order of the requests matters: later ones use objects that earlier ones create. With `--update` the answers are recorded again.
describe.skipIf(!runs)(`the recorded answers are those of ${cluster.name}`, () => {
  const ns = `conformance-${randomUUID().slice(0, 8)}`;
  const areas = Object.entries(requestsIn(ns));
  const sent = new Set<string>();
  /** The answers of each area, by the name of the request. */
  const answers = new Map<string, Map<string, JsonObject>>(areas.map(([area]) => [area, new Map()]));
  let server: Server;

  beforeAll(() => {
    if (cluster.kind === 'up' && cluster.of === 'control plane') server = serverAt(doorOf(cluster.kubeconfigPath));
  });

  afterAll(() => server?.close());

  // After a run with `-t`, objects that a request needs can be missing.
  const record = (): void => {
    if (areas.some(([, requests]) => requests.some(({name}) => !sent.has(name))))
      throw new Error('Nothing is recorded, because not all requests were answered. Run the whole file with --update.');
    for (const [area, requests] of areas) writeRecording(area, requests, answers.get(area) ?? new Map());
  };

  afterAll(() => {
    if ([...answers.values()].some(({size}) => size > 0)) record();
  });

  for (const [area, requests] of areas) {
    describe(area, () => {
      const recording = readRecording(area);
      const ask = sendTogether(requests, (request) => server.ask(request));

      it.each(requests)('$name', async (request) => {
        const answer = await ask(request);
        sent.add(request.name);
        if (request.uncompared === true) return;
        // A young server still has what the recorded one had forgotten.
        if (request.isForgotten === true && answer.status === 200) return;
        const today = alike(answer, ns);
        if (updates()) {
          answers.get(area)?.set(request.name, today);
          return;
        }
        const recorded = recording[request.name];
        if (recorded === undefined) expect.fail(NOT_RECORDED);
        expect(differingFromRecorded(recorded, today)).toEqual([]);
      });
    });
  }
});
