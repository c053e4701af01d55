import {defineConfig} from 'vitest/config';

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
          include: ['test/{e2e,controlplane,docs}/**/*.test.ts'],
          globalSetup: ['test/rig/control-plane-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // They mostly wait for controllers: one at a time leaves the cores idle.
          maxWorkers: 2,
          sequence: {groupOrder: 1},
        },
      },
    ],
  },
});
