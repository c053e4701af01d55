import type {CatalogEntry} from './catalog-entry.ts';

/** What stands in for KUBECONFIG, and who one is to a cluster. Part of the table in catalog.ts. */
export const OF_PROGRAMS: readonly CatalogEntry[] = [
  {
    path: ['exec'],
    summary: 'run a command with the cluster and the keys of the workspace',
    load: async () => (await import('./commands/program/exec.ts')).defineExec,
  },
  {
    path: ['shell'],
    summary: 'open a shell in the workspace, its name in the prompt',
    load: async () => (await import('./commands/program/shell.ts')).defineShell,
  },
  {
    path: ['env'],
    summary: 'print the variables of the workspace for your shell: eval "$(gantry env)"',
    load: async () => (await import('./commands/program/env.ts')).defineEnv,
  },
  {
    path: ['kubeconfig'],
    summary: 'give the cluster of the workspace to kubectl, helm and others',
    load: async () => (await import('./commands/program/kubeconfig.ts')).defineKubeconfig,
  },
  {
    path: ['credential'],
    summary: 'log in for a kubeconfig that asks Gantry (an exec plugin)',
    load: async () => (await import('./commands/program/credential.ts')).defineCredential,
  },
  {
    path: ['completion'],
    summary: 'print what completes the words of Gantry in your shell',
    load: async () => (await import('./commands/program/completion.ts')).defineCompletion,
  },
  {
    path: ['login'],
    summary: 'log in, where the cluster of the workspace asks who you are yourself',
    load: async () => (await import('./commands/identity/login.ts')).defineLogin,
  },
  {
    path: ['logout'],
    summary: 'forget a login, here and at the provider',
    load: async () => (await import('./commands/identity/logout.ts')).defineLogout,
  },
  {
    path: ['whoami'],
    summary: 'as whom the cluster of the workspace knows you, by what, and until when',
    load: async () => (await import('./commands/identity/whoami.ts')).defineWhoAmI,
  },
  {
    path: ['can-i'],
    summary: 'whether the cluster of the workspace allows you something (0 yes, 1 no)',
    load: async () => (await import('./commands/identity/can-i.ts')).defineCanI,
  },
];
