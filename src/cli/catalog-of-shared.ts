import type {CatalogEntry} from './catalog-entry.ts';

/** The commands for shared resources. Part of the table in catalog.ts. */
export const OF_SHARED: readonly CatalogEntry[] = [
  {
    path: ['shared', 'list'],
    summary: 'list the shared resources of a workspace, and the stacks that use them',
    load: async () => (await import('./commands/shared/list.ts')).defineSharedList,
  },
  {
    path: ['shared', 'show'],
    summary: 'show a shared resource: its stack, its users and its values',
    load: async () => (await import('./commands/shared/show.ts')).defineSharedShow,
  },
  {
    path: ['shared', 'graph'],
    summary: 'show which stacks use which shared resources, as a tree or a diagram',
    load: async () => (await import('./commands/shared/graph.ts')).defineSharedGraph,
  },
  {
    path: ['shared', 'add'],
    summary: 'register resources that Gantry only reads, or create a claimed resource',
    load: async () => (await import('./commands/shared/add.ts')).defineSharedAdd,
  },
  {
    path: ['shared', 'apply'],
    summary: 'apply shared stacks; without -s: shared/shared',
    several: true,
    load: async () => (await import('./commands/shared/apply.ts')).defineSharedApply,
  },
  {
    path: ['shared', 'adopt'],
    summary: 'bring an external resource under the management of a shared stack, as it is',
    load: async () => (await import('./commands/shared/adopt.ts')).defineSharedAdopt,
  },
  {
    path: ['shared', 'remove'],
    summary: 'remove the registration of an external resource, or delete a resource created for claims',
    load: async () => (await import('./commands/shared/remove.ts')).defineSharedRemove,
  },
];
