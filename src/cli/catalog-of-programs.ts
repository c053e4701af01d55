import type {CatalogEntry} from './catalog-entry.ts';

/** The commands for other programs, and for the user's identity in a cluster. Part of the table in catalog.ts. */
export const OF_PROGRAMS: readonly CatalogEntry[] = [
  {
    path: ['exec'],
    summary: 'run a command with the kubeconfig and the provider keys (such as AWS_REGION) of the workspace',
    load: async () => (await import('./commands/program/exec.ts')).defineExec,
  },
  {
    path: ['shell'],
    summary: 'open a shell for the workspace, with the name of the workspace in the prompt',
    load: async () => (await import('./commands/program/shell.ts')).defineShell,
  },
  {
    path: ['env'],
    summary: 'print the environment variables of the workspace for your shell: eval "$(gantry env)"',
    load: async () => (await import('./commands/program/env.ts')).defineEnv,
  },
  {
    path: ['kubeconfig'],
    summary: 'print or merge a kubeconfig of the workspace, for kubectl, helm and others',
    load: async () => (await import('./commands/program/kubeconfig.ts')).defineKubeconfig,
  },
  {
    path: ['credential'],
    summary: 'print a cluster credential for kubectl (as an exec plugin, see "gantry kubeconfig --exec")',
    load: async () => (await import('./commands/program/credential.ts')).defineCredential,
  },
  {
    path: ['terraform'],
    summary: 'run a command of terraform that reads the state of the stack, such as "state list"',
    load: async () => (await import('./commands/program/terraform.ts')).defineTerraform,
  },
  {
    path: ['completion'],
    summary: 'print the completion script for your shell',
    load: async () => (await import('./commands/program/completion.ts')).defineCompletion,
  },
  {
    path: ['login'],
    summary: 'log in to the identity provider of the workspace',
    load: async () => (await import('./commands/identity/login.ts')).defineLogin,
  },
  {
    path: ['logout'],
    summary: 'end the login of the workspace, on this machine and at the identity provider',
    load: async () => (await import('./commands/identity/logout.ts')).defineLogout,
  },
  {
    path: ['whoami'],
    summary: 'show your identity in the cluster, its source and its expiry',
    load: async () => (await import('./commands/identity/whoami.ts')).defineWhoAmI,
  },
  {
    path: ['can-i'],
    summary: 'check whether the cluster allows you an action (exit code 0: yes, 1: no)',
    load: async () => (await import('./commands/identity/can-i.ts')).defineCanI,
  },
];
