import {openS3TestBackend, withService} from '../rig/s3.ts';
import {backendContract} from './backend.ts';

for (const service of ['minio', 'minio-plain', 'moto'] as const)
  await withService(service, 'S3', () => {
    backendContract(`s3 on ${service}`, async () => (await openS3TestBackend({service})).open());
  });
