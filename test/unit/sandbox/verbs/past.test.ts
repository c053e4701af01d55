import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {expired} from '../../../../src/sandbox/model/refusals.ts';
import type {Store} from '../../../../src/sandbox/model/store.ts';
import {memoryStore} from '../../../../src/sandbox/store/memory-store.ts';
import {objectsAt} from '../../../../src/sandbox/verbs/past.ts';

const thing = (namespace: string, name: string, value: number): JsonObject => ({metadata: {name, namespace}, value});
const gone = () => expired('too old');

type Step = {readonly name: string; readonly take: (store: Store) => void};

const STEPS: readonly Step[] = [
  {name: 'an object is created', take: (store) => store.put('things', thing('b', 'y', 1))},
  {name: 'an object before it is created', take: (store) => store.put('things', thing('b', 'x', 1))},
  {name: 'an object is created in another namespace', take: (store) => store.put('things', thing('a', 'x', 1))},
  {name: 'an object of another kind is created', take: (store) => store.put('others', thing('b', 'z', 1))},
  {name: 'an object changes', take: (store) => store.put('things', thing('b', 'x', 2))},
  {name: 'the object changes again', take: (store) => store.put('things', thing('b', 'x', 3))},
  {name: 'the object is deleted', take: (store) => store.remove('things', 'b', 'x')},
  {name: 'another object with its name is created', take: (store) => store.put('things', thing('b', 'x', 4))},
  {name: 'the other object is deleted too', take: (store) => store.remove('things', 'b', 'x')},
  {name: 'the last of the namespace is deleted', take: (store) => store.remove('things', 'b', 'y')},
  {name: 'an object is created and stays', take: (store) => store.put('things', thing('b', 'w', 1))},
];

const NAMESPACES = [undefined, 'a', 'b', 'none'];

describe('a list at an earlier revision', () => {
  it.each(STEPS.map(({name}, index) => ({name, index})))('a list shows the state when $name', ({index}) => {
    const store = memoryStore();
    for (const {take} of STEPS.slice(0, index + 1)) take(store);
    const revision = store.revision();
    const was = NAMESPACES.map((namespace) => store.list('things', namespace));
    for (const {take} of STEPS.slice(index + 1)) take(store);
    const then = NAMESPACES.map((namespace) => objectsAt({revision, gone}, {resource: 'things', namespace}, store));
    expect(then).toEqual(was);
  });

  it.each([undefined, {revision: -1, gone}])('a list without a revision shows the current state: %j', (past) => {
    const store = memoryStore();
    for (const {take} of STEPS) take(store);
    expect(objectsAt(past, {resource: 'things', namespace: undefined}, store)).toEqual(store.list('things'));
  });

  it('a list at a forgotten revision is refused', () => {
    const store = memoryStore({history: 2});
    for (const {take} of STEPS) take(store);
    const at = (back: number) => () =>
      objectsAt({revision: store.revision() - back, gone}, {resource: 'things', namespace: undefined}, store);
    expect(at(2)).not.toThrow();
    expect(at(5)).toThrow(expect.objectContaining({message: 'too old', status: expect.objectContaining({code: 410})}));
  });

  it('a list at an earlier revision leaves no listener behind', () => {
    const store = memoryStore();
    let listeners = 0;
    const counted: Store = {
      ...store,
      subscribe: (listener, since) => {
        const subscription = store.subscribe(listener, since);
        listeners++;
        return {
          [Symbol.dispose]: () => {
            listeners--;
            subscription?.[Symbol.dispose]();
          },
        };
      },
    };
    for (const {take} of STEPS) take(store);
    expect(objectsAt({revision: 3, gone}, {resource: 'things', namespace: 'b'}, counted)).toHaveLength(2);
    expect(listeners).toBe(0);
  });
});
