import type {CatalogEntry} from './catalog-entry.ts';

/** The commands for Helm charts. Part of the table in catalog.ts. */
export const OF_CHARTS: readonly CatalogEntry[] = [
  {
    path: ['chart', 'search'],
    summary: 'search the charts of the repositories that the project, its stacks and your configuration name',
    load: async () => (await import('./commands/chart/search.ts')).defineChartSearch,
  },
  {
    path: ['chart', 'show'],
    summary: 'show the versions, dependencies, CRDs, images, README and default values of a chart',
    load: async () => (await import('./commands/chart/show.ts')).defineChartShow,
  },
  {
    path: ['chart', 'add'],
    summary: 'add a chart to stack.yaml with a file for its values, lock it, and show what apply would do',
    load: async () => (await import('./commands/chart/add.ts')).defineChartAdd,
  },
  {
    path: ['chart', 'values'],
    summary: 'print the merged values of a chart with the place that set each, secrets masked',
    load: async () => (await import('./commands/chart/values.ts')).defineChartValues,
  },
  {
    path: ['chart', 'outdated'],
    summary: 'list the charts of all stacks of the project with their newest versions',
    load: async () => (await import('./commands/chart/outdated.ts')).defineChartOutdated,
  },
  {
    path: ['chart', 'lock'],
    summary:
      'write the versions and digests of charts, modules and Terraform providers, and the version and APIs of the cluster, to charts.lock.yaml',
    load: async () => (await import('./commands/chart/lock.ts')).defineChartLock,
  },
  {
    path: ['chart', 'vendor'],
    summary: 'copy the locked charts into the project, so that builds need no network',
    load: async () => (await import('./commands/chart/vendor.ts')).defineChartVendor,
  },
];
