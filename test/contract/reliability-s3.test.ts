import {readFileSync} from 'node:fs';
import {onTestFinished} from 'vitest';
import {PATIENCE} from '../../src/lib/attempts.ts';
import {startFaultProxy} from '../rig/fault-proxy.ts';
import {openS3TestBackend, withService} from '../rig/s3.ts';
import {acquireService} from '../services/for-tests.ts';
import {backendReliability} from './reliability.ts';

const ERRORS: Readonly<Record<number, string>> = {500: 'InternalError', 504: 'GatewayTimeout'};

for (const service of ['minio', 'moto'] as const)
  await withService(service, 'S3 behind a failing proxy', () => {
    backendReliability(`s3 on ${service}`, async (faults) => {
      const acquired = await acquireService(service);
      if (acquired.kind === 'missing') throw new Error(acquired.reason);
      const {endpoint, caFile} = acquired.service;
      const proxy = await startFaultProxy({
        to: endpoint,
        ...(caFile === undefined ? {} : {tls: {ca: readFileSync(caFile, 'utf8')}}),
        speaks: 'http',
        faults,
        errorBody: (status) => ({
          type: 'application/xml',
          text: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${ERRORS[status]}</Code><Message>the proxy says so</Message></Error>`,
        }),
        skewMs: 60_000,
      });
      onTestFinished(proxy.close);
      const bucket = await openS3TestBackend({service, through: proxy.url});
      return {client: () => bucket.open(), attempts: PATIENCE.attempts};
    });
  });
