import type {StoreInFile} from '../../config/secret-store.ts';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import {fieldOf, propertyOf, wholeOf} from '../../core/secret/property-of.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {faultOf} from '../../core/secret/secret-fault.ts';
import {namesOf, parseSecretUri, type SecretName, type SecretUri} from '../../core/secret/secret-uri.ts';
import type {NamedSecret, NoSecret, SecretReading} from '../../ports/secret-store.ts';
import type {Deps} from '../deps.ts';
import {requireAllowed} from '../trust/require-consent.ts';
import {wantsOfSpecStore} from '../trust/wants-of-stack.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import type {Via} from '../workspace/via.ts';
import {type DeclaredStores, MAIN, pickStore, workspaceStores} from './declared-stores.ts';
import {fetchSecret} from './fetch-secret.ts';
import {openStore} from './open-store.ts';
import {type OpenedStore, runSecrets} from './run-secrets.ts';
import type {SecretAnswer, UnansweredSecret} from './secret-answer.ts';

/** Reads references to secrets for one workspace. */
export type SecretReader = {
  /**
   * Reads the value of a `ref://…`. A value that is not text is refused, unless the caller accepts bytes.
   * @throws GantryError if the cluster or the workspace that a store needs is not available
   */
  readonly read: (uri: string, options?: {readonly bytes: true}) => Promise<SecretAnswer>;
};

/** The workspace whose secret stores are read. */
export type ReaderRequest = {
  readonly chosen: FoundWorkspace;
  /** The store of a spec file. */
  readonly inSpec?: StoreInFile | undefined;
  readonly via?: Via;
};

/** Reads the references of a workspace: each store is opened, and each secret asked for, once in a run, and only when needed. */
export const secretReader = ({chosen, inSpec, via}: ReaderRequest, deps: Deps): SecretReader =>
  readerOf(workspaceStores(chosen, inSpec), deps, via);

/** Reads references from stores that are declared elsewhere. */
export const readerOf = (stores: DeclaredStores, deps: Deps, via: Via = []): SecretReader => ({
  read: async (uri, options) => {
    const parsed = parseSecretUri(uri);
    if ('because' in parsed) return {because: `it ${parsed.because}`};
    const opened = await open(stores, parsed, {deps, via});
    if ('because' in opened) return opened;
    const answer = await readIn(opened, parsed, deps);
    const found = 'value' in answer && !answer.value.isText && options === undefined ? notText(parsed) : answer;
    return 'value' in found ? found : {...found, because: `${found.because} (secret store ${opened.store.name})`};
  },
});

type Around = {readonly deps: Deps; readonly via: Via};

async function open(
  stores: DeclaredStores,
  {store: wanted}: SecretUri,
  {deps, via}: Around,
): Promise<OpenedStore | UnansweredSecret> {
  const picked = pickStore(stores, wanted);
  if ('because' in picked) return picked;
  const {of, chosen, inSpec} = stores;
  if (chosen !== undefined && inSpec !== undefined) await requireAllowed(wantsOfSpecStore(chosen, inSpec, deps), deps);
  const {name, store, base} = picked;
  const what = name === MAIN ? `the secret store of ${of}` : `the secret store ${name} of ${of}`;
  const key = JSON.stringify([chosen?.place, chosen?.file, of, base, name, store]);
  try {
    return await runSecrets(deps).open({
      key,
      what,
      via,
      open: (inner) =>
        openStore({store, base, name, what, chosen, via: inner, deps, read: readerOf(stores, deps, inner).read}),
    });
  } catch (error) {
    // Errors in the files are reported at the line of the reference; others are rethrown.
    if (!(error instanceof GantryError)) throw error;
    const {failure} = error;
    if (failure.code !== 'input/usage') return storeIsShut(failure) ?? Promise.reject(error);
    const {message, hint} = failure;
    return {because: message, hint};
  }
}

/** Returns the failure of a store that needs a secret of another store which cannot be read. */
function storeIsShut(failure: Failure): UnansweredSecret | undefined {
  if (failure.code !== 'secret/denied' && failure.code !== 'secret/unreachable') return undefined;
  const [first] = failure.diagnostics;
  if (first === undefined) return undefined;
  const fault = failure.code === 'secret/denied' ? 'denied' : 'unreachable';
  return {because: first.message, fault, hint: first.hint};
}

async function readIn(opened: OpenedStore, uri: SecretUri, deps: Deps): Promise<SecretAnswer> {
  const {store, read} = opened;
  const version = uri.version === undefined ? {} : {version: uri.version};
  const absent: NoSecret[] = [];
  for (const {name, property} of namesOf(uri, store.first)) {
    const secret: NamedSecret = {name, ...version};
    const reading = await read(JSON.stringify(secret), () => fetchSecret(store, secret, deps));
    if (!('because' in reading) || reading.absent !== true) return partOf(reading, {name, property});
    absent.push(reading);
  }
  const hint = absent.find((reading) => reading.hint !== undefined)?.hint;
  const because = [...new Set(absent.map((reading) => reading.because))].join(', and ');
  // Without access, a store does not say whether the secret exists.
  const fault = absent.map(faultOf).find((one) => one !== undefined);
  return {because, hint, fault};
}

function partOf(reading: SecretReading, {name, property}: SecretName): SecretAnswer {
  if ('because' in reading) {
    const {because, hint} = reading;
    const fault = faultOf(reading);
    return {because, hint, fault};
  }
  const found =
    'fields' in reading
      ? property === undefined
        ? wholeOf(reading.fields)
        : fieldOf(reading.fields, property)
      : property === undefined
        ? whole(reading.value)
        : propertyOf(reading.value, property, reading.syntax);
  return 'value' in found ? found : {...found, because: `the secret ${name.join('/')}: ${found.because}`};
}

const whole = (value: Secret): SecretAnswer => (value.isEmpty ? {because: 'it is empty'} : {value});

const notText = ({segments}: SecretUri): SecretAnswer => ({
  because: `${segments.join('/')} is not UTF-8 text, and this field accepts only text`,
  hint: 'Bytes are accepted as the whole value of a key under `data` of a Secret.',
});
