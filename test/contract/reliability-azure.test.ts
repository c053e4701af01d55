import {readFileSync} from 'node:fs';
import {onTestFinished} from 'vitest';
import {PATIENCE} from '../../src/lib/attempts.ts';
import {openAzureTestBackend} from '../rig/azurite.ts';
import {startFaultProxy} from '../rig/fault-proxy.ts';
import {withService} from '../rig/s3.ts';
import {acquireService} from '../services/for-tests.ts';
import {backendReliability} from './reliability.ts';

await withService('azurite', 'Azure Blob Storage behind a failing proxy', () => {
  backendReliability('Azure Blob on an emulator', async (faults) => {
    const acquired = await acquireService('azurite');
    if (acquired.kind === 'missing') throw new Error(acquired.reason);
    const {endpoint, caFile = ''} = acquired.service;
    const proxy = await startFaultProxy({
      to: endpoint,
      tls: {ca: readFileSync(caFile, 'utf8')},
      speaks: 'http',
      faults,
      errorBody: (status) => ({
        type: 'application/json',
        text: JSON.stringify({error: {code: status, message: 'the proxy says so'}}),
      }),
      skewMs: 60_000,
    });
    onTestFinished(proxy.close);
    const container = await openAzureTestBackend({through: proxy.url});
    return {client: async () => container.open(), attempts: PATIENCE.attempts};
  });
});
