import {randomInt} from 'node:crypto';
import {moduleReference} from '../../../core/chart/generated-reference.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {once} from '../../../lib/once.ts';
import {sha256} from '../../../lib/sha256.ts';
import type {GeneratedGroup} from '../generated.ts';
import type {Built} from '../source.ts';
import type {SourcedValue} from './mark-generated.ts';

/** Returns the generated values of modules. Each value is its own group: if one password is lost, the others are not renewed. */
export function generatedGroups(values: readonly SourcedValue[]): Pick<Built, 'generated' | 'records'> {
  const groups = [...new Map(values.map((value) => [value.source, groupOf(value)])).values()];
  if (groups.length === 0) return {};
  const records = groups.map(({source, record}) => ({
    kind: 'app',
    name: source,
    value: {},
    generated: {...record, values: {}},
  }));
  return {generated: groups, records};
}

function groupOf({source, length, alphabet}: SourcedValue): GeneratedGroup {
  const reference = moduleReference(source);
  const form = sha256(`${length} ${alphabet}`);
  return {
    source,
    inputs: 'its length or its alphabet',
    leaves: new Map([[reference, {certificates: []}]]),
    record: {render: form, madeFrom: form, fingerprints: {}, stable: {}},
    renew: once(() => Promise.resolve(new Map([[reference, new Secret(randomText(length, alphabet))]]))),
  };
}

/** Returns a text in which each character of the alphabet is equally likely. */
const randomText = (length: number, alphabet: string): string =>
  Array.from({length}, () => alphabet[randomInt(alphabet.length)]).join('');
