import type {HistoryFault, VerifiedHistory} from '../../../app/release/verify-history.ts';
import type {ChainFault, ChainStart} from '../../../core/release/chain.ts';
import {parseReleaseKey} from '../../../core/release/keys.ts';
import {count} from '../../count.ts';
import {failureText} from '../../failure-text.ts';
import {errorBody} from '../../json.ts';
import {printable} from '../../printable.ts';

/** Returns the result of `gantry release verify`: one line for each fault, with its revision and its place. */
export function verifyHistoryText(found: VerifiedHistory): string {
  const {project, stack, workspace, releases, linked, starts, faults} = found;
  const sum = faults.length === 0 ? 'no fault found' : `${count(faults.length, 'fault')} found`;
  const lines = [
    ...faults.map(
      (one) => `${one.revision === undefined ? 'history' : `revision ${one.revision}`}  ${one.key}: ${faultText(one)}`,
    ),
    ...starts.map(({revision, because}) => `The chain ${STARTS[because](revision)}.`),
    `Verified ${count(releases, 'release')} of ${project}/${stack} in ${workspace}, ${linked} of them linked by digest: ${sum}.`,
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

const STARTS: Readonly<Record<ChainStart['because'], (revision: number) => string>> = {
  first: (revision) => `begins at revision ${revision}, the first release`,
  pruned: (revision) => `begins at revision ${revision}: the releases before it were pruned`,
  rebuilt: (revision) => `begins again at revision ${revision}, which was rebuilt from the cluster`,
  'earlier-version': (revision) => `begins at revision ${revision}, which an earlier version of Gantry recorded`,
  unreadable: (revision) => `is broken at revision ${revision}`,
};

/** Returns the JSON document of `gantry release verify`. Faults include their texts. */
export const verifyHistoryDocument = ({faults, ...found}: VerifiedHistory): unknown => ({
  ...found,
  faults: faults.map((one) => {
    if (one.problem !== 'refused') return {...one, message: faultText(one)};
    const {failure, ...rest} = one;
    return {...rest, message: faultText(one), error: errorBody(failure)};
  }),
});

const faultText = (fault: HistoryFault): string =>
  fault.problem === 'refused' ? failureText(fault.failure).message : CHAIN[fault.problem](fault);

const CHAIN: Readonly<Record<ChainFault['problem'], (fault: ChainFault) => string>> = {
  missing: ({namedBy}) => (namedBy === undefined ? 'not found' : `not found, but ${nameOf(namedBy)} names it`),
  changed: ({namedBy = ''}) => `it is not the document that ${nameOf(namedBy)} names: its digest is different`,
  fork: () => 'it is stored, but no later release and no head names it',
  'no-link': () => 'it names no release before it, but earlier ones are stored',
  order: ({namedBy = ''}) => `it names ${nameOf(namedBy)}, which is not older`,
};

function nameOf(key: string): string {
  const release = parseReleaseKey(key);
  return release === undefined ? 'the head' : `revision ${release.revision}`;
}
