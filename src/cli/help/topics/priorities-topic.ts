import {KUBECONFIG_KEYS} from '../../../core/workspace/context-keys.ts';
import {page} from '../page.ts';

/** Returns the page about which of several settings is used. */
export const prioritiesTopic = (): string =>
  page('Priorities: the first that is set is used', [
    {
      rows: [
        [
          'Workspace',
          '-w; GANTRY_WORKSPACE; `workspace` in stack.yaml; on a terminal, the one that `gantry workspace switch` chose',
        ],
        [
          'Backend',
          '--backend; GANTRY_BACKEND; `backend` in project.yaml; `backend` in $GANTRY_HOME/config.yaml; $GANTRY_HOME itself',
        ],
        [
          'Kubeconfig',
          `${KUBECONFIG_KEYS.join(', ')} in the context of the workspace; the same in the context of a spec file; KUBECONFIG; the kubeConfig extension of resources; ~/.kube/config; the service account of the pod`,
        ],
        [
          'Provider keys',
          'the context of the workspace; its `env`; the context of a spec file; the environment; the `providerMeta` of a resource',
        ],
        ['Health', 'the annotation gantry.dev/ready; `health` in stack.yaml; `health` in the workspace'],
        ['Base', 'of --untrusted: --base; GANTRY_BASE; the branch that the CI system names; origin/HEAD'],
      ],
    },
    {
      text: 'The highest setting is used even if it is broken: a missing kubeconfig file is an error, and no lower one is used in its place. Credentials are taken from one place per cloud, never mixed.',
    },
    {text: 'Show what is used here, and why:'},
    {
      lines: [
        'gantry workspace current             which workspace, and what chose it',
        'gantry workspace explain             each value, its source, and what it shadows',
        'gantry config list                   the backend that is used here',
        'gantry why ID spec.replicas          where a value of a resource comes from',
      ],
    },
  ]);
