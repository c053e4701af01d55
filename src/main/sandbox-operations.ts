import {basename} from 'node:path';
import type {Clock} from '../ports/clock.ts';
import {serveCluster} from '../sandbox/api/serve-cluster.ts';
import {openPack, type PackFile} from '../sandbox/discovery/pack.ts';
import {exportSandbox} from '../sandbox/run/export-sandbox.ts';
import {holdSandbox} from '../sandbox/run/hold-sandbox.ts';
import {resetSandbox} from '../sandbox/run/reset-sandbox.ts';
import {sandboxStatus} from '../sandbox/run/sandbox-status.ts';
import {sandboxListeners} from './sandbox-listeners.ts';
import type {SandboxOperations} from './sandboxes.ts';

/** Returns the operations on sandboxes. @param packFile returns a file of the recorded API of a real server */
export const sandboxOperations = (packFile: PackFile, clock: Clock): SandboxOperations => ({
  open: (directory, tell) => {
    const {onEvent, onFailure} = sandboxListeners(basename(directory), tell);
    return holdSandbox({
      directory,
      onEvent,
      serve: (store, {identity, ca, token, port}) =>
        serveCluster({store, pack: openPack(packFile), clock, identity, ca, token, port, onFailure}),
    });
  },
  status: async (directory) => sandboxStatus(directory),
  reset: async (directory) => resetSandbox(directory),
  export: async (directory) => exportSandbox(directory),
});
