import {describe, expect, it} from 'vitest';
import type {Plan} from '../../src/core/plan/plan.ts';
import type {Release} from '../../src/core/release/release.ts';
import {type RecordedMachine, recordedMachine} from '../rig/recorded-format.ts';

type List = {readonly releases: readonly {readonly revision: number}[]; readonly unreadable: readonly unknown[]};

/** Runs that must succeed. */
async function ran(machine: RecordedMachine, stack: string, ...args: readonly string[]): Promise<string> {
  const result = await machine.gantry(stack, args);
  expect(result, `${stack}: ${args.join(' ')}\n${result.stderr}`).toMatchObject({code: 0});
  return result.stdout;
}

describe('a machine on which an earlier version wrote format 1', () => {
  it.each([
    {stack: 'shop/base', revisions: 1, pending: []},
    {stack: 'shop/web', revisions: 5, pending: []},
    {stack: 'shop/jobs', revisions: 1, pending: []},
    {stack: 'shop/gone', revisions: 2, pending: ['v1:ConfigMap:gone:a']},
    {stack: 'shop/stopped', revisions: 2, pending: []},
    {stack: 'shop/rebuilt', revisions: 1, pending: []},
    {stack: 'tools/first', revisions: 1, pending: ['v1:ConfigMap:first:a']},
  ])('shows each release of $stack, and plans what its files changed', async ({stack, revisions, pending}) => {
    const machine = await recordedMachine();
    const {document: list} = await machine.json<List>(stack, ['release', 'list']);
    expect(list.unreadable).toEqual([]);
    expect(list.releases).toHaveLength(revisions);
    for (const {revision} of list.releases) {
      const {document} = await machine.json<Release>(stack, ['release', 'show', String(revision)]);
      expect(document).toMatchObject({revision});
    }
    const {document: plan, stderr} = await machine.json<Plan>(stack, ['preview']);
    expect(
      plan.changes.filter(({action}) => action !== 'unchanged').map(({id}) => id),
      stderr,
    ).toEqual(pending);
  });

  it('applies a saved plan of format 1, and a directory of them', async () => {
    const machine = await recordedMachine();
    expect(await ran(machine, 'shop/saved', 'apply', '../../plan.json', '--yes')).toContain('1 created, 1 updated');
    expect(await ran(machine, 'tools', 'apply', '../plans/', '--yes')).toContain('2 stacks: 2 applied.');
  });
});
