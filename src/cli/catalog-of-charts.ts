import type {CatalogEntry} from './catalog-entry.ts';

/** The commands for Helm charts. Part of the table in catalog.ts. */
export const OF_CHARTS: readonly CatalogEntry[] = [
  {
    path: ['chart', 'search'],
    summary: 'search the charts of the repositories that the project, its stacks and your configuration name',
    load: async () => (await import('./commands/chart/search.ts')).defineChartSearch,
  },
];
