import {resolve} from 'node:path';
import type {ReleaseChain} from '../../config/documents/release-chain.ts';
import {readText, shownPath} from '../../config/read-text.ts';
import {writeWhole} from '../../config/write-whole.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {type HistoryNames, historyText} from '../../core/release/history-names.ts';
import {prunedKey} from '../../core/release/keys.ts';
import {type LostDocument, lostDocuments} from '../../core/release/lost-documents.ts';
import {decodePruned} from '../../core/release/pruned-record.ts';
import type {Identity, VerifyBundle} from '../../core/signature/keyless.ts';
import type {KnownSigners} from '../../core/signature/signature-rules.ts';
import {type AllowedKey, readAllowedKeys} from '../../core/trust/ssh/allowed-keys.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {nameHistory} from './name-history.ts';
import {chainText, isChain, readChain, rememberReads, savedBackend} from './saved-chain.ts';
import {newestFirst, type VerifiedHistory, verifyHistory} from './verify-history.ts';

/** Request of `gantry release verify`. */
export type VerifyReleases = StackRequest & {
  /** A saved chain to verify in place of a backend. Neither a backend nor a cluster is used then. */
  readonly file?: string | undefined;
  /** A file of public keys in the format of `allowed_signers`. Default: the signers of the workspace. */
  readonly signers?: string | undefined;
  /** The identity that may have signed by Sigstore, and its issuer, beside the keys of `signers`. */
  readonly identity?: Identity | undefined;
  /** A file of trusted roots of Sigstore. */
  readonly trustedRoot?: string | undefined;
  /** An earlier saved chain, which the history must contain. */
  readonly contains?: string | undefined;
  /** The file that gets the documents of the history. */
  readonly save?: string | undefined;
  /** Refuses a file that cannot be written, or that contains anything else than a chain. */
  readonly checkFile: (file: string, isOwn: (text: string) => boolean) => Promise<void>;
};

/** The answer of `gantry release verify`. */
export type VerifiedReleases = Omit<VerifiedHistory, 'faults'> & {
  readonly faults: readonly (VerifiedHistory['faults'][number] | LostDocument)[];
  /** True for a saved chain: the key for its MACs is not in the file. */
  readonly isWithoutMacs?: true;
  /** The file of the saved chain. */
  readonly saved?: string;
};

/**
 * Verifies a release history of a backend or of a file, compares it with an earlier file, and saves it.
 * @throws GantryError input/usage for a file that cannot be read; release/not-found; the errors of the backend
 */
export async function verifyReleases(request: VerifyReleases, deps: Deps): Promise<VerifiedReleases> {
  const at = (path: string): string => resolve(deps.cwd, request.directory ?? '.', path);
  const saved = request.save === undefined ? undefined : at(request.save);
  if (saved !== undefined) await request.checkFile(saved, isChain);
  const chain = request.file === undefined ? undefined : readChain(at(request.file));
  const earlier = request.contains === undefined ? undefined : readChain(at(request.contains));
  const signers = givenSigners(request, at);
  const verifyBundle =
    request.trustedRoot === undefined ? undefined : await readRoots(at(request.trustedRoot), deps.bundleVerifier);
  const names = chain ?? (await nameHistory(request, deps));
  const remembering = rememberReads(chain === undefined ? await deps.backend() : savedBackend(chain));
  const {backend, documentsOf} = remembering;
  const found = await verifyHistory(
    {...names, signers, verifyBundle},
    {backend: async () => backend, signal: deps.signal},
  );
  const documents = found.lineage === undefined ? {} : documentsOf(names, found.lineage);
  const lost = earlier === undefined ? [] : lostSince(earlier, {names, found, documents});
  const faults = newestFirst([...found.faults, ...lost]);
  if (saved !== undefined && found.lineage !== undefined)
    await writeWhole(saved, chainText({...chainOf(names, found.lineage, backend, deps), documents}));
  return {
    ...found,
    isWhole: faults.length === 0,
    faults,
    ...defined({
      isWithoutMacs: chain === undefined ? undefined : (true as const),
      saved: saved === undefined ? undefined : shownPath(saved),
    }),
  };
}

const chainOf = (
  {project, stack, workspace}: HistoryNames,
  lineage: string,
  backend: Backend,
  {clock, gantryVersion}: Pick<Deps, 'clock' | 'gantryVersion'>,
): Omit<ReleaseChain, 'formatVersion' | 'kind' | 'documents'> => ({
  project,
  stack,
  workspace,
  lineage,
  backend: backend.place ?? backend.name,
  savedAt: clock.now().toISOString(),
  gantryVersion,
});

type Now = Pick<ReleaseChain, 'documents'> & {readonly names: HistoryNames; readonly found: VerifiedHistory};

/** Returns the releases of an earlier chain that the history no longer contains. The names of a history may have changed. */
function lostSince(earlier: ReleaseChain, {names, found, documents}: Now): readonly LostDocument[] {
  const {lineage, faults} = found;
  if (lineage !== undefined && lineage !== earlier.lineage)
    throw usage(
      `the earlier chain belongs to another release history than ${historyText(names)}: ${earlier.lineage}, not ${lineage}`,
      'Compare two chains of the same history. A history that was deleted and begun again has another lineage.',
    );
  const key = prunedKey(earlier.lineage);
  const isBelieved = !faults.some((one) => one.key === key);
  const pruned = isBelieved ? documents[key] : undefined;
  return lostDocuments(
    earlier.documents,
    documents,
    pruned === undefined ? undefined : decodePruned(earlier.lineage, new TextEncoder().encode(pruned)),
  );
}

const MOST_MEBIBYTES = 1;

/** Returns the signers that the request names, in place of those of the workspace. */
function givenSigners(
  {signers, identity}: Pick<VerifyReleases, 'identity' | 'signers'>,
  at: (path: string) => string,
): KnownSigners | undefined {
  if (signers === undefined && identity === undefined) return undefined;
  const keys = signers === undefined ? [] : readSigners(at(signers));
  return {isRequired: false, keys, ...defined({identities: identity && [identity]})};
}

/** Reads a file of trusted roots. @throws GantryError input/usage */
async function readRoots(path: string, open: Deps['bundleVerifier']): Promise<VerifyBundle> {
  const {text, diagnostics, file} = readText(path, MOST_MEBIBYTES, true);
  if (text === undefined) throw usage(diagnostics[0]?.message ?? `cannot read ${file}`, ROOTS);
  const verify = (await open())(text);
  if (verify === undefined) throw usage(`${file} has no trusted root of Sigstore`, ROOTS);
  return verify;
}

const ROOTS = 'Write the file with "gh attestation trusted-root" or "cosign trusted-root create".';

/** Reads a file of signers. @throws GantryError input/usage */
function readSigners(path: string): readonly AllowedKey[] {
  const {text, diagnostics, file} = readText(path, MOST_MEBIBYTES, true);
  if (text === undefined) throw usage(diagnostics[0]?.message ?? `cannot read ${file}`, SIGNERS);
  const {keys, problems} = readAllowedKeys(text);
  const [first] = problems;
  if (first !== undefined) throw usage(`${file}, line ${first.line}: ${first.problem}`, SIGNERS);
  if (keys.length === 0) throw usage(`${file} has no public key`, SIGNERS);
  return keys;
}

const SIGNERS = 'Each line has a name and a public key: alice@example.com ssh-ed25519 AAAA…';

const usage = (message: string, hint: string): GantryError => new GantryError({code: 'input/usage', message, hint});
