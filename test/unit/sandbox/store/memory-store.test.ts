import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import type {Store} from '../../../../src/sandbox/model/store.ts';
import {memoryStore} from '../../../../src/sandbox/store/memory-store.ts';

const object = (name: string, namespace?: string): JsonObject => ({
  kind: 'Thing',
  metadata: {name, ...(namespace === undefined ? {} : {namespace})},
});
const names = (store: Store, namespace?: string): readonly unknown[] =>
  store.list('things', namespace).map(({metadata}) => {
    const {namespace = '', name} = metadata as JsonObject;
    return `${namespace as string}/${name as string}`;
  });

describe('the objects of a store', () => {
  it('objects are listed by namespace and name, regardless of the order of their creation', () => {
    const store = memoryStore();
    for (const [namespace, name] of [
      ['b', 'y'],
      ['a-b', 'x'],
      ['b', 'x'],
      ['a', 'z'],
    ])
      store.put('things', object(name ?? '', namespace));
    expect(names(store)).toEqual(['a/z', 'a-b/x', 'b/x', 'b/y']);
    expect(names(store, 'b')).toEqual(['b/x', 'b/y']);
    store.remove('things', 'b', 'x');
    store.put('things', object('w', 'b'));
    expect(names(store)).toEqual(['a/z', 'a-b/x', 'b/w', 'b/y']);
    expect(names(store, 'b')).toEqual(['b/w', 'b/y']);
    expect(names(store, 'none')).toEqual([]);
  });

  it('an object gets the revision of its write, which counts over all resources', () => {
    const store = memoryStore({revision: 41});
    expect(store.put('things', object('a'))).toMatchObject({metadata: {resourceVersion: '42'}});
    expect(store.put('others', object('a'))).toMatchObject({metadata: {resourceVersion: '43'}});
    expect(store.remove('things', '', 'a')).toMatchObject({metadata: {resourceVersion: '44'}});
    expect(store.remove('things', '', 'a')).toBeUndefined();
    expect([store.revision(), store.resources()]).toEqual([44, ['others']]);
  });

  it('objects stay unchanged if a write cannot be stored', () => {
    const full = (): never => {
      throw new Error('no space');
    };
    const heard: unknown[] = [];
    const objects = [{resource: 'things', object: object('a')}];
    const store = memoryStore({objects, persistence: {put: full, remove: full, close: () => {}}});
    store.subscribe((event) => heard.push(event));
    expect(() => store.put('things', object('b'))).toThrow('no space');
    expect(() => store.remove('things', '', 'a')).toThrow('no space');
    expect([names(store), store.revision(), heard]).toEqual([['/a'], 1, []]);
  });
});

describe('a listener of a store', () => {
  const collect = (into: string[]) => (event: {type: string; revision: number; before?: JsonObject}) =>
    void into.push(`${event.revision} ${event.type}${event.before === undefined ? '' : ' was'}`);

  it('a listener receives every write once and in order, including past ones', () => {
    const [store, heard]: [Store, string[]] = [memoryStore(), []];
    store.put('things', object('a'));
    store.put('things', object('a'));
    const listening = store.subscribe(collect(heard), 2);
    store.remove('things', '', 'a');
    listening?.[Symbol.dispose]();
    store.put('things', object('a'));
    expect(heard).toEqual(['3 MODIFIED was', '4 DELETED was']);
  });

  it('a listener receives the write of another listener after the one that caused it', () => {
    const [store, first, second]: [Store, string[], string[]] = [memoryStore(), [], []];
    store.subscribe((event) => {
      collect(first)(event);
      if (event.revision === 2) store.put('things', object('b'));
    });
    store.subscribe(collect(second));
    store.put('things', object('a'));
    expect(first).toEqual(['2 ADDED', '3 ADDED']);
    expect(second).toEqual(['2 ADDED', '3 ADDED']);
  });

  it('a listener that subscribes because of a write receives that write once', () => {
    const [store, heard]: [Store, string[]] = [memoryStore(), []];
    const begin = store.subscribe(() => {
      begin?.[Symbol.dispose]();
      store.subscribe(collect(heard), 1);
    });
    store.put('things', object('a'));
    store.put('things', object('b'));
    expect(heard).toEqual(['2 ADDED', '3 ADDED']);
  });

  it('a listener receives every write although another one fails, and the writer gets the error', () => {
    const store = memoryStore();
    const heard: unknown[] = [];
    store.subscribe(() => {
      if (heard.length === 0) store.put('things', object('b'));
      throw new Error('cannot listen');
    });
    store.subscribe(({object: {metadata}}) => heard.push((metadata as JsonObject)['name']));
    expect(() => store.put('things', object('a'))).toThrow('cannot listen');
    expect(heard).toEqual(['a', 'b']);
    expect(names(store)).toEqual(['/a', '/b']);
  });

  it('a listener is refused only for a revision that is too old', () => {
    const [store, heard]: [Store, string[]] = [memoryStore({history: 3}), []];
    for (let i = 0; i < 7; i++) store.put('things', object('a'));
    expect(store.subscribe(() => {}, 4)).toBeUndefined();
    expect(store.subscribe(collect(heard), 5)).toBeDefined();
    expect(heard).toEqual(['6 MODIFIED was', '7 MODIFIED was', '8 MODIFIED was']);
  });
});
