import {describe, expect, it} from 'vitest';
import type {AccessQuestion} from '../../../../../../src/adapters/kubernetes/runtime/client/reviews.ts';
import type {NeededPermission} from '../../../../../../src/adapters/kubernetes/runtime/preflight/needed-permissions.ts';
import {reviewPermissions} from '../../../../../../src/adapters/kubernetes/runtime/preflight/review-permissions.ts';

const right = (verb: string, resource: string, namespace: string, name: string): NeededPermission => ({
  verb,
  group: '',
  resource,
  namespace,
  name,
  id: `${resource}:${namespace}:${name}`,
});

/** A server that answers by a rule, and remembers what it was asked. */
function server(answer: (question: AccessQuestion) => boolean | undefined) {
  const asked: AccessQuestion[] = [];
  return {
    asked,
    mayI: async (question: AccessQuestion) => {
      asked.push(question);
      const allowed = answer(question);
      return allowed === undefined ? undefined : {allowed, reason: ''};
    },
  };
}

const isAll = ({verb}: AccessQuestion): boolean => verb === '*';
const numbered = (count: number, of: (i: number) => NeededPermission): readonly NeededPermission[] =>
  Array.from({length: count}, (_, i) => of(i));
const KINDS = ['configmaps', 'secrets', 'services', 'pods', 'endpoints'];
/** 1,000 objects of 5 kinds in 2 namespaces, each to be made. */
const thousand = numbered(1000, (i) => right('patch', KINDS[i % 5] ?? '', `ns-${i % 2}`, `o-${i}`)).flatMap((one) => [
  one,
  {...one, verb: 'create'},
]);

describe('permission reviews', () => {
  it('no needed permission causes no question', async () => {
    const {asked, mayI} = server(() => false);
    expect(await reviewPermissions({mayI}, [])).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('an administrator is asked once for 1,000 objects', async () => {
    const {asked, mayI} = server(() => true);
    expect(await reviewPermissions({mayI}, thousand)).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  it('a user of two namespaces is asked dozens of questions for 1,000 objects, and no name', async () => {
    const {asked, mayI} = server((question) => !isAll(question));
    expect(await reviewPermissions({mayI}, thousand)).toEqual([]);
    expect(asked).toHaveLength(1 + 2 * 5 * 2);
    expect(asked.filter(({name}) => name !== undefined)).toEqual([]);
  });

  it('a user without permissions gets each denied verb and kind, after at most hundreds of reviews', async () => {
    const {asked, mayI} = server(() => false);
    const denials = await reviewPermissions({mayI}, thousand);
    expect(denials).toHaveLength(2 * 5 * 2);
    expect(denials.every(({names}) => names === undefined)).toBe(true);
    expect(denials.flatMap(({ids}) => ids)).toHaveLength(2000);
    expect(asked.length).toBeLessThanOrEqual(1 + 20 * 9);
  });

  it('a permission for some names only is found: the others are denied by name', async () => {
    const rights = numbered(12, (i) => right('delete', 'configmaps', 'shop', `o-${i}`));
    const {mayI} = server(({name}) => name !== undefined && name !== 'o-10' && name !== 'o-3');
    expect(await reviewPermissions({mayI}, rights)).toEqual([
      {
        verb: 'delete',
        group: '',
        resource: 'configmaps',
        namespace: 'shop',
        names: ['o-3', 'o-10'],
        ids: ['configmaps:shop:o-3', 'configmaps:shop:o-10'],
      },
    ]);
  });

  it('a permission for every name of the plan is enough', async () => {
    const rights = numbered(3, (i) => right('delete', 'configmaps', 'shop', `o-${i}`));
    expect(
      await reviewPermissions(
        server(({name}) => name !== undefined),
        rights,
      ),
    ).toEqual([]);
  });

  it('a kind in many namespaces is asked for in the whole cluster first', async () => {
    const rights = numbered(30, (i) => right('delete', 'configmaps', `ns-${i}`, 'a'));
    const {asked, mayI} = server(({verb, namespace}) => verb !== '*' && namespace === undefined);
    expect(await reviewPermissions({mayI}, rights)).toEqual([]);
    expect(asked).toHaveLength(2);
  });

  it('a server that does not say denies nothing, and is not asked again and again', async () => {
    const {asked, mayI} = server(() => undefined);
    expect(await reviewPermissions({mayI}, thousand)).toEqual([]);
    expect(asked).toHaveLength(1);
    expect(await reviewPermissions({mayI}, thousand.slice(0, 1))).toEqual([]);
  });

  it('a request without a name is not asked for by name', async () => {
    const {asked, mayI} = server(() => false);
    const denials = await reviewPermissions({mayI}, [{verb: 'create', group: '', resource: 'namespaces', id: 'ns'}]);
    expect(denials).toEqual([{verb: 'create', group: '', resource: 'namespaces', ids: ['ns']}]);
    expect(asked).toHaveLength(1);
  });
});
