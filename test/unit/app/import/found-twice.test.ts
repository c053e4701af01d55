import {describe, expect, it} from 'vitest';
import {type Found, settleTwice} from '../../../../src/app/import/kusion/found-twice.ts';
import type {KusionRelease} from '../../../../src/config/kusion/kusion-files.ts';

const NOTHING: Found = {workspaces: [], histories: [], projects: [], left: []};

const release = (revision: number): KusionRelease => ({
  project: 'shop',
  workspace: 'prod',
  revision,
  stack: 'web',
  phase: 'succeeded',
  createTime: '2025-03-01T10:00:00+08:00',
  modifiedTime: '2025-03-01T10:00:05+08:00',
  spec: {resources: []},
  state: {resources: []},
});

const history = (place: string, ...revisions: readonly number[]): Found['histories'][number] => ({
  project: 'shop',
  workspace: 'prod',
  releases: revisions.map((revision) => ({release: release(revision), where: `${place}/${revision}.yaml`})),
});

const workspace = (where: string, region: string): Found['workspaces'][number] => ({
  name: 'prod',
  where,
  workspace: {context: {AWS_REGION: region}},
});

const project = (where: string, stack: string, mode = 'fast'): Found['projects'][number] => ({
  named: {name: 'shop'},
  where,
  stacks: [
    {
      named: {name: stack, description: mode},
      where: `${where}/${stack}/stack.yaml`,
      sources: [],
    },
  ],
});

describe('Kusion data found in two places', () => {
  it('entries with the same content become one', () => {
    const found = settleTwice({
      ...NOTHING,
      workspaces: [workspace('home', 'eu'), workspace('bucket', 'eu')],
      histories: [history('home', 1, 2), history('bucket', 1, 2)],
      projects: [project('a', 'web'), project('b', 'web')],
    });
    expect([...found.workspaces.keys()]).toEqual(['prod']);
    expect(found.histories).toEqual([history('home', 1, 2)]);
    expect(found.projects).toEqual([project('a', 'web')]);
    expect(found.left).toEqual([]);
  });

  it('entries with different content are all left out, and both are named', () => {
    const found = settleTwice({
      ...NOTHING,
      workspaces: [workspace('home', 'eu'), workspace('bucket', 'us')],
      histories: [history('home', 1, 2), history('bucket', 1, 2, 3)],
      projects: [project('a', 'web'), project('b', 'web', 'slow')],
    });
    expect([...found.workspaces.keys(), ...found.histories, ...found.projects.flatMap(({stacks}) => stacks)]).toEqual(
      [],
    );
    expect(found.left.map(({what, where, because}) => `${what} (${where}): ${because.split(' has')[0]}`)).toEqual([
      'workspace prod (home): bucket',
      'workspace prod (bucket): home',
      'releases of shop in prod (home/2.yaml): bucket/3.yaml',
      'releases of shop in prod (bucket/3.yaml): home/2.yaml',
      'stack shop/web (a/web/stack.yaml): b/web/stack.yaml',
      'stack shop/web (b/web/stack.yaml): a/web/stack.yaml',
    ]);
  });

  it('a project in two places has the stacks of both', () => {
    const found = settleTwice({...NOTHING, projects: [project('a', 'web'), project('b', 'jobs')]});
    expect(found.projects).toMatchObject([
      {named: {name: 'shop'}, stacks: [{named: {name: 'web'}}, {named: {name: 'jobs'}}]},
    ]);
    expect(found.left).toEqual([]);
  });
});
