import type {CatalogEntry} from './catalog-entry.ts';

/** The commands for modules. Part of the table in catalog.ts. */
export const OF_MODULES: readonly CatalogEntry[] = [
  {
    path: ['module', 'init'],
    summary: 'create a module with a test in modules/ of the project',
    load: async () => (await import('./commands/module/init.ts')).defineModuleInit,
  },
  {
    path: ['module', 'list'],
    summary: 'list the built-in modules and those of the workspace: version, place and description',
    load: async () => (await import('./commands/module/list.ts')).defineModuleList,
  },
  {
    path: ['module', 'show'],
    summary:
      'show a module: its place, its fields, who sets each field (application or platform), and its context keys',
    load: async () => (await import('./commands/module/show.ts')).defineModuleShow,
  },
  {
    path: ['module', 'test'],
    summary: 'run the tests of modules: compare the objects of each test, and apply them twice to a new sandbox',
    load: async () => (await import('./commands/module/test.ts')).defineModuleTest,
  },
  {
    path: ['module', 'docs'],
    summary: 'print the documentation of a module as Markdown, from its schemas',
    load: async () => (await import('./commands/module/docs.ts')).defineModuleDocs,
  },
  {
    path: ['module', 'impact'],
    summary: 'show what another version of a module changes in the stacks that use it, without a cluster',
    several: true,
    load: async () => (await import('./commands/module/impact.ts')).defineModuleImpact,
  },
];
