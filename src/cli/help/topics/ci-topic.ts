import {page} from '../page.ts';

/** Returns the page about pipelines. */
export const ciTopic = (): string =>
  page('Gantry in a pipeline', [
    {
      text: 'A pipeline names its workspace (-w or GANTRY_WORKSPACE), and shares the backend with everyone who applies the same stacks.',
    },
    {text: 'On a pull request: 0 means no changes, 2 means changes; every other code is an error.'},
    {
      lines: ['gantry validate', 'gantry preview -w prod --exit-code --save plan.json --report markdown=plan.md'],
    },
    {
      text: 'On the main branch: apply exactly the saved plan, without a question. If anything changed since, nothing is written (exit code 5).',
    },
    {lines: ['gantry apply plan.json --lock-timeout 10m --timeout 15m']},
    {text: 'At night: exit code 2 where somebody changed an object in the cluster.'},
    {lines: ['gantry drift --all -w prod --exit-code']},
    {
      rows: [
        ['--yes', 'apply without a saved plan: a pipeline cannot answer a question'],
        ['--untrusted', 'for pull requests of others: workspaces and project.yaml are read from the base commit'],
        ['GANTRY_ALLOW', 'what workspaces may do on this machine; `gantry workspace allow --all --print` prints it'],
        ['--all, --changed-since', 'many stacks in one run, in their order'],
        ['-o jsonl', 'every event, for a program that follows the run'],
      ],
    },
    {text: 'Complete workflows for GitHub Actions and GitLab: docs/guides/ci.md. Exit codes: gantry help exit-codes'},
  ]);
