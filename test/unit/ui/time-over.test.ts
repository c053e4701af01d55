import {expect, it} from 'vitest';
import {failureText} from '../../../src/ui/failure-text.ts';

const over = (limit?: 'resource' | 'rule' | 'run') =>
  failureText({
    code: 'object/not-ready',
    resource: 'apps/v1:Deployment:shop:web',
    detail: 'replicas: 1/2',
    seconds: 30,
    ...(limit === undefined ? {} : {limit}),
  });

it.each([
  {limit: 'resource', whose: ', the time limit of each resource:', more: /"timeout" in a "health" rule.*--timeout/},
  {limit: 'rule', whose: ', the timeout of its health rule:', more: /"health" of stack\.yaml or of the workspace/},
  {limit: 'run', whose: ', the time limit of the whole run:', more: /--timeout/},
  {limit: undefined, whose: ' after 30 s: replicas', more: /--timeout/},
] as const)('a failure at the time limit of the $limit names the limit and how to raise it', ({limit, whose, more}) => {
  const {message, hint} = over(limit);
  expect(message).toContain(whose);
  expect(message).toContain('replicas: 1/2');
  expect(hint).toMatch(more);
});
