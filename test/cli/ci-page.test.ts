import {readFileSync} from 'node:fs';
import {load} from 'js-yaml';
import {describe, expect, it} from 'vitest';

const PAGE = readFileSync(new URL('../../docs/guides/ci.md', import.meta.url), 'utf8');
const FILES = new Map(
  [...PAGE.matchAll(/^```yaml\n# (\S+)\n([^]*?)^```$/gm)].map(([, name = '', text = '']) => [name, text]),
);
const read = <T>(name: string): T => load(FILES.get(name) ?? '') as T;

type Step = {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
};
type Job = {readonly if?: string; readonly environment?: string; readonly steps: readonly Step[]};
type Workflow = {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly concurrency?: {readonly group: string; readonly 'cancel-in-progress': boolean};
  readonly jobs: Readonly<Record<string, Job>>;
};

const WORKFLOWS = [...FILES.keys()].filter((name) => name.startsWith('.github/workflows/'));
const secretsIn = (part: unknown): readonly string[] => [
  ...new Set([...JSON.stringify(part).matchAll(/secrets\.(\w+)/g)].map(([, name = '']) => name)),
];

describe("GitHub's workflows of the guide", () => {
  it('the guide has three workflows, and none gives permissions or secrets to untrusted files', () => {
    expect(WORKFLOWS.map((name) => Object.keys(read<Workflow>(name).on))).toEqual([
      ['pull_request'],
      ['push'],
      ['schedule'],
    ]);
    const preview = read<Workflow>('.github/workflows/preview.yml');
    for (const job of Object.values(preview.jobs))
      expect(job.if).toBe('github.event.pull_request.head.repo.full_name == github.repository');
    expect(secretsIn(preview)).toEqual(['PREVIEW_KUBECONFIG']);
  });

  it('the workflows request only permissions to read, and to comment on pull requests', () => {
    expect(WORKFLOWS.map((name) => read<Workflow>(name).permissions)).toEqual([
      {contents: 'read', 'pull-requests': 'write'},
      {contents: 'read'},
      {contents: 'read'},
    ]);
  });

  it.each(WORKFLOWS)('%s passes secrets in the environment of one step only, and no text to a shell', (name) => {
    for (const {steps} of Object.values(read<Workflow>(name).jobs)) {
      for (const {run = '', env = {}, ...rest} of steps) {
        expect(run).not.toContain('${{');
        expect(secretsIn(rest)).toEqual([]);
        for (const value of Object.values(env)) expect(value).toMatch(/^\$\{\{ secrets\.\w+ \}\}$/);
      }
    }
    // Nor for a whole job or workflow.
    const {jobs, ...head} = read<Workflow>(name);
    expect(secretsIn([head, ...Object.values(jobs).map(({steps: _, ...job}) => job)])).toEqual([]);
  });

  it.each(WORKFLOWS)('%s uses only actions of GitHub and Gantry, pinned to commits', (name) => {
    for (const {steps} of Object.values(read<Workflow>(name).jobs))
      for (const {uses} of steps)
        if (uses !== undefined) expect(uses).toMatch(/^(actions\/[a-z-]+|YOUR-ORG\/gantry)@[0-9a-f]{40}$/);
  });

  it('the deploy workflows use environments, run one after the other, and are not cancelled', () => {
    const {jobs, concurrency} = read<Workflow>('.github/workflows/deploy.yml');
    expect(concurrency).toEqual({group: 'deploy', 'cancel-in-progress': false});
    const deploying = Object.entries(jobs).filter(([, job]) => secretsIn(job).includes('DEPLOY_KUBECONFIG'));
    expect(deploying.map(([name, {environment}]) => `${name}: ${environment}`)).toEqual([
      'staging: staging',
      'plan-prod: plan',
      'prod: prod',
    ]);
  });
});

type Rule = {readonly if: string; readonly when?: string};
type GitlabJob = {
  readonly script?: readonly string[];
  readonly rules?: readonly Rule[];
  readonly environment?: {readonly name: string; readonly action?: string};
  readonly resource_group?: string;
  readonly artifacts?: {readonly reports?: Readonly<Record<string, string>>};
};

/** `$A == "text" && $B == $C`, as GitLab reads it. */
const holds = (text: string, variables: Readonly<Record<string, string>>): boolean =>
  text.split(' && ').every((part) => {
    const [one, other] = part.split(' == ').map((word) => {
      if (/^"[^"]*"$/.test(word)) return word.slice(1, -1);
      if (!/^\$\w+$/.test(word)) throw new Error(`not understood: ${word}`);
      return variables[word.slice(1)];
    });
    return one === other;
  });

describe("GitLab's jobs of the guide", () => {
  const jobs = Object.entries(read<Readonly<Record<string, GitlabJob>>>('.gitlab-ci.yml')).filter(
    ([, {script}]) => script !== undefined,
  );
  const branch = (name: string) => ({CI_COMMIT_BRANCH: name, CI_DEFAULT_BRANCH: 'main'});

  it.each([
    {
      event: 'a merge request',
      variables: {CI_PIPELINE_SOURCE: 'merge_request_event', CI_DEFAULT_BRANCH: 'main'},
      want: ['preview'],
    },
    {
      event: 'a push to the default branch',
      variables: {CI_PIPELINE_SOURCE: 'push', ...branch('main')},
      want: ['staging', 'plan-prod', 'prod (manual)'],
    },
    {event: 'a push to another branch', variables: {CI_PIPELINE_SOURCE: 'push', ...branch('fix')}, want: []},
    {event: 'a tag', variables: {CI_PIPELINE_SOURCE: 'push', CI_COMMIT_TAG: 'v1', CI_DEFAULT_BRANCH: 'main'}, want: []},
    {
      event: 'a schedule, which runs on the default branch, too',
      variables: {CI_PIPELINE_SOURCE: 'schedule', ...branch('main')},
      want: ['drift'],
    },
  ])('the jobs of the event $event are selected', ({variables, want}) => {
    const run = jobs.flatMap(([name, {rules = []}]) => {
      const rule = rules.find((one) => holds(one.if, variables));
      return rule === undefined ? [] : [rule.when === undefined ? name : `${name} (${rule.when})`];
    });
    expect(run).toEqual(want);
  });

  it('the jobs get their identity from an environment, and only one at a time writes to a workspace', () => {
    const places = jobs.map(([name, {environment, resource_group: group}]) => [name, environment?.name, group]);
    expect(places).toEqual([
      ['preview', undefined, undefined],
      ['staging', 'staging', 'staging'],
      ['plan-prod', 'plan', undefined],
      ['prod', 'prod', 'prod'],
      ['drift', undefined, undefined],
    ]);
    for (const [, {script = [], resource_group: group}] of jobs)
      expect(/gantry apply/.test(script.join('\n'))).toBe(group !== undefined);
  });

  it('the jobs store their reports under the names that GitLab expects', () => {
    for (const [, {artifacts}] of jobs)
      for (const kind of Object.keys(artifacts?.reports ?? {}))
        expect(['junit', 'codequality', 'terraform']).toContain(kind);
  });
});
