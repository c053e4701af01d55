import {describe, expect, it} from 'vitest';
import type {Release} from '../../../../src/core/release/release.ts';
import {judgeReleaseSignature} from '../../../../src/core/signature/judge-release-signature.ts';
import {type ReleaseStatement, statementOf, statementText} from '../../../../src/core/signature/release-statement.ts';
import {readAllowedKeys} from '../../../../src/core/trust/ssh/allowed-keys.ts';
import {ecdsaKey, ed25519Key, rsaKey, type SshKey} from '../../../rig/ssh-key.ts';

const alice = ed25519Key();
const RELEASE = {
  project: 'shop',
  stack: 'web',
  workspace: 'prod',
  lineage: 'l',
  revision: 3,
  epoch: 4,
  phase: 'succeeded',
  startedAt: '2026-05-01T10:00:00.000Z',
  finishedAt: '2026-05-01T10:01:00.000Z',
} as Release;
const DIGEST = 'd'.repeat(64);

const keysOf = (line: string) => readAllowedKeys(line).keys;
const KEYS = keysOf(`alice@example.com ${alice.line}`);

/** Signs a statement about the release, with changes. */
function signed(change: Partial<ReleaseStatement> = {}, key: SshKey = alice, namespace = 'gantry-release') {
  const statement = statementText({...statementOf(RELEASE, {digest: DIGEST, backend: 'here'}), ...change});
  return {statement, ssh: key.sign(statement, {namespace})};
}

const judge = (signature: Parameters<typeof judgeReleaseSignature>[0]['signature'], keys = KEYS) =>
  judgeReleaseSignature({release: RELEASE, digest: DIGEST, signature, keys});

describe('the signature of a release', () => {
  it.each([
    ['an Ed25519 key', ed25519Key()],
    ['an ECDSA key', ecdsaKey()],
    ['an RSA key', rsaKey('rsa-sha2-512')],
  ])('%s that is listed is named with its principal', (_, key) => {
    expect(judge(signed({}, key), keysOf(`bob@example.com ${key.line}`))).toMatchObject({
      state: 'signed',
      signer: 'bob@example.com',
      backend: 'here',
    });
  });

  it.each<[string, Partial<ReleaseStatement>]>([
    ['another digest', {digest: 'e'.repeat(64)}],
    ['another revision', {revision: 4}],
    ['another epoch', {epoch: 5}],
    ['another lineage', {lineage: 'm'}],
    ['another workspace', {workspace: 'dev'}],
    ['another stack', {stack: 'api'}],
    ['another project', {project: 'blog'}],
    ['the intent of the run', {signs: 'intent'}],
    ['a later format', {formatVersion: 2 as 1}],
  ])('a signature of %s does not count', (_, change) => {
    expect(judge(signed(change))).toEqual({state: 'bad', problem: 'it is the signature of another release'});
  });

  it.each<[string, () => ReturnType<typeof signed> | 'damaged', string]>([
    ['another purpose', () => signed({}, alice, 'gantry-approval'), 'it was made for another purpose'],
    ['no form', () => 'damaged', 'it cannot be read'],
    ['a text that is not one', () => ({...signed(), ssh: 'nothing'}), 'it is not an armored SSH signature'],
    ['another text', () => ({...signed(), ssh: signed({revision: 9}).ssh}), 'its key did not make it'],
    [
      'the name of another key',
      () => ({...signed(), ssh: ed25519Key().sign(signed().statement, {namespace: 'gantry-release', claims: alice})}),
      'its key did not make it',
    ],
    ['SHA-1', () => signed({}, rsaKey('ssh-rsa')), 'its key did not make it'],
    ['a text around it', () => ({...signed(), statement: ` ${signed().statement}`}), 'it is the signature of another'],
  ])('a signature with %s is not valid', (_, make, problem) => {
    expect(judge(make())).toEqual({state: 'bad', problem: expect.stringContaining(problem)});
  });

  it('the limits of a key are compared with the time of the release', () => {
    const at = (options: string) => judge(signed(), keysOf(`alice@example.com ${options} ${alice.line}`));
    expect(at('valid-before="20260601Z"')).toMatchObject({state: 'signed'});
    expect(at('valid-before="20260401Z"')).toMatchObject({state: 'unknown-key', problem: {reason: 'ended'}});
    expect(at('valid-after="20260601Z"')).toMatchObject({state: 'unknown-key', problem: {reason: 'not-yet'}});
    expect(at('namespaces="gantry-approval"')).toMatchObject({problem: {reason: 'other-namespaces'}});
    expect(at('namespaces="gantry-release"')).toMatchObject({state: 'signed'});
  });

  it('a valid signature of a key that is not listed names the key', () => {
    expect(judge(signed({}, ed25519Key()))).toMatchObject({state: 'unknown-key', problem: {reason: 'unknown-key'}});
    expect(judgeReleaseSignature({release: RELEASE, digest: DIGEST, signature: signed()})).toMatchObject({
      state: 'unknown-key',
      backend: 'here',
    });
    expect(judge(undefined)).toEqual({state: 'unsigned'});
  });
});
