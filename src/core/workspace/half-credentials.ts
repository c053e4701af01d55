import type {Diagnostic} from '../diagnostic/diagnostic.ts';
import {decideKeys, type KeyInputs} from './decide-keys.ts';
import type {KeyClaim} from './key-claim.ts';
import {twinsOf} from './provider-twins.ts';

/** Keys of which neither is of use without the other: a program that finds one of them goes on to look for another identity. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  ['ALICLOUD_ACCESS_KEY', 'ALICLOUD_SECRET_KEY'],
];

/** Half a credential in a workspace: whose cloud is changed would depend on what lies on the machine. */
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
        message: `workspace ${workspace} sets ${here?.name} without ${missing}: programs will look for another identity on this machine`,
        hint: `Set ${missing} as well.`,
      },
    ];
  });
}

const saidAs = (name: string, said: readonly KeyClaim[]): KeyClaim | undefined =>
  said.find((claim) => claim.name === name || twinsOf(name).includes(claim.name));
