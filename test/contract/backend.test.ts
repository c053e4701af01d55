import {mkdtemp} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {localBackend} from '../../src/adapters/backends/local/local-backend.ts';
import {memoryBackend} from '../rig/memory-backend.ts';
import {backendContract} from './backend.ts';

backendContract('memory', async () => memoryBackend());
backendContract('local', async () => localBackend({directory: await mkdtemp(join(tmpdir(), 'gantry-backend-'))}));
