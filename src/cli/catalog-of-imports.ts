import type {CatalogEntry} from './catalog-entry.ts';

/** The commands that create stacks from what exists. Part of the table in catalog.ts. */
export const OF_IMPORTS: readonly CatalogEntry[] = [
  {
    path: ['import', 'cluster'],
    summary: 'write a stack from the objects in one or more namespaces of a cluster',
    load: async () => (await import('./commands/import/cluster.ts')).defineImportCluster,
  },
  {
    path: ['import', 'kusion'],
    summary: 'take over workspaces, stacks and releases from Kusion',
    load: async () => (await import('./commands/import/kusion.ts')).defineImportKusion,
  },
  {
    path: ['import', 'helm'],
    summary: 'write a stack from the objects of a Helm release',
    load: async () => (await import('./commands/import/helm.ts')).defineImportHelm,
  },
  {
    path: ['import', 'terraform'],
    summary: 'write a stack from a state of Terraform, and take over the state; no resource is touched',
    load: async () => (await import('./commands/import/terraform.ts')).defineImportTerraform,
  },
];
