import {describe, expect, it} from 'vitest';
import {type Approval, approvalText, changeDigest} from '../../../../src/core/protection/approval.ts';
import {type JudgedApproval, judgeApproval} from '../../../../src/core/protection/judge-approval.ts';
import {readAllowedKeys} from '../../../../src/core/trust/ssh/allowed-keys.ts';
import {ecdsaKey, ed25519Key, rsaKey, type SshKey} from '../../../rig/ssh-key.ts';

const NOW = new Date('2026-11-27T12:00:00Z');
const alice = ed25519Key();
const stranger = ed25519Key();

const APPROVAL: Approval = {
  formatVersion: 1,
  approves: 'plans',
  workspace: 'prod',
  digests: ['d1', 'd2'],
  approver: 'alice@laptop',
  approvedAt: '2026-11-27T11:00:00.000Z',
  expires: '2026-11-27T13:00:00.000Z',
};

const signed = (approval: Approval = APPROVAL, key: SshKey = alice, namespace = 'gantry-approval') => ({
  ...approval,
  signature: key.sign(approvalText(approval), {namespace}),
});

function judge(approval = signed(), more: Partial<JudgedApproval> & {readonly listed?: string} = {}) {
  const {keys} = readAllowedKeys(more.listed ?? `alice@example.com ${alice.line}`);
  const change = {approves: 'plans', workspace: 'prod', digest: 'd2'} as const;
  return judgeApproval({approval, change, keys, now: NOW, ...more});
}

describe('an approval', () => {
  it('an approval by a listed key permits its change, and the list names the approver', () => {
    const key = expect.stringMatching(/^SHA256:[\w+/]{43}$/);
    expect(judge()).toEqual({approver: 'alice@example.com', key});
    expect(judge(signed(), {listed: alice.line})).toEqual({approver: 'alice@laptop', key});
  });

  it.each([ecdsaKey, () => rsaKey('rsa-sha2-512')])('other key types count, too', (make) => {
    const key = make();
    expect(judge(signed(APPROVAL, key), {listed: key.line})).toMatchObject({approver: 'alice@laptop'});
  });

  it.each<{name: string; approval: ReturnType<typeof signed>; listed?: string; want: object}>([
    {
      name: 'a key that is not listed',
      approval: signed(APPROVAL, stranger),
      want: {reason: 'signature', problem: {reason: 'unknown-key'}},
    },
    {
      name: 'a signature for another purpose',
      approval: signed(APPROVAL, alice, 'gantry-allow'),
      want: {problem: {reason: 'namespace', found: 'gantry-allow'}},
    },
    {
      name: 'a key that is listed for another purpose',
      approval: signed(),
      listed: `alice namespaces="git" ${alice.line}`,
      want: {problem: {reason: 'other-namespaces'}},
    },
    {
      name: 'a key whose time is over',
      approval: signed(),
      listed: `alice valid-before="20261101Z" ${alice.line}`,
      want: {problem: {reason: 'ended'}},
    },
    {name: 'a text in place of a signature', approval: {...signed(), signature: 'yes'}, want: {reason: 'unreadable'}},
    {
      name: 'another workspace',
      approval: signed({...APPROVAL, workspace: 'test'}),
      want: {reason: 'other-workspace', found: 'test'},
    },
    {name: 'another plan', approval: signed({...APPROVAL, digests: ['d1']}), want: {reason: 'other-change'}},
    {
      name: 'a change of the workspace',
      approval: signed({...APPROVAL, approves: 'workspace'}),
      want: {reason: 'other-change'},
    },
    {
      name: 'an expired approval',
      approval: signed({...APPROVAL, expires: '2026-11-27T12:00:00.000Z'}),
      want: {reason: 'expired'},
    },
    {name: 'an invalid expiry', approval: signed({...APPROVAL, expires: 'never'}), want: {reason: 'expired'}},
    {
      name: 'an approval of tomorrow',
      approval: signed({...APPROVAL, approvedAt: '2026-11-28T00:00:00.000Z', expires: '2026-11-29T00:00:00.000Z'}),
      want: {reason: 'not-yet'},
    },
  ])('$name permits nothing', ({approval, listed, want}) =>
    expect(judge(approval, listed === undefined ? {} : {listed})).toMatchObject(want),
  );

  it('a clock of the approver that is a few minutes ahead does not matter', () =>
    expect(judge(signed({...APPROVAL, approvedAt: '2026-11-27T12:04:00.000Z'}))).toMatchObject({
      approver: 'alice@example.com',
    }));

  it.each<Partial<Approval>>([
    {digests: ['d1', 'd2', 'd3']},
    {workspace: 'test'},
    {approves: 'workspace'},
    {approver: 'bob@laptop'},
    {approvedAt: '2026-11-27T11:00:01.000Z'},
    {expires: '2027-11-27T13:00:00.000Z'},
    {outsideWindows: 'incident'},
  ])('a field that was edited after the signature is found: %o', (edit) =>
    expect(judge({...signed(), ...edit})).toMatchObject({reason: 'signature', problem: {reason: 'other-text'}}),
  );

  it('the reason for a change outside of the windows cannot be removed', () => {
    const {outsideWindows: _, ...without} = signed({...APPROVAL, outsideWindows: 'incident'});
    expect(judge(without)).toMatchObject({problem: {reason: 'other-text'}});
  });
});

it('the digest of a change differs by the content before, the content after, and a deletion', () => {
  const digests = [
    changeDigest('a', 'b'),
    changeDigest('b', 'a'),
    changeDigest('a', 'c'),
    changeDigest('a', undefined),
    changeDigest('a', ''),
  ];
  expect(new Set(digests).size).toBe(digests.length);
  expect(changeDigest('a', 'b')).toBe(digests[0]);
});
