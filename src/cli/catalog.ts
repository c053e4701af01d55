import type {CatalogEntry} from './catalog-entry.ts';
import {OF_PROGRAMS} from './catalog-of-programs.ts';
import {OF_SANDBOXES} from './catalog-of-sandboxes.ts';
import {OF_WORKSPACES} from './catalog-of-workspaces.ts';

export type {CatalogEntry, Define} from './catalog-entry.ts';

/** A command with subcommands; the summary is for `gantry --help`. */
export type Group = {readonly name: string; readonly alias?: string; readonly summary: string};

/** All groups, in the order of the help. */
export const GROUPS: readonly Group[] = [
  {name: 'workspace', alias: 'ws', summary: 'the environments that stacks are applied to'},
  {name: 'release', summary: 'what was applied, when and by whom'},
  {name: 'resource', summary: 'what a stack holds in a workspace'},
  {name: 'backend', summary: 'where workspaces, releases and locks are kept'},
  {name: 'sandbox', summary: 'the Kubernetes that Gantry itself is, to try things out'},
  {name: 'config', summary: 'what you want wherever you run Gantry'},
  {name: 'import', summary: 'a stack of what is there already'},
];

/** Every command, in the order in which help lists them. Help, parsing and loading are made from this one table. */
export const CATALOG: readonly CatalogEntry[] = [
  {
    path: ['init'],
    summary: 'start a project and a stack in a directory',
    load: async () => (await import('./commands/stack/init.ts')).defineInit,
  },
  {
    path: ['build'],
    summary: "print the stack's resources, without a cluster",
    several: true,
    load: async () => (await import('./commands/stack/build.ts')).defineBuild,
  },
  {
    path: ['validate'],
    summary: "check the stack's files, all problems at once",
    several: true,
    load: async () => (await import('./commands/stack/validate.ts')).defineValidate,
  },
  {
    path: ['preview'],
    summary: 'show exactly what apply would do, and why',
    several: true,
    load: async () => (await import('./commands/stack/preview.ts')).definePreview,
  },
  {
    path: ['apply'],
    summary: 'show the change, ask, apply it, wait, record the release',
    several: true,
    load: async () => (await import('./commands/stack/apply.ts')).defineApply,
  },
  {
    path: ['destroy'],
    summary: 'delete what the stack holds in the workspace',
    several: true,
    load: async () => (await import('./commands/stack/destroy.ts')).defineDestroy,
  },
  {
    path: ['drift'],
    summary: 'what somebody changed in the cluster since the last release',
    several: true,
    load: async () => (await import('./commands/stack/drift.ts')).defineDrift,
  },
  {
    path: ['status'],
    summary: 'the health of what the last release left, on one screen',
    several: true,
    load: async () => (await import('./commands/stack/status.ts')).defineStatus,
  },
  {
    path: ['logs'],
    summary: "what the stack's pods write, merged by time",
    load: async () => (await import('./commands/stack/logs.ts')).defineLogs,
  },
  {
    path: ['wait'],
    summary: 'wait until what the last release left is ready',
    load: async () => (await import('./commands/stack/wait.ts')).defineWait,
  },
  {
    path: ['why'],
    summary: 'where a value comes from, who owns it, why it changes, what it waits for',
    load: async () => (await import('./commands/stack/why.ts')).defineWhy,
  },
  {
    path: ['doctor'],
    summary: 'check the machine, the backend and the current workspace',
    load: async () => (await import('./commands/doctor.ts')).defineDoctor,
  },
  {
    path: ['explain'],
    summary: 'describe a field of the files: stack.images, workspace.context',
    load: async () => (await import('./commands/explain.ts')).defineExplain,
  },
  ...OF_PROGRAMS,
  ...OF_WORKSPACES,
  {
    path: ['release', 'list'],
    summary: 'the releases of the stack in the workspace, newest first',
    load: async () => (await import('./commands/release/list.ts')).defineReleaseList,
  },
  {
    path: ['release', 'log'],
    summary: 'what happened to the stack in the workspace, one line each: who, of which commit, what changed',
    load: async () => (await import('./commands/release/log.ts')).defineReleaseLog,
  },
  {
    path: ['release', 'show'],
    summary: 'one release; default: the last',
    load: async () => (await import('./commands/release/show.ts')).defineReleaseShow,
  },
  {
    path: ['release', 'diff'],
    summary: 'what differs between two releases, field by field',
    load: async () => (await import('./commands/release/diff.ts')).defineReleaseDiff,
  },
  {
    path: ['release', 'rollback'],
    summary: 'show what going back to an earlier release changes, ask, apply it as a new release',
    load: async () => (await import('./commands/release/rollback.ts')).defineReleaseRollback,
  },
  {
    path: ['release', 'prune'],
    summary: 'delete old releases, but none that is needed',
    load: async () => (await import('./commands/release/prune.ts')).defineReleasePrune,
  },
  {
    path: ['release', 'rebuild'],
    summary: 'make a release of what the cluster has, when the backend was lost or damaged',
    load: async () => (await import('./commands/release/rebuild.ts')).defineReleaseRebuild,
  },
  {
    path: ['release', 'unlock'],
    summary: 'free the lock that a dead run left',
    load: async () => (await import('./commands/release/unlock.ts')).defineReleaseUnlock,
  },
  {
    path: ['resource', 'list'],
    summary: 'what the last release left',
    load: async () => (await import('./commands/resource/list.ts')).defineResourceList,
  },
  {
    path: ['resource', 'show'],
    summary: 'one resource of the last release',
    load: async () => (await import('./commands/resource/show.ts')).defineResourceShow,
  },
  {
    path: ['resource', 'graph'],
    summary: 'which resource needs which, and why, as a tree or a diagram',
    load: async () => (await import('./commands/resource/graph.ts')).defineResourceGraph,
  },
  {
    path: ['resource', 'import'],
    summary: 'live objects that the files declare join the stack as they are',
    load: async () => (await import('./commands/resource/import.ts')).defineResourceImport,
  },
  {
    path: ['resource', 'forget'],
    summary: 'let go of resources: their objects stay, the stack no longer knows them',
    load: async () => (await import('./commands/resource/forget.ts')).defineResourceForget,
  },
  {
    path: ['import', 'cluster'],
    summary: 'write manifests of what runs in namespaces of the workspace',
    load: async () => (await import('./commands/import/cluster.ts')).defineImportCluster,
  },
  {
    path: ['import', 'kusion'],
    summary: 'take over what Kusion keeps: workspaces, stacks, releases with their state',
    load: async () => (await import('./commands/import/kusion.ts')).defineImportKusion,
  },
  {
    path: ['import', 'helm'],
    summary: 'write a stack of what a Helm release holds',
    load: async () => (await import('./commands/import/helm.ts')).defineImportHelm,
  },
  {
    path: ['backend', 'migrate'],
    summary: 'move everything that one backend keeps to another',
    load: async () => (await import('./commands/backend/migrate.ts')).defineBackendMigrate,
  },
  ...OF_SANDBOXES,
  {
    path: ['config', 'list'],
    summary: 'your configuration, and the backend that is used here',
    load: async () => (await import('./commands/config/list.ts')).defineConfigList,
  },
  {
    path: ['config', 'get'],
    summary: 'one value of your configuration',
    load: async () => (await import('./commands/config/get.ts')).defineConfigGet,
  },
  {
    path: ['config', 'set'],
    summary: 'set a value of your configuration',
    load: async () => (await import('./commands/config/set.ts')).defineConfigSet,
  },
  {
    path: ['config', 'unset'],
    summary: 'remove a value of your configuration',
    load: async () => (await import('./commands/config/unset.ts')).defineConfigUnset,
  },
];
