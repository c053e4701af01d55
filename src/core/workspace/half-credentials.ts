import type {Diagnostic} from '../diagnostic/diagnostic.ts';
import {decideKeys, type KeyInputs} from './decide-keys.ts';
import type {KeyCandidate} from './key-candidate.ts';
import {twinsOf} from './provider-twins.ts';

/** Pairs of keys that are only valid together. A program that finds only one of them looks for another identity. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  ['ALICLOUD_ACCESS_KEY', 'ALICLOUD_SECRET_KEY'],
];

/** Warns of incomplete credentials in a workspace: the identity would then depend on the machine. */
export function halfCredentials(inputs: KeyInputs, workspace: string): readonly Diagnostic[] {
  const said = decideKeys(inputs).filter(({level}) => level === 'workspace' || level === 'spec');
  return PAIRS.flatMap(([id, secret]) => {
    const [first, second] = [saidAs(id, said), saidAs(secret, said)];
    if ((first === undefined) === (second === undefined)) return [];
    const [here, missing] = first === undefined ? [second, id] : [first, secret];
    return [
      {
        severity: 'warning',
        code: 'context/half-credential',
        message: `workspace ${workspace} sets ${here?.name} without ${missing}: programs will use another identity of this machine`,
        hint: `Set ${missing} too.`,
      },
    ];
  });
}

const saidAs = (name: string, said: readonly KeyCandidate[]): KeyCandidate | undefined =>
  said.find((candidate) => candidate.name === name || twinsOf(name).includes(candidate.name));
