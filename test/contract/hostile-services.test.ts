import {openAzureTestBackend} from '../rig/azurite.ts';
import {openGcsTestBackend} from '../rig/gcs.ts';
import {openS3TestBackend, withService} from '../rig/s3.ts';
import {hostileContract} from './hostile.ts';

const ENDURING = {isSealed: true, timeoutMs: 600_000};

await withService('minio', 'S3', () => {
  hostileContract({kind: 'of S3', make: async () => (await openS3TestBackend({service: 'minio'})).open(), ...ENDURING});
});

await withService('fake-gcs', 'Google Cloud Storage', () => {
  hostileContract({kind: 'of GCS', make: async () => (await openGcsTestBackend()).open(), ...ENDURING});
});

await withService('azurite', 'Azure Blob Storage', () => {
  hostileContract({kind: 'of Azure', make: async () => (await openAzureTestBackend()).open(), ...ENDURING});
});
