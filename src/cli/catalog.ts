import type {CatalogEntry} from './catalog-entry.ts';
import {OF_CHARTS} from './catalog-of-charts.ts';
import {OF_IMPORTS} from './catalog-of-imports.ts';
import {OF_MODULES} from './catalog-of-modules.ts';
import {OF_PROGRAMS} from './catalog-of-programs.ts';
import {OF_RELEASES} from './catalog-of-releases.ts';
import {OF_SANDBOXES} from './catalog-of-sandboxes.ts';
import {OF_SHARED} from './catalog-of-shared.ts';
import {OF_WORKSPACES} from './catalog-of-workspaces.ts';

export type {CatalogEntry, Define} from './catalog-entry.ts';

/** A command with subcommands. `gantry --help` prints the summary. */
export type Group = {readonly name: string; readonly alias?: string; readonly summary: string};

/** All groups, in the order of the help. */
export const GROUPS: readonly Group[] = [
  {name: 'workspace', alias: 'ws', summary: 'the environments that stacks are applied to'},
  {name: 'release', summary: 'the record of what was applied, when and by whom'},
  {name: 'resource', summary: 'the resources of a stack in a workspace'},
  {name: 'shared', summary: 'the resources of a workspace that several projects use'},
  {name: 'stack', summary: 'a stack in all its workspaces'},
  {name: 'project', summary: 'a project with all its stacks'},
  {name: 'chart', summary: 'Helm charts: find them, and keep those of stacks up to date'},
  {name: 'module', summary: 'modules of applications: write, test and describe them'},
  {name: 'set', summary: 'change values in stack.yaml'},
  {name: 'backend', summary: 'the storage of workspaces, releases and locks'},
  {name: 'sandbox', summary: 'the built-in Kubernetes API server, for trying things out'},
  {name: 'config', summary: 'your own configuration, for all projects on this machine'},
  {name: 'import', summary: 'create stacks from existing objects, Helm releases, Terraform states or Kusion'},
];

/** Every command, in the order of the help. Help, parsing and loading all use this table. */
export const CATALOG: readonly CatalogEntry[] = [
  {
    path: ['init'],
    summary: 'create a project and a stack in a directory',
    load: async () => (await import('./commands/stack/init.ts')).defineInit,
  },
  {
    path: ['build'],
    summary: "print the stack's resources, without contacting a cluster",
    several: true,
    load: async () => (await import('./commands/stack/build.ts')).defineBuild,
  },
  {
    path: ['validate'],
    summary: "check the stack's files and report all problems at once",
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
    summary: 'show the changes, ask for confirmation, apply them, wait until the resources are ready, record a release',
    several: true,
    load: async () => (await import('./commands/stack/apply.ts')).defineApply,
  },
  {
    path: ['approve'],
    summary: 'sign an approval of a saved plan, for an apply to a protected workspace without a terminal',
    load: async () => (await import('./commands/stack/approve.ts')).defineApprove,
  },
  {
    path: ['promote'],
    summary: 'apply the images of the last successful release of one workspace to another, by digest',
    load: async () => (await import('./commands/stack/promote.ts')).definePromote,
  },
  {
    path: ['destroy'],
    summary: "delete the stack's objects from the cluster of the workspace",
    several: true,
    load: async () => (await import('./commands/stack/destroy.ts')).defineDestroy,
  },
  {
    path: ['drift'],
    summary: 'show the changes that others made in the cluster since the last release',
    several: true,
    load: async () => (await import('./commands/stack/drift.ts')).defineDrift,
  },
  {
    path: ['diff'],
    summary: 'compare a stack in two workspaces: what its files make, or its last successful releases',
    workspaces: 2,
    load: async () => (await import('./commands/stack/diff.ts')).defineDiff,
  },
  {
    path: ['status'],
    summary: 'show the health of the resources of the last release',
    several: true,
    load: async () => (await import('./commands/stack/status.ts')).defineStatus,
  },
  {
    path: ['report'],
    summary: 'show all stacks in all workspaces: release, health, drift, images and plan, also as an HTML page',
    several: true,
    workspaces: 'any',
    load: async () => (await import('./commands/stack/report.ts')).defineReport,
  },
  {
    path: ['logs'],
    summary: "print the logs of the stack's pods, merged by time",
    load: async () => (await import('./commands/stack/logs.ts')).defineLogs,
  },
  {
    path: ['wait'],
    summary: 'wait until the resources of the last release are ready',
    load: async () => (await import('./commands/stack/wait.ts')).defineWait,
  },
  {
    path: ['test'],
    summary: 'run the tests of the charts of the stack (their test hooks), and show the results',
    load: async () => (await import('./commands/stack/test.ts')).defineTest,
  },
  {
    path: ['why'],
    summary:
      'explain why a resource changes and what it waits for, or where one of its values comes from and who owns it',
    load: async () => (await import('./commands/stack/why.ts')).defineWhy,
  },
  {
    path: ['set', 'image'],
    summary: 'set images in stack.yaml, for every workspace or with -w for one, and keep its comments',
    load: async () => (await import('./commands/set/image.ts')).defineSetImage,
  },
  ...OF_CHARTS,
  ...OF_MODULES,
  {
    path: ['stack', 'rename'],
    summary: 'rename a stack, with its releases in every workspace and the files that name it',
    load: async () => (await import('./commands/stack/rename.ts')).defineStackRename,
  },
  {
    path: ['project', 'rename'],
    summary: 'rename a project, with the releases of its stacks and the files that name it',
    load: async () => (await import('./commands/project/rename.ts')).defineProjectRename,
  },
  {
    path: ['doctor'],
    summary: 'check this machine, the backend and the current workspace',
    load: async () => (await import('./commands/doctor.ts')).defineDoctor,
  },
  {
    path: ['explain'],
    summary: 'describe the fields of project.yaml, stack.yaml and other files, for example stack.images',
    load: async () => (await import('./commands/explain.ts')).defineExplain,
  },
  ...OF_PROGRAMS,
  ...OF_WORKSPACES,
  ...OF_RELEASES,
  {
    path: ['output'],
    summary: 'show the outputs of the Terraform code of a stack',
    load: async () => (await import('./commands/resource/output.ts')).defineOutput,
  },
  {
    path: ['resource', 'list'],
    summary: 'list the resources of the last release',
    load: async () => (await import('./commands/resource/list.ts')).defineResourceList,
  },
  {
    path: ['resource', 'show'],
    summary: 'show one resource of the last release',
    load: async () => (await import('./commands/resource/show.ts')).defineResourceShow,
  },
  {
    path: ['resource', 'graph'],
    summary: 'show the dependencies between resources and their reasons, as a tree or a diagram',
    load: async () => (await import('./commands/resource/graph.ts')).defineResourceGraph,
  },
  {
    path: ['resource', 'import'],
    summary: 'take ownership of live objects that the files declare, without changing the objects',
    load: async () => (await import('./commands/resource/import.ts')).defineResourceImport,
  },
  {
    path: ['resource', 'forget'],
    summary: 'remove resources from the stack and keep their objects in the cluster',
    load: async () => (await import('./commands/resource/forget.ts')).defineResourceForget,
  },
  ...OF_SHARED,
  ...OF_IMPORTS,
  {
    path: ['backend', 'backup'],
    summary: 'write all data of a backend to one file',
    load: async () => (await import('./commands/backend/backup.ts')).defineBackendBackup,
  },
  {
    path: ['backend', 'restore'],
    summary: 'restore a backend from a backup',
    load: async () => (await import('./commands/backend/restore.ts')).defineBackendRestore,
  },
  {
    path: ['backend', 'migrate'],
    summary: 'move all data of one backend to another',
    load: async () => (await import('./commands/backend/migrate.ts')).defineBackendMigrate,
  },
  {
    path: ['backend', 'rekey'],
    summary: 'seal a backend, or give it a new data key',
    load: async () => (await import('./commands/backend/rekey.ts')).defineBackendRekey,
  },
  {
    path: ['backend', 'verify'],
    summary: 'check every document of a backend',
    load: async () => (await import('./commands/backend/verify.ts')).defineBackendVerify,
  },
  ...OF_SANDBOXES,
  {
    path: ['config', 'list'],
    summary: 'list your configuration, and the backend that is used here',
    load: async () => (await import('./commands/config/list.ts')).defineConfigList,
  },
  {
    path: ['config', 'get'],
    summary: 'print a value of your configuration',
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
