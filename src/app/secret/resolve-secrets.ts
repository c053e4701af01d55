import {dirname} from 'node:path';
import type {LoadedResources} from '../../config/load-resources.ts';
import type {StoreInFile} from '../../config/secret-store.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {inOrder} from '../../core/diagnostic/in-order.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {showPath} from '../../core/reference/path.ts';
import {type SecretReference, secretReferencesIn} from '../../core/reference/secret-references-in.ts';
import type {Release} from '../../core/release/release.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {parseSecretUri} from '../../core/secret/secret-uri.ts';
import type {SecretReading, SecretStore} from '../../ports/secret-store.ts';
import type {Deps} from '../deps.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import {type DeclaredStore, type NoStore, openDeclaredStore} from './open-store.ts';

export type SecretsRequest = {
  readonly loaded: Pick<LoadedResources, 'resources' | 'expandable' | 'origins' | 'secretStore'>;
  readonly chosen: ChosenWorkspace;
};

type Doors = Pick<Deps, 'secretStore' | 'env'>;

/**
 * The value of every `ref://…` of a plan, each read once.
 * @throws GantryError `input/invalid` with every reference that has none, at its line; never with a value.
 */
export async function resolveSecrets(request: SecretsRequest, deps: Doors): Promise<ReadonlyMap<string, Secret>> {
  const placed = referencesOf(request.loaded);
  if (placed.length === 0) return new Map();
  const store = await openStore(request, deps);
  if ('problem' in store) throw invalid(placed.map((one) => diagnose(one, store.problem, store.hint)));
  const readings = await readAll(store, placed);
  const missing = placed.flatMap((one) => {
    const reading = readings.get(one.uri);
    if (reading === undefined || 'value' in reading) return [];
    return [diagnose(one, `${reading.because} (secret store ${store.name})`, reading.hint)];
  });
  if (missing.length > 0) throw invalid(missing);
  return valuesOf(readings);
}

/** Those of a release that can be read: nothing but what is kept from view depends on them. */
export async function readableSecrets(
  {last, chosen}: {readonly last: Release; readonly chosen: ChosenWorkspace},
  deps: Doors,
): Promise<ReadonlyMap<string, Secret>> {
  const loaded = {resources: last.spec, expandable: new Set(last.expandable), origins: new Map()};
  const placed = referencesOf(loaded);
  if (placed.length === 0) return new Map();
  const store = await openStore({loaded, chosen}, deps);
  return 'problem' in store ? new Map() : valuesOf(await readAll(store, placed));
}

type Placed = SecretReference & {
  readonly id: string;
  readonly origin: ReturnType<LoadedResources['origins']['get']>;
};

const referencesOf = ({resources, expandable, origins}: SecretsRequest['loaded']): readonly Placed[] =>
  resources
    .filter(({id}) => expandable.has(id))
    .flatMap(({id, attributes}) =>
      secretReferencesIn(attributes).map((one) => ({...one, id, origin: origins.get(id)})),
    );

async function readAll(store: SecretStore, placed: readonly Placed[]): Promise<ReadonlyMap<string, SecretReading>> {
  const uris = [...new Set(placed.map(({uri}) => uri))];
  return new Map(await Promise.all(uris.map(async (uri) => [uri, await readOne(store, uri)] as const)));
}

async function readOne(store: SecretStore, uri: string): Promise<SecretReading> {
  const parsed = parseSecretUri(uri);
  return 'because' in parsed ? {because: `it ${parsed.because}`} : store.read(parsed);
}

const valuesOf = (readings: ReadonlyMap<string, SecretReading>): ReadonlyMap<string, Secret> =>
  new Map([...readings].flatMap(([uri, reading]) => ('value' in reading ? [[uri, reading.value] as const] : [])));

async function openStore({loaded, chosen}: SecretsRequest, deps: Doors): Promise<SecretStore | NoStore> {
  const declared = storeOf(loaded.secretStore, chosen);
  if (declared === undefined) {
    const problem = `the workspace ${chosen.name} has no secret store`;
    return {problem, hint: 'Write `secretStore: {provider: {env: {}}}` (or `file: {path: DIR}`) in it.'};
  }
  return openDeclaredStore(declared, deps);
}

/** The workspace's, else the one that a spec file brings along. */
function storeOf(
  inSpec: StoreInFile | undefined,
  {workspace, place, file}: ChosenWorkspace,
): DeclaredStore | undefined {
  const {secretStore} = workspace;
  if (secretStore !== undefined && secretStore !== null)
    return {store: secretStore, ...(place === 'file' ? {base: dirname(file)} : {})};
  return inSpec === undefined ? undefined : {store: inSpec.store, base: dirname(inSpec.file)};
}

const diagnose = ({uri, at, id, origin}: Placed, because: string, hint?: string): Diagnostic => ({
  severity: 'error',
  code: 'reference/secret-missing',
  message: `${showPath(at)} takes ${uri}: ${because}`,
  resource: id,
  path: showPath(at),
  ...(hint === undefined ? {} : {hint}),
  ...(origin === undefined ? {} : {at: origin.position(at)}),
});

const invalid = (diagnostics: readonly Diagnostic[]): GantryError =>
  new GantryError({code: 'input/invalid', diagnostics: inOrder(diagnostics)});
