import {KUBECONFIG_KEYS} from '../../../core/workspace/context-keys.ts';
import {page} from '../page.ts';

/** Returns the page about which of several settings is used. */
export const prioritiesTopic = (): string =>
  page('Priorities: the first setting in each row that is set is used', [
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
          'such as AWS_REGION: the context of the workspace; `env` of the workspace; the context of a spec file; the environment; the `providerMeta` of a resource',
        ],
        [
          'Health',
          'rules for readiness: the annotation gantry.dev/ready; `health` in stack.yaml; `health` in the workspace',
        ],
        ['Base commit', 'of --untrusted: --base; GANTRY_BASE; the branch that the CI system names; origin/HEAD'],
      ],
    },
    {
      text: 'The first setting is used even if it is broken. For example, if the kubeconfig file of the first setting is missing, Gantry reports an error and does not try the next one. All credentials of one cloud come from the same place.',
    },
    {text: 'To show which settings are used, and why:'},
    {
      lines: [
        'gantry workspace current             the workspace, and the setting that chose it',
        'gantry workspace explain             each value, its source, and the values that it shadows',
        'gantry config list                   the backend, and the setting that chose it',
        'gantry why ID spec.replicas          the source of a value of a resource',
      ],
    },
  ]);
