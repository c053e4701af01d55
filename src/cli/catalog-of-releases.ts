import type {CatalogEntry} from './catalog-entry.ts';

/** The commands for releases. Part of the table in catalog.ts. */
export const OF_RELEASES: readonly CatalogEntry[] = [
  {
    path: ['release', 'list'],
    summary: 'list the releases of the stack in the workspace, newest first',
    load: async () => (await import('./commands/release/list.ts')).defineReleaseList,
  },
  {
    path: ['release', 'log'],
    summary: 'show the change log of the stack in the workspace: time, changes, commit and author',
    load: async () => (await import('./commands/release/log.ts')).defineReleaseLog,
  },
  {
    path: ['release', 'show'],
    summary: 'show one release, by default the last one',
    load: async () => (await import('./commands/release/show.ts')).defineReleaseShow,
  },
  {
    path: ['release', 'diff'],
    summary: 'show the differences between two releases, field by field',
    load: async () => (await import('./commands/release/diff.ts')).defineReleaseDiff,
  },
  {
    path: ['release', 'rollback'],
    summary: 'go back to an earlier release: show the changes, ask for confirmation, apply them as a new release',
    load: async () => (await import('./commands/release/rollback.ts')).defineReleaseRollback,
  },
  {
    path: ['release', 'prune'],
    summary: 'delete old releases; those that a rollback or the next apply needs are kept',
    load: async () => (await import('./commands/release/prune.ts')).defineReleasePrune,
  },
  {
    path: ['release', 'verify'],
    summary: 'verify a release history: digests, MACs, signatures, and that each release names the one before it',
    load: async () => (await import('./commands/release/verify.ts')).defineReleaseVerify,
  },
  {
    path: ['release', 'rebuild'],
    summary: 'rebuild the last release from the objects in the cluster, after the backend was lost or damaged',
    load: async () => (await import('./commands/release/rebuild.ts')).defineReleaseRebuild,
  },
  {
    path: ['release', 'unlock'],
    summary: 'free the lock of a dead run',
    load: async () => (await import('./commands/release/unlock.ts')).defineReleaseUnlock,
  },
];
