import type {CatalogEntry} from './catalog-entry.ts';

/** The commands for sandboxes. Part of the table in catalog.ts. */
export const OF_SANDBOXES: readonly CatalogEntry[] = [
  {
    path: ['sandbox', 'status'],
    summary: 'show the contents of the sandboxes, and the processes that serve them',
    load: async () => (await import('./commands/sandbox/status.ts')).defineSandboxStatus,
  },
  {
    path: ['sandbox', 'serve'],
    summary: 'keep a sandbox running for other programs, until Ctrl-C',
    load: async () => (await import('./commands/sandbox/serve.ts')).defineSandboxServe,
  },
  {
    path: ['sandbox', 'export'],
    summary: 'print every object of a sandbox',
    load: async () => (await import('./commands/sandbox/export.ts')).defineSandboxExport,
  },
  {
    path: ['sandbox', 'reset'],
    summary: 'delete everything in a sandbox',
    load: async () => (await import('./commands/sandbox/reset.ts')).defineSandboxReset,
  },
];
