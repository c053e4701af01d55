import type {CatalogEntry} from './catalog-entry.ts';

/** The environments that stacks are applied to. Part of the table in catalog.ts. */
export const OF_WORKSPACES: readonly CatalogEntry[] = [
  {
    path: ['workspace', 'create'],
    summary: 'keep a workspace in the backend, or one for each Secret with a kubeconfig',
    load: async () => (await import('./commands/workspace/create.ts')).defineWorkspaceCreate,
  },
  {
    path: ['workspace', 'update'],
    summary: 'change a workspace that the backend keeps',
    load: async () => (await import('./commands/workspace/update.ts')).defineWorkspaceUpdate,
  },
  {
    path: ['workspace', 'list'],
    summary: 'the workspaces that are known here',
    load: async () => (await import('./commands/workspace/list.ts')).defineWorkspaceList,
  },
  {
    path: ['workspace', 'show'],
    summary: 'the workspace as it is written, secrets masked',
    load: async () => (await import('./commands/workspace/show.ts')).defineWorkspaceShow,
  },
  {
    path: ['workspace', 'switch'],
    summary: 'choose the workspace for your terminal sessions',
    load: async () => (await import('./commands/workspace/switch.ts')).defineWorkspaceSwitch,
  },
  {
    path: ['workspace', 'current'],
    summary: 'which workspace is used now, and why',
    load: async () => (await import('./commands/workspace/current.ts')).defineWorkspaceCurrent,
  },
  {
    path: ['workspace', 'rename'],
    summary: 'give a workspace another name, with its releases',
    load: async () => (await import('./commands/workspace/rename.ts')).defineWorkspaceRename,
  },
  {
    path: ['workspace', 'delete'],
    summary: 'remove a workspace that holds nothing',
    load: async () => (await import('./commands/workspace/delete.ts')).defineWorkspaceDelete,
  },
  {
    path: ['workspace', 'explain'],
    summary: 'where each value of the context comes from and what it shadows',
    load: async () => (await import('./commands/workspace/explain.ts')).defineWorkspaceExplain,
  },
  {
    path: ['workspace', 'check'],
    summary: 'whether workspaces lead to their clusters, and their secrets can be read',
    load: async () => (await import('./commands/workspace/check.ts')).defineWorkspaceCheck,
  },
  {
    path: ['workspace', 'export'],
    summary: 'the workspace file as it is stored, to be created again elsewhere',
    load: async () => (await import('./commands/workspace/export.ts')).defineWorkspaceExport,
  },
  {
    path: ['workspace', 'allow'],
    summary: 'let a workspace that others wrote do what it wants on this machine',
    load: async () => (await import('./commands/workspace/allow.ts')).defineWorkspaceAllow,
  },
  {
    path: ['workspace', 'trust'],
    summary: 'bind the workspace to the cluster that it leads to now',
    load: async () => (await import('./commands/workspace/trust.ts')).defineWorkspaceTrust,
  },
];
