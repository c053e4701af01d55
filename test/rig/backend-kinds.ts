import {kubernetesBackend} from '../../src/adapters/kubernetes/backend/kubernetes-backend.ts';
import {localBackend} from '../../src/adapters/local/backend/local-backend.ts';
import {systemClock} from '../../src/adapters/local/clock/system-clock.ts';
import type {Backend} from '../../src/ports/backend.ts';
import {fakeS3} from './fake-s3.ts';
import {backendOn} from './fake-s3-backend.ts';
import {memorySecrets} from './memory-secrets.ts';
import {scratchDirectory} from './scratch.ts';

/** The kinds of backends that the contract is tested on, each empty and in this process. */
export const BACKEND_KINDS = [
  {kind: 'in a directory', make: async (): Promise<Backend> => localBackend({directory: await scratchDirectory()})},
  {
    kind: 'in Secrets',
    make: async (): Promise<Backend> =>
      kubernetesBackend({secrets: memorySecrets(), clock: systemClock, workspace: 'test'}),
  },
  {kind: 'in a bucket', make: async (): Promise<Backend> => backendOn(await fakeS3())},
] as const;
