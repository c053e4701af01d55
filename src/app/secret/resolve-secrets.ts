import type {LoadedResources} from '../../config/load-resources.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {inOrder} from '../../core/diagnostic/in-order.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {JsonObject} from '../../core/json.ts';
import {showPath} from '../../core/reference/path.ts';
import {type SecretReference, secretReferencesIn} from '../../core/reference/secret-references-in.ts';
import type {Release} from '../../core/release/release.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {takesBytes} from '../../core/secret/takes-bytes.ts';
import type {Deps} from '../deps.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import {type SecretAnswer, type SecretReader, secretReader} from './secret-reader.ts';

export type SecretsRequest = {
  readonly loaded: Pick<LoadedResources, 'resources' | 'expandable' | 'origins' | 'secretStore'>;
  readonly chosen: FoundWorkspace;
};

/**
 * The value of every `ref://…` of a plan, each read once.
 * @throws GantryError `input/invalid` with every reference that has none, at its line; never with a value.
 */
export async function resolveSecrets(
  {loaded, chosen}: SecretsRequest,
  deps: Deps,
): Promise<ReadonlyMap<string, Secret>> {
  const placed = referencesOf(loaded);
  if (placed.length === 0) return new Map();
  const answers = await readAll(secretReader({chosen, inSpec: loaded.secretStore}, deps), placed);
  const missing = placed.flatMap((one) => {
    const answer = answers.get(one.uri);
    if (answer === undefined) return [];
    if ('because' in answer) return [diagnose(one, answer.because, answer.hint)];
    return answer.value.isText || takesBytes(one.attributes, one.at) ? [] : [diagnose(one, NOT_TEXT, BYTES_HINT)];
  });
  if (missing.length > 0) throw invalid(missing);
  return valuesOf(answers);
}

const NOT_TEXT = 'it is not UTF-8 text, and only a text can stand here';
const BYTES_HINT = 'Bytes can be the whole value of a key under `data` of a Secret.';

/** Those of a release that can be read: nothing but what is kept from view depends on them. */
export async function readableSecrets(
  {last, chosen}: {readonly last: Release; readonly chosen: FoundWorkspace},
  deps: Deps,
): Promise<ReadonlyMap<string, Secret>> {
  const loaded = {resources: last.spec, expandable: new Set(last.expandable), origins: new Map()};
  const {read} = secretReader({chosen}, deps);
  const forgiving: SecretReader = {
    read: (uri, options) =>
      read(uri, options).catch((error: unknown) => {
        if (error instanceof GantryError) return {because: 'it cannot be read'};
        throw error;
      }),
  };
  return valuesOf(await readAll(forgiving, referencesOf(loaded)));
}

type Placed = SecretReference & {
  readonly id: string;
  readonly attributes: JsonObject;
  readonly origin: ReturnType<LoadedResources['origins']['get']>;
};

const referencesOf = ({resources, expandable, origins}: SecretsRequest['loaded']): readonly Placed[] =>
  resources
    .filter(({id}) => expandable.has(id))
    .flatMap(({id, attributes}) =>
      secretReferencesIn(attributes).map((one) => ({...one, id, attributes, origin: origins.get(id)})),
    );

async function readAll({read}: SecretReader, placed: readonly Placed[]): Promise<ReadonlyMap<string, SecretAnswer>> {
  const uris = [...new Set(placed.map(({uri}) => uri))];
  return new Map(await Promise.all(uris.map(async (uri) => [uri, await read(uri, {bytes: true})] as const)));
}

const valuesOf = (answers: ReadonlyMap<string, SecretAnswer>): ReadonlyMap<string, Secret> =>
  new Map([...answers].flatMap(([uri, answer]) => ('value' in answer ? [[uri, answer.value] as const] : [])));

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
