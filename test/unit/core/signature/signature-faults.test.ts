import {describe, expect, it} from 'vitest';
import {signatureFaults} from '../../../../src/core/signature/signature-faults.ts';
import type {KnownSigners} from '../../../../src/core/signature/signature-rules.ts';
import type {SignatureVerdict} from '../../../../src/core/signature/signature-verdict.ts';

const VERDICTS: Readonly<Record<string, SignatureVerdict>> = {
  '-': {state: 'unsigned'},
  s: {state: 'signed', key: 'SHA256:a', backend: 'here', signer: 'alice'},
  o: {state: 'signed', key: 'SHA256:a', backend: 'there', signer: 'alice'},
  u: {state: 'unknown-key', key: 'SHA256:m', backend: 'here'},
  b: {state: 'bad', problem: 'its key did not make it'},
  n: {state: 'not-verified', backend: 'here'},
};

const ANYBODY: KnownSigners = {isRequired: false};
const LISTED: KnownSigners = {isRequired: false, keys: []};
const REQUIRED: KnownSigners = {isRequired: true};

/** `history`: one letter for each revision, oldest first. */
type Row = {
  readonly name: string;
  readonly history: string;
  readonly signers: KnownSigners;
  readonly want: readonly string[];
};

const ROWS: readonly Row[] = [
  {name: 'a signed history has no fault', history: 'sss', signers: LISTED, want: []},
  {name: 'releases before the first signed one may be unsigned', history: '--ss', signers: LISTED, want: []},
  {name: 'an unsigned release after a signed one is a fault', history: 's-s', signers: LISTED, want: ['2 unsigned']},
  {name: 'an unsigned end is a fault', history: 'ss--', signers: REQUIRED, want: ['3 unsigned', '4 unsigned']},
  {name: 'of a history without signatures the end is named', history: '---', signers: REQUIRED, want: ['3 unsigned']},
  {name: 'without signers and without a rule nothing has to be signed', history: 's--', signers: ANYBODY, want: []},
  {name: 'without signers any key is accepted', history: 'uu', signers: ANYBODY, want: []},
  {name: 'without signers a required signature may be by any key', history: 'uu', signers: REQUIRED, want: []},
  {name: 'without a trusted root nothing is proved', history: 'sn', signers: LISTED, want: ['2 not-verified']},
  {name: 'the same where signatures are required', history: 'n', signers: REQUIRED, want: ['1 not-verified']},
  {name: 'without signers and without a rule it is only said', history: 'n', signers: ANYBODY, want: []},
  {name: 'a key that is not listed is a fault', history: 'su', signers: LISTED, want: ['2 unknown-signer']},
  {name: 'a signature of something else is always a fault', history: 'bs', signers: ANYBODY, want: ['1 bad-signature']},
  {
    name: 'a moved history has a fault until the next signed run',
    history: 'oo',
    signers: LISTED,
    want: ['2 other-backend'],
  },
  {name: 'a signed run after a move covers the releases before it', history: 'oos', signers: LISTED, want: []},
  {
    name: 'a history of another backend under an unsigned end has both faults',
    history: 'o-',
    signers: LISTED,
    want: ['1 other-backend', '2 unsigned'],
  },
];

describe('faults of signatures', () => {
  it.each(ROWS)('$name', ({history, signers, want}) => {
    const releases = history.split('').map((letter, index) => ({
      document: `releases/x/${index + 1}-1.json`,
      revision: index + 1,
      verdict: VERDICTS[letter] ?? {state: 'unsigned' as const},
    }));
    const found = signatureFaults(releases.toReversed(), signers, 'here');
    expect(found.map(({revision, problem}) => `${revision} ${problem}`)).toEqual(want);
  });
});
