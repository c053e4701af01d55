import {GantryError} from '../../core/failure/failure.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import {releasesPrefix, terraformPrefix} from '../../core/release/keys.ts';
import {indexedHistories} from '../../engine/backend/copy-keys.ts';
import {dropEarlierKeys, type Rekeyed, resealBelow, startRekey} from '../../engine/sealing/rekey.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import {whileLocked} from '../release/lock-histories.ts';
import {refuseUntrusted} from '../untrusted/refused-untrusted.ts';

/** Request of `gantry backend rekey`. */
export type RekeyBackend = {
  readonly lockTimeoutSeconds: number;
  /** Asks for confirmation, after the recipients are known. */
  readonly confirm: (about: Rekeying) => Promise<boolean>;
};

/** The backend that gets a new data key, and who can open it then. */
export type Rekeying = {readonly backend: string; readonly recipients: readonly string[]};

/** The answer of `gantry backend rekey`. */
export type RekeyOutcome = Rekeying & {readonly formatVersion: 1} & (
    | {readonly kind: 'declined'}
    | (Rekeyed & {
        /** The number of documents with sealed values that were rewritten. */
        readonly rewritten: number;
        /** Stacks that another run used until the timeout. Their documents still need the data key before. */
        readonly waiting: readonly HistoryNames[];
      })
  );

/**
 * Gives the backend a new data key for the recipients that the configuration declares, and rewrites everything that is sealed. A backend in
 * clear is sealed. Other runs continue: each stack is locked only while its documents are rewritten. A repetition continues after a crash.
 * @throws GantryError backend/sealed and input/usage before anything was written
 */
export async function rekeyBackend(request: RekeyBackend, deps: Deps): Promise<RekeyOutcome> {
  refuseUntrusted('a rekey seals the backend for the recipients in a configuration');
  // A rekey changes no release, so it needs no approval of protected workspaces.
  const {admit: _, ...backend} = await deps.backend();
  const recipients = (backend.encryption?.declared ?? []).flatMap((one) => one.recipients);
  if (recipients.length === 0) throw undeclared(backend);
  const about = {formatVersion: 1, backend: backend.name, recipients} as const;
  if (!(await request.confirm(about))) return {...about, kind: 'declined'};
  deps.signal.throwIfAborted();
  const started = await startRekey(backend);
  const done = await resealAll(backend, request, deps);
  if (done.waiting.length === 0) await dropEarlierKeys(backend, started.generation);
  return {...about, ...started, ...done};
}

const undeclared = ({name}: Backend): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: `the configuration declares no encryption for ${name}`,
    hint: 'Declare it beside the kind: backend: {s3: {bucket: NAME}, encryption: {age: {recipients: [age1…]}}}',
  });

/**
 * Rewrites the sealed values of each stack under its lock: a run that holds it may still seal with the data key before, and a run that
 * takes it later reads the new one.
 */
async function resealAll(backend: Backend, {lockTimeoutSeconds}: RekeyBackend, deps: Deps) {
  const here = (await indexedHistories(backend)).filter(({entry}) => entry.movedTo === undefined);
  const waiting: HistoryNames[] = [];
  let rewritten = 0;
  for (const {names, entry} of here) {
    try {
      rewritten += await whileLocked({backend, histories: [names], lockTimeoutSeconds, deps}, async () => {
        const releases = await resealBelow(backend, releasesPrefix(entry.lineage));
        return releases + (await resealBelow(backend, terraformPrefix(entry.lineage)));
      });
    } catch (error) {
      if (!(error instanceof GantryError) || error.failure.code !== 'release/locked') throw error;
      waiting.push(names);
    }
  }
  // What no index refers to is used by no run.
  if (waiting.length === 0)
    rewritten += (await resealBelow(backend, 'releases/')) + (await resealBelow(backend, 'terraform/'));
  return {rewritten, waiting};
}
