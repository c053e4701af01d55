import {mkdtemp} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {kubernetesBackend} from '../../src/adapters/backends/kubernetes/kubernetes-backend.ts';
import {localBackend} from '../../src/adapters/backends/local/local-backend.ts';
import {systemClock} from '../../src/adapters/clock/system-clock.ts';
import {memoryBackend} from '../rig/memory-backend.ts';
import {memorySecrets} from '../rig/memory-secrets.ts';
import {backendContract} from './backend.ts';

backendContract('memory', async () => memoryBackend());
backendContract('local', async () => localBackend({directory: await mkdtemp(join(tmpdir(), 'gantry-backend-'))}));
backendContract('kubernetes, its server a fake', async () =>
  kubernetesBackend({secrets: memorySecrets(), clock: systemClock, workspace: 'test'}),
);
