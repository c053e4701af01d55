import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {GRACE} from '../../../../src/kubernetes/readiness/grace.ts';
import {lastingProblem} from '../../../../src/kubernetes/readiness/lasting-problem.ts';
import type {Problem} from '../../../../src/kubernetes/readiness/problem.ts';

const NOW = new Date('2026-01-01T00:01:00Z');

const pod = (createdAt: string, status: JsonObject = {}): JsonObject => ({
  metadata: {name: 'web-1', creationTimestamp: createdAt},
  status,
});
const container = (restartCount: number, more: JsonObject): JsonObject => ({
  containerStatuses: [{name: 'app', ready: false, restartCount, state: {running: {}}, ...more}],
});
const ended = (exitCode: number): JsonObject => ({lastState: {terminated: {exitCode, reason: 'Error'}}});

const image: Problem = {cause: 'image', detail: 'no image', pod: 'web-1', graceMs: GRACE.imageRefused};
const OLD = '2026-01-01T00:00:40Z';
const NEW = '2026-01-01T00:00:55Z';

it.each([
  {name: 'a cause that may last so long has not failed', pods: [pod(NEW)], problems: [image], want: undefined},
  {name: 'a cause that is older than it may be has failed', pods: [pod(OLD)], problems: [image], want: 'image'},
  {
    name: 'a cause that may last as long as it likes has not failed',
    pods: [pod(OLD)],
    problems: [{cause: 'mount', detail: '', pod: 'web-1'} as const],
    want: undefined,
  },
  {
    name: 'a crash loop has failed at its first back-off',
    pods: [pod(NEW)],
    problems: [{cause: 'crash', detail: '', pod: 'web-1'} as const],
    want: 'crash',
  },
  {
    name: 'a container that runs between two crashes has failed',
    pods: [pod(OLD, container(4, ended(1)))],
    problems: [],
    want: 'crash',
  },
  {
    name: 'a container that was restarted once has not failed',
    pods: [pod(OLD, container(1, ended(1)))],
    problems: [],
    want: undefined,
  },
  {
    name: 'a container that ends well has not failed',
    pods: [pod(OLD, container(9, ended(0)))],
    problems: [],
    want: undefined,
  },
])('$name', ({pods, problems, want}) => {
  const maker = {metadata: {name: 'web', creationTimestamp: OLD}};
  expect(lastingProblem(problems, {maker, pods}, NOW)?.cause).toBe(want);
});
