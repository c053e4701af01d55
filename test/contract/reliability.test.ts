import {localBackend} from '../../src/adapters/local/backend/local-backend.ts';
import {memoryBackend} from '../rig/memory-backend.ts';
import {faultyBackend} from '../rig/reliability/faulty-backend.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {backendReliability} from './reliability.ts';

backendReliability('memory', async (faults) => {
  const memory = memoryBackend();
  return {client: async () => faultyBackend(memory, faults)};
});

backendReliability('local', async (faults) => {
  const directory = await scratchDirectory();
  return {client: async () => faultyBackend(localBackend({directory}), faults)};
});
