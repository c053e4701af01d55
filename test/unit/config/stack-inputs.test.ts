import {describe, expect, it} from 'vitest';
import type {StackLocation} from '../../../src/config/stack-location.ts';
import {stackInputs} from '../../../src/config/stacks/stack-inputs.ts';
import {withoutPrograms} from '../../rig/source-tools.ts';

const location = (sources?: StackLocation['stack']['sources']): StackLocation => ({
  project: {
    name: 'shop',
    dir: '/r/shop',
    file: '/r/shop/project.yaml',
    labels: {},
    workspacesDir: '/r/shop/workspaces',
  },
  stack: {
    name: 'web',
    dir: '/r/shop/web',
    file: '/r/shop/web/stack.yaml',
    labels: {},
    ...(sources === undefined ? {} : {sources}),
  },
});

describe('the files that a stack is made of', () => {
  it('the files that a stack is made of are its directory, its project and its workspace', () =>
    expect(stackInputs(location(), withoutPrograms, ['/r/shop/workspaces/prod.yaml'])).resolves.toEqual({
      own: '/r/shop/web',
      without: ['/r/shop/workspaces'],
      directories: [],
      files: ['/r/shop/project.yaml', '/r/shop/workspaces/prod.yaml'],
    }));

  it('the files that a stack is made of include all workspaces if none is chosen', () =>
    expect(stackInputs(location(), withoutPrograms)).resolves.toHaveProperty('directories', ['/r/shop/workspaces']));

  it.each([
    {manifests: 'manifests/**/*', directory: '/r/shop/web/manifests'},
    {manifests: '../shared/*.yaml', directory: '/r/shop/shared'},
    {manifests: '../shared', directory: '/r/shop/shared'},
    {manifests: '../a/{b,c}/*.yaml', directory: '/r/shop/a'},
  ])('the files that a stack is made of include the matches of $manifests', ({manifests, directory}) =>
    expect(stackInputs(location([{manifests}]), withoutPrograms, [])).resolves.toHaveProperty('directories', [
      directory,
    ]),
  );

  it('the files that a stack is made of include its spec file', () =>
    expect(stackInputs(location([{spec: '../spec.yaml'}]), withoutPrograms, [])).resolves.toMatchObject({
      files: expect.arrayContaining(['/r/shop/spec.yaml']),
    }));
});
