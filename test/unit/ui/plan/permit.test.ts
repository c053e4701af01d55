import {describe, expect, it} from 'vitest';
import {flagsIn, permitFlags, shellWords} from '../../../../src/ui/plan/permit.ts';

const blocked = (...needs: string[]) => needs.map((need) => ({blocked: {needs: need, because: 'it exists'}}));
const many = (flag: string): string[] => ['a', 'b', 'c', 'd', 'e'].map((id) => `${flag} ${id}`);

describe('the flags that permit blocked changes', () => {
  it.each<{name: string; needs: string[]; want: string}>([
    {
      name: 'are all of them, by name',
      needs: ['--adopt a --force-conflicts a', '--adopt b'],
      want: '--adopt a --adopt b --force-conflicts a',
    },
    {name: 'are each named once', needs: ['--adopt a', '--adopt a'], want: '--adopt a'},
    {name: 'say all for more than anybody pastes', needs: many('--adopt'), want: '--adopt all'},
    {
      name: 'never say all where data is lost',
      needs: many('--allow-data-loss'),
      want: many('--allow-data-loss').join(' '),
    },
    {
      name: 'quote what a shell would read',
      needs: ["--adopt rbac/v1:Role:it's $HOME"],
      want: "--adopt 'rbac/v1:Role:it'\\''s $HOME'",
    },
    {name: 'are none where no flag helps', needs: ['somebody who removes the finalizer'], want: ''},
  ])('$name', ({needs, want}) => expect(shellWords(permitFlags(blocked(...needs)))).toBe(want));

  it('the flags never use all for a permission that takes ids only', () => {
    const changes = blocked(...many('--allow-delete'));
    const strict = changes.map(({blocked: one}, at) => ({blocked: at === 2 ? {...one, byId: true as const} : one}));
    expect(shellWords(permitFlags(strict))).toBe(many('--allow-delete').join(' '));
  });

  it('a change that is not blocked needs no flags', () => expect(permitFlags([{}])).toEqual([]));

  it('the flags keep ids with spaces', () =>
    expect(flagsIn('--adopt v1:Role:a b --force-conflicts v1:Role:a b')).toEqual([
      '--adopt v1:Role:a b',
      '--force-conflicts v1:Role:a b',
    ]));
});
