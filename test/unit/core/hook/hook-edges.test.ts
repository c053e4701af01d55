import {expect, it} from 'vitest';
import type {DueHook} from '../../../../src/core/hook/due-hooks.ts';
import type {Hook, HookEvent, SourcePart} from '../../../../src/core/hook/hook.ts';
import {hookEdges} from '../../../../src/core/hook/hook-edges.ts';

function due(id: string, event: HookEvent, {source = 'web', post = 'ready'}: Partial<Hook> = {}): DueHook {
  const hook: Hook = {
    id,
    events: [event],
    attributes: {},
    isExpandable: false,
    weight: 0,
    deletePolicies: [],
    outputLogs: [],
    source,
    place: 0,
    post,
    runsToEnd: true,
  };
  return {id: `${id}@${event}`, hook, event, ranBefore: false};
}

const PARTS = new Map<string, SourcePart>([
  ['crd', {source: 'web', isFirst: true}],
  ['deployment', {source: 'web'}],
  ['other', {source: 'db'}],
]);

const edges = (
  hooks: readonly DueHook[],
  needs: readonly string[] = [],
  after: Readonly<Record<string, string[]>> = {},
) =>
  Object.fromEntries(
    hookEdges({
      due: hooks,
      parts: PARTS,
      removed: new Map([['web', ['removed']]]),
      needs: () => needs,
      after: new Map(Object.entries(after)),
    }),
  );

it('CRDs come first, then the hooks one after the other, then the objects of the source alone', () => {
  expect(edges([due('a', 'pre-install'), due('b', 'pre-install')])).toEqual({
    'a@pre-install': {after: ['crd'], afterApplied: []},
    'b@pre-install': {after: ['a@pre-install', 'crd'], afterApplied: []},
    deployment: {after: ['a@pre-install', 'b@pre-install'], afterApplied: []},
  });
});

it('post hooks come after all objects of the source, which are ready', () => {
  expect(edges([due('a', 'post-install'), due('b', 'post-install')])).toEqual({
    'a@post-install': {after: ['crd', 'deployment'], afterApplied: []},
    'b@post-install': {after: ['a@post-install', 'crd', 'deployment'], afterApplied: []},
  });
});

it('post hooks with "post: applied" come after objects that are applied', () => {
  expect(edges([due('a', 'post-install', {post: 'applied'})])).toEqual({
    'a@post-install': {after: [], afterApplied: ['crd', 'deployment']},
  });
});

it('hooks of a removal stop no object, and the last ones come after the removals of the source', () => {
  expect(edges([due('a', 'pre-delete'), due('b', 'post-delete')])).toEqual({
    'a@pre-delete': {after: ['crd'], afterApplied: []},
    'b@post-delete': {after: ['a@pre-delete', 'removed'], afterApplied: []},
  });
});

it('a hook comes after an object of another source that it uses', () => {
  expect(edges([due('a', 'pre-install')], ['other', 'deployment'])['a@pre-install']?.after).toEqual(['crd', 'other']);
});

it('a hook does not wait for an object that needs the source itself', () => {
  const after = {other: ['middle'], middle: ['deployment']};
  expect(edges([due('a', 'pre-install')], ['other'], after)['a@pre-install']?.after).toEqual(['crd']);
});
