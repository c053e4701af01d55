import {page} from '../page.ts';

/** Returns the page about pipelines. */
export const ciTopic = (): string =>
  page('Gantry in a pipeline', [
    {
      text: 'Name the workspace in every job (-w or GANTRY_WORKSPACE). The pipeline and all users who apply the same stacks must use the same backend.',
    },
    {text: 'On a pull request, save a plan. Exit code 0: no changes, 2: changes; every other code is an error.'},
    {
      lines: ['gantry validate', 'gantry preview -w prod --exit-code --save plan.json --report markdown=plan.md'],
    },
    {
      text: 'On the main branch, apply exactly the saved plan, without confirmation. If anything changed since, nothing is written (exit code 5).',
    },
    {lines: ['gantry apply plan.json --lock-timeout 10m --timeout 15m']},
    {text: 'At night, check for drift. Exit code 2: somebody changed an object in the cluster.'},
    {lines: ['gantry drift --all -w prod --exit-code']},
    {
      rows: [
        ['--yes', 'apply without a saved plan; a pipeline cannot answer a prompt'],
        ['--untrusted', 'for pull requests from others: workspaces and project.yaml are read from the base commit'],
        [
          'GANTRY_ALLOW',
          'the access that workspaces have in the pipeline; `gantry workspace allow --all --print` prints the value',
        ],
        ['--all, --changed-since', 'several stacks in one run, in the order of their dependencies'],
        ['-o jsonl', 'print every event, for a program that follows the run'],
      ],
    },
    {text: 'Complete workflows for GitHub Actions and GitLab: docs/guides/ci.md. Exit codes: gantry help exit-codes'},
  ]);
