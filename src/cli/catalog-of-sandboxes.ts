import type {CatalogEntry} from './catalog-entry.ts';

/** The clusters that need none. Part of the table in catalog.ts. */
export const OF_SANDBOXES: readonly CatalogEntry[] = [
  {
    path: ['sandbox', 'status'],
    summary: 'what the sandboxes hold, and who serves them now',
    load: async () => (await import('./commands/sandbox/status.ts')).defineSandboxStatus,
  },
  {
    path: ['sandbox', 'serve'],
    summary: 'keep a sandbox up for other programs, until Ctrl-C',
    load: async () => (await import('./commands/sandbox/serve.ts')).defineSandboxServe,
  },
  {
    path: ['sandbox', 'export'],
    summary: 'print every object that a sandbox holds',
    load: async () => (await import('./commands/sandbox/export.ts')).defineSandboxExport,
  },
  {
    path: ['sandbox', 'reset'],
    summary: 'empty a sandbox: what it held is gone',
    load: async () => (await import('./commands/sandbox/reset.ts')).defineSandboxReset,
  },
];
