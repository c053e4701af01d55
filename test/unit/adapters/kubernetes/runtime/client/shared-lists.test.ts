import {describe, expect, it} from 'vitest';
import type {ListRequest, Objects} from '../../../../../../src/adapters/kubernetes/runtime/client/objects.ts';
import {shareLists} from '../../../../../../src/adapters/kubernetes/runtime/client/shared-lists.ts';

const PODS = {apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespaced: true, verbs: []};
const LABEL = 'gantry.dev/lineage';

const pod = (lineage: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {name: `pod-${lineage}`, labels: {[LABEL]: lineage}},
});

/** A server with one pod for each stack, and the requests that it received. */
function server(stacks: readonly string[]) {
  const asked: ListRequest[] = [];
  const list: Objects['list'] = async (request) => {
    asked.push(request);
    const {labelSelector = ''} = request;
    const items = stacks.filter((one) => labelSelector.includes(one)).map(pod);
    return {ok: true, items, resourceVersion: '1'};
  };
  return {asked, list};
}

const of = (lineage: string): ListRequest => ({resource: PODS, labelSelector: `${LABEL}=${lineage}`});
const names = Array.from({length: 200}, (_, i) => `stack-${String(i).padStart(3, '0')}`);

describe('lists that the stacks of a run share', () => {
  it('the objects of two hundred stacks are read with two requests, and each stack gets its own', async () => {
    const {asked, list} = server(names);
    const shared = shareLists(list, async () => names);
    const replies = await Promise.all(names.map((name) => shared(of(name))));
    expect(asked).toHaveLength(2);
    expect(replies).toEqual(names.map((name) => ({ok: true, items: [pod(name)], resourceVersion: ''})));
    for (const {labelSelector = ''} of asked) expect(encodeURIComponent(labelSelector).length).toBeLessThan(8000);
  });

  it('the same list of other objects is read once, and one with another selector is not shared', async () => {
    const {asked, list} = server([]);
    const shared = shareLists(list, async () => []);
    await shared({resource: PODS, namespace: 'a'});
    await shared({resource: PODS, namespace: 'a'});
    await shared({resource: PODS, namespace: 'b'});
    await shared({resource: PODS, namespace: 'a', fieldSelector: 'metadata.name=x'});
    expect(asked).toHaveLength(3);
  });

  it('a stack that is not part of the run is listed alone', async () => {
    const {asked, list} = server(['one', 'two', 'new']);
    const shared = shareLists(list, async () => ['one', 'two']);
    expect(await shared(of('new'))).toMatchObject({ok: true, items: [pod('new')]});
    expect(asked).toMatchObject([{labelSelector: `${LABEL}=new`}]);
  });

  it('a denied list is denied for each stack, and a list after a lost connection is read again', async () => {
    const refused = {ok: false, status: 403, warnings: [], resent: false, refusal: {kind: 'forbidden'}} as never;
    let count = 0;
    const shared = shareLists(
      async () => {
        if (++count === 1) throw new Error('lost');
        return refused;
      },
      async () => ['one', 'two'],
    );
    await expect(shared(of('one'))).rejects.toThrow('lost');
    expect(await shared(of('one'))).toBe(refused);
    expect(await shared(of('two'))).toBe(refused);
    expect(count).toBe(2);
  });

  it('a list that a busy server refused is read again', async () => {
    const busy = {ok: false, status: 503, warnings: [], resent: false, refusal: {kind: 'unavailable'}} as never;
    const answers = [busy];
    const {list} = server(['one', 'two']);
    const shared = shareLists(
      async (request) => answers.shift() ?? list(request),
      async () => ['one', 'two'],
    );
    expect(await shared(of('one'))).toBe(busy);
    expect(await shared(of('two'))).toMatchObject({ok: true, items: [pod('two')]});
  });
});
