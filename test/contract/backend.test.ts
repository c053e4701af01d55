import {kubernetesBackend} from '../../src/adapters/kubernetes/backend/kubernetes-backend.ts';
import {localBackend} from '../../src/adapters/local/backend/local-backend.ts';
import {localDescriptor} from '../../src/adapters/local/backend/local-descriptor.ts';
import {systemClock} from '../../src/adapters/local/clock/system-clock.ts';
import {memoryBackend} from '../rig/memory-backend.ts';
import {memorySecrets} from '../rig/memory-secrets.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {accessTrialContract} from './access-trial.ts';
import {backendContract} from './backend.ts';

backendContract('memory', async () => memoryBackend());
backendContract('local', async () => localBackend({directory: await scratchDirectory()}));
accessTrialContract(
  'local',
  async () => localBackend({directory: await scratchDirectory()}),
  localDescriptor.accessTrial,
);
backendContract('kubernetes, its server a fake', async () =>
  kubernetesBackend({secrets: memorySecrets(), clock: systemClock, workspace: 'test'}),
);
