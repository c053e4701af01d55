import {describe, expect, it} from 'vitest';
import {type ClusterOfWorkspace, linkClusters, orderWorkspaces} from '../../../../src/app/stacks/order-workspaces.ts';
import type {SelectedStack} from '../../../../src/app/stacks/selection.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';

function failureOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error instanceof GantryError ? error.failure : error;
  }
  return undefined;
}

const on = (name: string, of?: string): ClusterOfWorkspace => ({
  name,
  cluster: of === undefined ? undefined : {workspace: of, id: 'v1:Secret:clusters:it', path: 'data.value'},
});

describe('the order of workspaces in a run', () => {
  it.each([
    {name: 'without clusters', given: [on('b'), on('a')], apply: 'b a', destroy: 'b a'},
    {
      name: 'a cluster after its management',
      given: [on('prod', 'mgmt'), on('x'), on('mgmt')],
      apply: 'mgmt prod x',
      destroy: 'prod x mgmt',
    },
    {name: 'a chain', given: [on('c', 'b'), on('a'), on('b', 'a')], apply: 'a b c', destroy: 'c b a'},
    {name: 'a management outside of the run', given: [on('b', 'gone'), on('a')], apply: 'b a', destroy: 'b a'},
  ])('the order keeps $name', ({given, apply, destroy}) => {
    const names = (operation: 'apply' | 'destroy') =>
      orderWorkspaces(given, operation)
        .map(({name}) => name)
        .join(' ');
    expect(names('apply')).toBe(apply);
    expect(names('destroy')).toBe(destroy);
  });

  it.each([
    {
      given: [on('a', 'b'), on('b', 'a')],
      loop: /the kubeconfig of (a|b) → the kubeconfig of (a|b) → the kubeconfig of \1/,
    },
    {given: [on('a', 'a')], loop: /the kubeconfig of a → the kubeconfig of a/},
  ])('a loop is refused and printed: $loop', ({given, loop}) => {
    for (const operation of ['apply', 'destroy'] as const) {
      const failure = failureOf(() => orderWorkspaces(given, operation));
      expect(failure).toMatchObject({code: 'input/usage', message: expect.stringMatching(loop)});
    }
  });
});

describe('the stacks of workspaces in a run', () => {
  const stack = (name: string, workspace: string): SelectedStack => {
    const [project = '', own = ''] = name.split('/');
    return {name, project, stack: own, workspace, request: {}, after: []};
  };
  const given = (of?: string) => [
    {...on('mgmt'), stacks: [stack('shared/eu', 'mgmt'), stack('shared/us', 'mgmt'), stack('shop/web', 'mgmt')]},
    {
      ...on('prod', 'mgmt'),
      ...(of === undefined ? {} : {cluster: {workspace: 'mgmt', id: 'it', stack: of}}),
      stacks: [stack('shop/web', 'prod')],
    },
  ];
  const after = (stacks: readonly SelectedStack[]) =>
    Object.fromEntries(stacks.map((one) => [`${one.name}/${one.workspace}`, one.after]));

  it('a stack waits for the shared stacks that may make its cluster, or for the named one', () => {
    expect(after(linkClusters(given(), 'apply'))['shop/web/prod']).toEqual(['shared/eu/mgmt', 'shared/us/mgmt']);
    expect(after(linkClusters(given('shared/us'), 'apply'))).toEqual({
      'shared/eu/mgmt': [],
      'shared/us/mgmt': [],
      'shop/web/mgmt': [],
      'shop/web/prod': ['shared/us/mgmt'],
    });
  });

  it('a shared stack is destroyed after the stacks in the cluster that it may have made', () => {
    expect(after(linkClusters(given('shared/us'), 'destroy'))).toEqual({
      'shared/eu/mgmt': [],
      'shared/us/mgmt': ['shop/web/prod'],
      'shop/web/mgmt': [],
      'shop/web/prod': [],
    });
  });
});
