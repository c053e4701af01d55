import {describe, expect, it} from 'vitest';
import type {AccessQuestion} from '../../../../../../src/adapters/kubernetes/runtime/client/reviews.ts';
import type {PlannedHook} from '../../../../../../src/adapters/kubernetes/runtime/hooks/planned-hook.ts';
import type {PlannedRemoval} from '../../../../../../src/adapters/kubernetes/runtime/plan/plan-removal.ts';
import type {PlannedResources} from '../../../../../../src/adapters/kubernetes/runtime/plan/plan-resources.ts';
import {preflight} from '../../../../../../src/adapters/kubernetes/runtime/preflight/preflight.ts';
import type {Action} from '../../../../../../src/core/plan/plan.ts';
import {current, inProgress} from '../../../../../../src/kubernetes/readiness/status.ts';
import {CONFIG_MAPS, ID, liveObject, plannedObject, recorded} from '../execute/fake-objects.ts';

const live = liveObject('1');

const removal = (action: Action, more: Partial<PlannedRemoval> = {}): PlannedRemoval => ({
  change: {id: ID, type: 'Kubernetes', action, verified: true, fields: []},
  state: recorded,
  live,
  resource: CONFIG_MAPS,
  release: false,
  ...more,
});

type Given = Partial<Pick<PlannedResources, 'objects' | 'removals' | 'missingNamespace'>> & {
  readonly hooks?: readonly PlannedHook[];
};

/** A server that denies these verbs, and remembers what it was asked. */
function server(denies: readonly string[] = ['*', 'get', 'watch', 'patch', 'create', 'delete']) {
  const asked: AccessQuestion[] = [];
  const mayI = async (question: AccessQuestion) => {
    asked.push(question);
    return {allowed: !denies.includes(question.verb), reason: ''};
  };
  const look = (given: Given, {wait = false, isReady = true} = {}) =>
    preflight(
      {
        client: {mayI, whoAmI: async () => ({username: 'jane', groups: [], extra: {}})},
        after: new Map(),
        readiness: () => (isReady ? current('ok') : inProgress('Wait', 'not yet')),
      },
      {objects: [], removals: [], hooks: [], diagnostics: [], ...given},
      {wait},
    );
  return {asked, look};
}

describe('the permissions that a plan needs', () => {
  it.each<{name: string; given: Given; verbs: readonly string[]}>([
    {name: 'nothing, where nothing changes', given: {objects: [plannedObject('unchanged', {live})]}, verbs: []},
    {name: 'nothing, where a dry run was made to create', given: {objects: [plannedObject('create')]}, verbs: []},
    {
      name: 'nothing, where a dry run was made to update',
      given: {objects: [plannedObject('update', {live})]},
      verbs: [],
    },
    {
      name: 'patch and create, where no dry run could be made',
      given: {objects: [plannedObject('create', {verified: false})]},
      verbs: ['create', 'patch'],
    },
    {
      name: 'patch, where an update was not verified',
      given: {objects: [plannedObject('update', {live, verified: false})]},
      verbs: ['patch'],
    },
    {
      name: 'all three steps of a replacement',
      given: {objects: [plannedObject('replace', {live})]},
      verbs: ['create', 'delete', 'patch'],
    },
    {
      name: 'patch, to share the namespace of another stack',
      given: {objects: [plannedObject('adopt', {live, coOwns: true})]},
      verbs: ['patch'],
    },
    {name: 'delete', given: {removals: [removal('delete')]}, verbs: ['delete']},
    {name: 'patch, to take our marks off', given: {removals: [removal('forget', {release: true})]}, verbs: ['patch']},
    {name: 'nothing, to forget', given: {removals: [removal('forget')]}, verbs: []},
    {name: 'nothing, for what is kept or gone', given: {removals: [removal('retain'), removal('gone')]}, verbs: []},
    {name: 'create, for the namespace of the stack', given: {missingNamespace: {name: 'shop'}}, verbs: ['create']},
  ])('$name', async ({given, verbs}) => {
    const {asked, look} = server();
    const {denials} = await look(given);
    expect(denials.map(({verb}) => verb).toSorted()).toEqual(verbs);
    expect(new Set(asked.map(({verb}) => verb))).toEqual(new Set(verbs));
  });

  it('a namespace is asked for without a name: the request that makes it has none in its path', async () => {
    const {asked, look} = server();
    const {denials, user} = await look({missingNamespace: {name: 'shop'}});
    expect(asked).toEqual([{verb: 'create', group: '', resource: 'namespaces'}]);
    expect(denials).toMatchObject([{ids: ['v1:Namespace:shop']}]);
    expect(user).toBe('jane');
  });
});

describe('the objects that a wait must read', () => {
  const objects = [plannedObject('create')];

  it.each([
    {name: 'get is sufficient', denies: [], asks: ['get'], warnings: 0},
    {name: 'watch is sufficient without get', denies: ['get'], asks: ['get', 'get', 'watch'], warnings: 0},
    {
      name: 'a warning reports that both are missing',
      denies: ['get', 'watch'],
      asks: ['get', 'get', 'watch', 'watch'],
      warnings: 1,
    },
  ])('the permissions of a wait: $name', async ({denies, asks, warnings}) => {
    const {asked, look} = server(denies);
    const {denials, diagnostics} = await look({objects}, {wait: true, isReady: false});
    expect(denials).toEqual([]);
    expect(diagnostics.filter(({code}) => code === 'permission/unseen')).toHaveLength(warnings);
    expect(asked.map(({verb}) => verb)).toEqual(asks);
  });

  it.each([
    {name: 'objects that are ready at once', wait: true, isReady: true, given: {objects}},
    {name: 'objects that nothing waits for', wait: false, isReady: false, given: {objects}},
    {
      name: 'objects that were read for the plan',
      wait: true,
      isReady: false,
      given: {objects: [plannedObject('update', {live})]},
    },
  ])('no permission to read is checked for $name', async ({wait, isReady, given}) => {
    const {asked, look} = server();
    expect((await look(given, {wait, isReady})).diagnostics).toEqual([]);
    expect(asked).toEqual([]);
  });
});
