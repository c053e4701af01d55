import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {alike} from './alike.ts';
import {KNOWN_DIFFERENCES} from './known-differences.ts';
import {differingFromRecorded, NOT_RECORDED, readRecording} from './recording.ts';
import {requestsIn} from './requests.ts';
import {sandbox} from './sandbox.ts';
import {type Server, sendTogether, serverAt} from './server.ts';

const reasons = new Map(KNOWN_DIFFERENCES.flatMap(({reason, requests}) => requests.map((name) => [name, reason])));

// The order of the requests matters: later ones use objects that earlier ones create.
describe('a sandbox answers as the recorded server', () => {
  const ns = 'conformance-sandbox';
  let server: Server;
  let started: Awaited<ReturnType<typeof sandbox>> | undefined;

  beforeAll(async () => {
    started = await sandbox();
    server = serverAt(started);
  });

  afterAll(async () => {
    server?.close();
    await started?.close();
  });

  for (const [area, requests] of Object.entries(requestsIn(ns))) {
    describe(area, () => {
      const recording = readRecording(area);
      const ask = sendTogether(requests, (request) => server.ask(request));

      it.each(requests)('$name', async (request) => {
        const answer = await ask(request);
        if (request.uncompared === true) return;
        const recorded = recording[request.name];
        if (recorded === undefined) expect.fail(NOT_RECORDED);
        const differences = differingFromRecorded(recorded, alike(answer, ns));
        const reason = reasons.get(request.name);
        if (reason === undefined) expect(differences).toEqual([]);
        else expect(differences, `no longer a known difference: ${reason}`).not.toEqual([]);
      });
    });
  }
});
