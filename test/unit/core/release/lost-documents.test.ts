import {describe, expect, it} from 'vitest';
import {lostDocuments} from '../../../../src/core/release/lost-documents.ts';

const at = (name: string): string => `releases/l/${name}.json`;
const EARLIER = {[at('head')]: 'h1', [at('1-1')]: 'a', [at('1-1-pending')]: 'p', [at('2-2-pending')]: 'q'};

describe('a chain that must contain an earlier one', () => {
  it.each([
    {name: 'the same documents and later ones', later: {...EARLIER, [at('head')]: 'h2', [at('3-3')]: 'c'}, want: []},
    {
      name: 'an intent that a prune of leftovers deleted beside its record',
      later: {[at('1-1')]: 'a', [at('2-2-pending')]: 'q'},
      want: [],
    },
    {name: 'a deleted release', later: {[at('1-1-pending')]: 'p', [at('2-2-pending')]: 'q'}, want: ['1 lost']},
    {name: 'a release with other contents', later: {...EARLIER, [at('1-1')]: 'b'}, want: ['1 rewritten']},
    {name: 'a deleted intent of a run that died', later: {[at('1-1')]: 'a'}, want: ['2 lost']},
    {name: 'pruned releases', later: {}, pruned: {upTo: 2, between: []}, want: []},
    {
      name: 'a pruned release between others',
      later: {[at('2-2-pending')]: 'q'},
      pruned: {upTo: 0, between: [{key: at('1-1'), sha256: ''}]},
      want: [],
    },
    {
      name: 'a rewritten release that claims to be pruned',
      later: {...EARLIER, [at('1-1')]: 'b'},
      pruned: {upTo: 2, between: []},
      want: ['1 rewritten'],
    },
  ])('$name', ({later, pruned, want}) => {
    const found = lostDocuments(EARLIER, later, pruned);
    expect(found.map(({revision, problem}) => `${revision} ${problem}`)).toEqual(want);
  });
});
