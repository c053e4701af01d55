import type {CatalogEntry} from './catalog-entry.ts';

/** The commands for workspaces. Part of the table in catalog.ts. */
export const OF_WORKSPACES: readonly CatalogEntry[] = [
  {
    path: ['workspace', 'create'],
    summary: 'create a workspace for you or for everyone, or a workspace for each Secret that contains a kubeconfig',
    load: async () => (await import('./commands/workspace/create.ts')).defineWorkspaceCreate,
  },
  {
    path: ['workspace', 'update'],
    summary: 'change a workspace that Gantry stores',
    load: async () => (await import('./commands/workspace/update.ts')).defineWorkspaceUpdate,
  },
  {
    path: ['workspace', 'approve'],
    summary: 'sign an approval of a change of a protected workspace, for "workspace update" without a terminal',
    load: async () => (await import('./commands/workspace/approve.ts')).defineWorkspaceApprove,
  },
  {
    path: ['workspace', 'list'],
    summary: 'list the workspaces of the project, of the backend and of yours, and the built-in one',
    load: async () => (await import('./commands/workspace/list.ts')).defineWorkspaceList,
  },
  {
    path: ['workspace', 'show'],
    summary: 'print a workspace with its secrets masked',
    load: async () => (await import('./commands/workspace/show.ts')).defineWorkspaceShow,
  },
  {
    path: ['workspace', 'switch'],
    summary: 'choose the workspace of your terminals, for commands without -w',
    load: async () => (await import('./commands/workspace/switch.ts')).defineWorkspaceSwitch,
  },
  {
    path: ['workspace', 'current'],
    summary: 'show which workspace is used now, and why',
    load: async () => (await import('./commands/workspace/current.ts')).defineWorkspaceCurrent,
  },
  {
    path: ['workspace', 'rename'],
    summary: 'rename a workspace, together with its releases',
    load: async () => (await import('./commands/workspace/rename.ts')).defineWorkspaceRename,
  },
  {
    path: ['workspace', 'delete'],
    summary: 'delete a workspace that has no resources',
    load: async () => (await import('./commands/workspace/delete.ts')).defineWorkspaceDelete,
  },
  {
    path: ['workspace', 'explain'],
    summary: 'show the source of each value of the context, and the values that it shadows',
    load: async () => (await import('./commands/workspace/explain.ts')).defineWorkspaceExplain,
  },
  {
    path: ['workspace', 'check'],
    summary: 'check that clusters can be reached and secrets can be read',
    load: async () => (await import('./commands/workspace/check.ts')).defineWorkspaceCheck,
  },
  {
    path: ['workspace', 'access'],
    summary: 'print the permissions of a role in the backend or the cluster, for an administrator to apply',
    load: async () => (await import('./commands/workspace/access.ts')).defineWorkspaceAccess,
  },
  {
    path: ['workspace', 'export'],
    summary: 'print the stored workspace file, to create the workspace elsewhere',
    load: async () => (await import('./commands/workspace/export.ts')).defineWorkspaceExport,
  },
  {
    path: ['workspace', 'allow'],
    summary: 'allow the access that a workspace of a project or a team requests: secret stores, login programs, …',
    load: async () => (await import('./commands/workspace/allow.ts')).defineWorkspaceAllow,
  },
  {
    path: ['workspace', 'trust'],
    summary: 'pin the workspace to the cluster that its kubeconfig points to now',
    load: async () => (await import('./commands/workspace/trust.ts')).defineWorkspaceTrust,
  },
];
