import {defineConfig, type TestProjectInlineConfiguration} from 'vitest/config';
import {COMPILED} from './test/rig/compiled.ts';
import type {GivenCluster} from './test/rig/given-cluster.ts';
import {LongFirst} from './test/rig/long-first.ts';
import {allSuites, suites} from './test/suites.ts';

const ALL = process.env['GANTRY_TESTS'] === 'all';
const files = ALL ? allSuites() : suites();

/** What tests may start besides Node.js: see test/rig/offers.ts. */
const offers = (...names: readonly string[]) => ({
  ...COMPILED,
  GANTRY_TEST_OFFERS: ALL ? 'programs services' : names.join(' '),
});

/** Only Node.js 24 reads `using`: before, Vite makes older syntax of the sources, as the build does. */
const READS_SOURCES = Number(process.versions.node.split('.')[0]) >= 24;

/** One test worker runs many files in one process: no test leaves anything behind in it, and the imports are shared. */
const shared = {
  isolate: false,
  // Node.js runs TypeScript as it is; the detour over Vite costs half of a short run.
  experimental: {viteModuleRunner: !READS_SOURCES},
  // For what hangs; a busy machine is several times slower than a free one.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  maxWorkers: 2,
} as const;

/** A sandbox in each test worker, whose time goes that much faster. Other programs and services live in real time. */
const onSandbox = (speed: number) => {
  const cluster: GivenCluster = {kind: 'up', of: 'sandbox', name: 'the sandbox', lacks: [], signsUsers: false, speed};
  return {...shared, provide: {cluster}} as const;
};

const projects: readonly TestProjectInlineConfiguration[] = [
  {test: {...shared, name: 'unit', include: [...files.unit], env: offers(), sequence: {groupOrder: 0}}},
  {
    test: {
      ...onSandbox(ALL ? 1 : 5),
      // Its tests wait for controllers, leases and other processes for a quarter of their time.
      maxWorkers: 3,
      name: 'sandbox',
      include: [...files.sandbox],
      env: offers(),
      sequence: {groupOrder: 1},
    },
  },
  {
    test: {
      ...shared,
      // Its tests wait for controllers most of the time.
      maxWorkers: 4,
      name: 'cluster',
      include: [...files.cluster],
      env: offers('programs'),
      globalSetup: ['test/rig/control-plane-setup.ts'],
      sequence: {groupOrder: 2},
    },
  },
  {
    test: {
      ...onSandbox(1),
      name: 'programs',
      include: [...files.programs],
      env: offers('programs'),
      sequence: {groupOrder: 3},
    },
  },
  {
    test: {
      ...onSandbox(1),
      // Its tests wait for minutes until a provider of Terraform sees what it has created.
      maxWorkers: 3,
      name: 'services',
      include: [...files.services],
      env: offers('programs', 'services'),
      sequence: {groupOrder: 4},
    },
  },
];

export default defineConfig({
  oxc: {target: `node${process.versions.node}`},
  test: {projects: projects.filter(({test}) => test?.include?.length !== 0), sequence: {sequencer: LongFirst}},
});
