import {GantryError} from '../../core/failure/failure.ts';
import type {NotSigned} from '../../core/failure/not-signed.ts';
import type {SignKeyless} from '../../core/signature/keyless.ts';
import {RELEASE_NAMESPACE, type ReleaseStatement, statementText} from '../../core/signature/release-statement.ts';
import type {FoundSignatureRules, KnownSigners} from '../../core/signature/signature-rules.ts';
import {readArmoredSignature} from '../../core/trust/ssh/armored-signature.ts';
import {judgeSignature, type SignatureProblem} from '../../core/trust/ssh/judge-signature.ts';
import {publicKeyIn} from '../../core/trust/ssh/public-key.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Clock} from '../../ports/clock.ts';
import type {Programs} from '../../ports/programs.ts';
import type {Signing} from '../../ports/signing.ts';
import type {WorkspacePlaces} from '../workspace/known-workspaces.ts';
import {knownSigners} from './known-signers.ts';
import {signByIdentity} from './sign-by-identity.ts';
import {signText} from './sign-text.ts';
import {signatureRulesNamed} from './signature-rules-named.ts';

/** The key of a run, and what it needs to sign. */
export type SigningDeps = {
  /** `--sign`: a private key, or a public key whose private key an SSH agent holds, or `sigstore`. Absent: the run signs nothing. */
  readonly key?: string | undefined;
  /** Signs without a key of the user. It is loaded only if it is asked for. */
  readonly keyless: () => Promise<SignKeyless>;
  readonly cwd: string;
  readonly clock: Clock;
  /** The programs of the user. They also run after the run was interrupted, because its release is still recorded. */
  readonly programs: () => Promise<Programs>;
  /** Interrupts the live view, because the program may ask for a passphrase. */
  readonly pause?: (() => void) | undefined;
  readonly places: (backend: Backend) => WorkspacePlaces;
  /** The rules of the workspaces that the run has chosen so far, by name. */
  readonly chosen: ReadonlyMap<string, readonly FoundSignatureRules[]>;
};

/** Returns the function that signs the releases which a run records in a backend. */
export function createSigning(deps: SigningDeps, backend: Backend): Pick<Signing, 'signers' | 'require' | 'sign'> {
  const read = new Map<string, Read>();
  let last: Promise<unknown> = Promise.resolve();

  const signers: Signing['signers'] = (workspace) => {
    const chosen = deps.chosen.get(workspace);
    const known = read.get(workspace);
    if (known !== undefined && known.chosen === chosen) return known.found;
    const found = readSigners(workspace, deps, backend);
    read.set(workspace, {chosen, found});
    found.catch(() => read.delete(workspace));
    return found;
  };
  const require: Signing['require'] = async (workspace) => {
    if (deps.key === undefined && (await signers(workspace)).isRequired)
      throw new GantryError({code: 'release/not-signed', workspace, because: 'no-key'});
  };
  const sign: Signing['sign'] = async (statement) => {
    const {workspace} = statement;
    await require(workspace);
    const {key} = deps;
    if (key === undefined) return undefined;
    const known = await signers(workspace);
    if (key === SIGSTORE) return signByIdentity(statement, known, await deps.keyless());
    const {keys} = known;
    // A terminal can show one prompt for a passphrase at a time.
    const turn = last.then(() => signatureOf(statement, {...deps, key}));
    last = turn.catch(() => undefined);
    const {ssh, problem} = await turn.then((made) => ({ssh: made, problem: problemOf(statement, made, keys, deps)}));
    if (problem === undefined) return {statement: statementText(statement), ssh};
    throw new GantryError({code: 'release/not-signed', workspace, ...reasonOf(problem, key)});
  };
  return {signers, require, sign};
}

/** The signers of a workspace, and its rules when they were read. Each plan chooses the rules again, so that a process with many plans sees changes. */
type Read = {
  readonly chosen: readonly FoundSignatureRules[] | undefined;
  readonly found: Promise<KnownSigners>;
};

/** A key of this name is `./sigstore`. */
const SIGSTORE = 'sigstore';

async function readSigners(workspace: string, deps: SigningDeps, backend: Backend): Promise<KnownSigners> {
  const found = await signatureRulesNamed(workspace, deps.places(backend));
  const chosen = deps.chosen.get(workspace) ?? [];
  return knownSigners([...found, ...chosen.filter((one) => !found.some(({file}) => file === one.file))]);
}

async function signatureOf(statement: ReleaseStatement, deps: SigningDeps & {readonly key: string}): Promise<string> {
  const {key, cwd} = deps;
  deps.pause?.();
  const text = statementText(statement);
  const signed = await signText({text, namespace: RELEASE_NAMESPACE, key, cwd}, await deps.programs());
  if ('signature' in signed) return signed.signature;
  throw new GantryError({
    code: 'release/not-signed',
    workspace: statement.workspace,
    because: 'failed',
    key,
    problem: signed.problem,
  });
}

/** Verifies a new signature as `gantry release verify` will. */
function problemOf(
  statement: ReleaseStatement,
  ssh: string,
  keys: KnownSigners['keys'],
  {clock}: Pick<SigningDeps, 'clock'>,
): SignatureProblem | string | undefined {
  const signature = readArmoredSignature(ssh);
  if ('problem' in signature) return signature.problem;
  const own = publicKeyIn(signature.publicKey);
  if ('problem' in own) return own.problem;
  const judged = {bytes: Buffer.from(statementText(statement)), signature, namespace: RELEASE_NAMESPACE};
  const now = clock.now();
  if (judgeSignature({...judged, now, keys: [{key: own}]}) !== undefined)
    return 'the signature of ssh-keygen cannot be verified';
  return keys === undefined ? undefined : judgeSignature({...judged, now, keys});
}

type Reason = {readonly because: 'failed'; readonly key: string; readonly problem: string} | NotASigner;
type NotASigner = Pick<Extract<NotSigned, {because: 'not-a-signer'}>, 'because' | 'key' | 'limit'>;

function reasonOf(problem: SignatureProblem | string, key: string): Reason {
  if (typeof problem === 'string') return {because: 'failed', key, problem};
  switch (problem.reason) {
    case 'not-yet':
    case 'ended':
      return {
        because: 'not-a-signer',
        key: problem.key,
        limit: problem.reason === 'ended' ? `it was valid until ${problem.at}` : `it is valid from ${problem.at}`,
      };
    case 'other-namespaces':
      return {because: 'not-a-signer', key: problem.key, limit: `it is allowed for ${problem.namespaces.join(', ')}`};
    case 'unknown-key':
    case 'other-text':
      return {because: 'not-a-signer', key: problem.key};
    case 'namespace':
    case 'none':
    default:
      return {because: 'failed', key, problem: 'the signature of ssh-keygen is for another purpose'};
  }
}
