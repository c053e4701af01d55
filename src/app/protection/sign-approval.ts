import {homedir} from 'node:os';
import {join} from 'node:path';
import {probeFile} from '../../config/probe-file.ts';
import {writeWhole} from '../../config/write-whole.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {APPROVED_FOR, type Approval, approvalText, type SignedApproval} from '../../core/protection/approval.ts';
import {judgeApproval} from '../../core/protection/judge-approval.ts';
import {readArmoredSignature} from '../../core/trust/ssh/armored-signature.ts';
import {publicKeyIn} from '../../core/trust/ssh/public-key.ts';
import {currentHolder} from '../../engine/release/holder.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {signText} from '../signing/sign-text.ts';

/** The options of an approval. */
export type ApprovalOptions = {
  /** The time in which the approval can be used. */
  readonly expiresSeconds: number;
  /** A private key, or a public key whose private key an SSH agent holds. Default: the first key in ~/.ssh. */
  readonly key?: string | undefined;
  readonly outsideWindows?: string | undefined;
  /** Refuses a file that cannot be written, or that contains anything else than an approval. */
  readonly checkFile: (file: string) => Promise<void>;
};

/** Returns an approval that is not signed yet: by this user, from now on. */
export function newApproval(
  subject: Pick<Approval, 'approves' | 'workspace' | 'digests'>,
  {expiresSeconds, outsideWindows}: ApprovalOptions,
  deps: Pick<Deps, 'clock' | 'env' | 'command'>,
): Approval {
  const {user, host} = currentHolder(deps);
  const now = deps.clock.now();
  const expires = new Date(now.getTime() + expiresSeconds * 1000).toISOString();
  const approver = `${user}@${host}`;
  return {formatVersion: 1, ...subject, approver, approvedAt: now.toISOString(), expires, ...defined({outsideWindows})};
}

/** An approval to sign, and the file that it is written to. */
export type SignApproval = {readonly approval: Approval; readonly key: string | undefined; readonly file: string};

/**
 * Signs an approval with `ssh-keygen`, so that passphrases and SSH agents work as usual, and writes it to a file. Returns the fingerprint of the key.
 * @throws GantryError 'input/usage' if no key is found, or if `gantry apply` would refuse the signature
 */
export async function signApproval({approval, key, file}: SignApproval, deps: Deps): Promise<string> {
  const signature = await signatureFor(approvalText(approval), key ?? (await defaultKey(deps)), deps);
  const signed = {...approval, signature};
  const fingerprint = fingerprintIn(signed, deps);
  await writeWhole(file, `${JSON.stringify(signed, undefined, 2)}\n`);
  return fingerprint;
}

const DEFAULT_KEYS = ['id_ed25519', 'id_ecdsa', 'id_rsa'] as const;

async function defaultKey({env}: Pick<Deps, 'env'>): Promise<string> {
  const directory = join(env['HOME'] || homedir(), '.ssh');
  for (const name of DEFAULT_KEYS) {
    const path = join(directory, name);
    if ((await probeFile(path)) !== 'missing') return path;
  }
  throw usage(`${directory} has no key (${DEFAULT_KEYS.join(', ')})`, 'Name one with --key FILE.');
}

async function signatureFor(text: string, key: string, deps: Deps): Promise<string> {
  const asked = {text, namespace: APPROVED_FOR, key, cwd: deps.cwd};
  const signed = await signText(asked, await deps.programs());
  if ('signature' in signed) return signed.signature;
  throw usage(`the key ${key} cannot sign: ${signed.problem}`, 'Name another key with --key FILE.');
}

/** Verifies a new signature as `gantry apply` will. Returns the fingerprint of its key. */
function fingerprintIn(signed: SignedApproval, {clock}: Pick<Deps, 'clock'>): string {
  const found = readArmoredSignature(signed.signature);
  if ('problem' in found) throw usage(`the signature cannot be used: ${found.problem}`, OTHER_KEY);
  const key = publicKeyIn(found.publicKey);
  if ('problem' in key) throw usage(`the key cannot be used: ${key.problem}`, OTHER_KEY);
  const [digest = ''] = signed.digests;
  const judged = judgeApproval({approval: signed, change: {...signed, digest}, keys: [{key}], now: clock.now()});
  if ('reason' in judged) throw new Error(`ssh-keygen made a signature that cannot be verified: ${judged.reason}`);
  return judged.key;
}

const OTHER_KEY = 'Sign with another key: --key FILE.';

const usage = (message: string, hint: string): GantryError => new GantryError({code: 'input/usage', message, hint});
