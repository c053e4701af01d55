import type {Deps} from '../app/deps.ts';

const needs = async () => (await import('../app/secret/needs-of-workspace.ts')).needsOfWorkspace;

/** The environment and the kubeconfig of workspaces. Their code is loaded at the first use. */
export const workspaceOf: Deps['workspaceOf'] = {
  environment: async (...request) => (await needs()).environment(...request),
  kubeconfig: async (...request) => (await needs()).kubeconfig(...request),
};
