import {globSync, readFileSync} from 'node:fs';
import {defineConfig} from 'vitest/config';

/** All suites that say themselves that they run on whatever cluster is given. */
const onEitherCluster = globSync('test/e2e/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes('onCluster('),
);

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // No test of this project leaves anything behind in its process; a worker for each file would double the time.
          isolate: false,
          include: ['test/{unit,contract,golden,arch,cli}/**/*.test.ts'],
          // For what hangs; a busy machine is several times slower than a free one.
          testTimeout: 60_000,
          sequence: {groupOrder: 0},
        },
      },
      {
        // On the real control plane, which is started once for all files.
        test: {
          name: 'e2e',
          include: ['test/{e2e,controlplane,docs,conformance}/**/*.test.ts'],
          globalSetup: ['test/rig/control-plane-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // They mostly wait for controllers: one at a time leaves the cores idle.
          maxWorkers: 2,
          sequence: {groupOrder: 1},
        },
      },
      {
        // The same suites on the embedded cluster.
        test: {
          name: 'sandbox',
          include: onEitherCluster,
          globalSetup: ['test/rig/sandbox-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // One more than there are cores: the server is one of the processes, and the suites wait for locks and leases, too.
          maxWorkers: 3,
          sequence: {groupOrder: 2},
        },
      },
    ],
  },
});
