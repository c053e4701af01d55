import type {NewFile} from './write-new-files.ts';

/** The workspace that `gantry init` writes. */
export const SAMPLE_WORKSPACE: NewFile = {
  path: 'workspaces/dev.yaml',
  text: `# A workspace connects to one cluster: \`gantry preview -w dev\` shows what would change in it.
name: dev
context:
  kubeconfig_path: ~/.kube/config
  # kube_context: dev-admin    # the context in that file; default: its current-context
`,
};
