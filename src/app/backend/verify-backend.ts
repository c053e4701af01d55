import {type Failure, GantryError} from '../../core/failure/failure.ts';
import {knownKey} from '../../engine/release/hmac-key.ts';
import {mapLimited} from '../../lib/limit-concurrency.ts';
import type {Deps} from '../deps.ts';
import {type VerifiedDocument, verifyDocument} from './verify-document.ts';

/** Request of `gantry backend verify`. */
export type VerifyBackend = {
  /** True if documents that nothing leads to, and foreign ones, count as problems. */
  readonly strict: boolean;
};

/** A document that no run would accept. */
export type BadDocument = {readonly key: string; readonly failure: Failure};

/** The answer of `gantry backend verify`. */
export type VerifyOutcome = {
  readonly formatVersion: 1;
  readonly backend: string;
  readonly isSealed: boolean;
  /** False if there are problems, or with `strict` also orphans or foreign documents. */
  readonly isWhole: boolean;
  /** The number of documents that were read. */
  readonly documents: number;
  readonly problems: readonly BadDocument[];
  /** Documents that nothing leads to: of a lineage without an index entry, or sealed values without their release. */
  readonly orphans: readonly string[];
  /** Documents that Gantry does not write. */
  readonly foreign: readonly string[];
};

const AT_ONCE = 8;

/** Failures that say something about a document. All others stop the verification. */
export const ABOUT_DOCUMENTS: ReadonlySet<string> = new Set([
  'release/damaged',
  'release/untrusted',
  'release/newer-format',
  'input/invalid',
]);

/**
 * Reads every document of the backend as a run would: its form, digests and MACs, and what leads to it. Writes nothing.
 * @throws GantryError backend/sealed without a key; the errors of the backend
 */
export async function verifyBackend(
  {strict}: VerifyBackend,
  {backend: open, signal}: Pick<Deps, 'backend' | 'signal'>,
): Promise<VerifyOutcome> {
  // What this machine has seen is compared when a history is opened, and is not stored by a verification.
  const {seen: _, recent: __, ...backend} = await open();
  const keys = await backend.list('');
  const read = await mapLimited(keys, AT_ONCE, async (key) => {
    signal.throwIfAborted();
    try {
      return {key, document: await verifyDocument(backend, key)};
    } catch (error) {
      if (!(error instanceof GantryError) || !ABOUT_DOCUMENTS.has(error.failure.code)) throw error;
      return {key, failure: error.failure};
    }
  });
  const documents = read.flatMap(({key, document}) => (document === undefined ? [] : [{key, ...document}]));
  const problems = read.flatMap(({key, failure}) => (failure === undefined ? [] : [{key, failure}]));
  const orphans = orphansIn(documents);
  const foreign = documents.filter(({kind}) => kind === 'foreign').map(({key}) => key);
  const isKeyBad = problems.some(({key}) => key.startsWith('keys/'));
  return {
    formatVersion: 1,
    backend: backend.name,
    isSealed: !isKeyBad && (await knownKey(backend))?.isSealed === true,
    isWhole: problems.length === 0 && (!strict || orphans.length + foreign.length === 0),
    documents: keys.length,
    problems,
    orphans,
    foreign,
  };
}

type Keyed = VerifiedDocument & {readonly key: string};

/** Returns the documents that nothing leads to. A history whose index cannot be read is reported as a problem, and again here. */
function orphansIn(documents: readonly Keyed[]): readonly string[] {
  const lineages = new Set(documents.flatMap(({kind, lineage}) => (kind === 'index' ? [lineage] : [])));
  const runs = new Set(documents.flatMap(({kind, lineage, run}) => (kind === 'release' ? [`${lineage}/${run}`] : [])));
  return documents
    .filter(
      ({kind, lineage, run}) =>
        (lineage !== undefined && !lineages.has(lineage)) || (kind === 'sealed' && !runs.has(`${lineage}/${run}`)),
    )
    .map(({key}) => key);
}
