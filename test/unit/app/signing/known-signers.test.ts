import {describe, expect, it} from 'vitest';
import {knownSigners} from '../../../../src/app/signing/known-signers.ts';
import {ed25519Key} from '../../../rig/ssh-key.ts';

const [alice, bob] = [`alice ${ed25519Key().line}`, `bob ${ed25519Key().line}`];
const rules = (signers: readonly string[], more: object = {}) => ({
  isRequired: false,
  signers,
  file: 'workspaces/prod.yaml',
  isStored: true,
  ...more,
});

describe('the signers of workspaces with one name', () => {
  it.each([
    {name: 'no rules: any key', given: [], want: {isRequired: false, names: undefined}},
    {name: 'one list', given: [rules([alice, bob])], want: {isRequired: false, names: ['alice', 'bob']}},
    {
      name: 'a file of a project can require, and adds no signer',
      given: [rules([bob], {isStored: false, isRequired: true})],
      want: {isRequired: true, names: undefined},
    },
    {
      name: 'a file of a project beside a stored workspace',
      given: [rules([alice]), rules([bob], {isStored: false})],
      want: {isRequired: false, names: ['alice']},
    },
    {
      name: 'two stored lists: both must have the key',
      given: [rules([alice, bob]), rules([bob])],
      want: {isRequired: false, names: ['bob']},
    },
    {
      name: 'two stored lists without a common key',
      given: [rules([alice]), rules([bob])],
      want: {isRequired: false, names: []},
    },
    {
      name: 'a stored rule without signers',
      given: [rules([], {isRequired: true}), rules([bob])],
      want: {isRequired: true, names: ['bob']},
    },
  ])('$name', ({given, want}) => {
    const {isRequired, keys} = knownSigners(given);
    expect({isRequired, names: keys?.map(({principals}) => principals)}).toEqual(want);
  });

  it('files whose signers do not count are named only where no signers are known', () => {
    const ofProject = rules([bob], {isStored: false});
    expect(knownSigners([ofProject])).toEqual({isRequired: false, uncounted: ['workspaces/prod.yaml']});
    expect(knownSigners([rules([], {isStored: false}), rules([])])).toEqual({isRequired: false});
    expect(knownSigners([ofProject, rules([alice])])).not.toHaveProperty('uncounted');
  });

  it('the limits of a key in each stored list hold, in any order', () => {
    const key = ed25519Key().line;
    const limited = (options: string) => rules([`alice ${options} ${key}`]);
    const lists = [
      rules([`alice ${key}`]),
      limited('namespaces="git,gantry-release",valid-before="20260101Z"'),
      limited('namespaces="gantry-release,file",valid-after="20240101Z",valid-before="20270101Z"'),
    ];
    for (const given of [lists, lists.toReversed()])
      expect(knownSigners(given).keys).toEqual([
        expect.objectContaining({
          principals: 'alice',
          namespaces: ['gantry-release'],
          validAfter: new Date('2024-01-01'),
          validBefore: new Date('2026-01-01'),
        }),
      ]);
  });

  it('identities of Sigstore are signers as keys are', () => {
    const [main, branch] = ['main', 'mine'].map((identity) => ({identity, issuer: 'https://issuer'}));
    const by = (...identities: readonly unknown[]) => ({identities});
    expect(knownSigners([rules([], by(main))])).toEqual({isRequired: false, keys: [], identities: [main]});
    expect(knownSigners([rules([], by(main)), rules([], {...by(branch), isStored: false})]).identities).toEqual([main]);
    expect(knownSigners([rules([], by(main, branch)), rules([], by(branch))]).identities).toEqual([branch]);
    const elsewhere = {...main, issuer: 'https://other'};
    expect(knownSigners([rules([], by(main)), rules([], by(elsewhere))])).toEqual({isRequired: false, keys: []});
    // A list of keys excludes identities that it does not name.
    expect(knownSigners([rules([], by(main)), rules([alice])])).toEqual({isRequired: false, keys: []});
  });
});
