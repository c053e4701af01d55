import type {LoadedResources} from '../../config/load-resources.ts';
import {untrustedCheckout} from '../../config/untrusted/checkout.ts';
import {isGeneratedReference} from '../../core/chart/generated-reference.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {JsonObject} from '../../core/json.ts';
import {showPath} from '../../core/reference/path.ts';
import {isSharedSecret, type SecretReference, secretReferencesIn} from '../../core/reference/secret-references-in.ts';
import type {Release} from '../../core/release/release.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {codeOfFault, type UnreadSecret, unreadSecrets} from '../../core/secret/secret-fault.ts';
import {takesBytes} from '../../core/secret/takes-bytes.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import type {SecretAnswer, UnansweredSecret} from './secret-answer.ts';
import {type SecretReader, secretReader} from './secret-reader.ts';

/** Resources whose references to secrets are resolved. */
export type SecretsRequest = {
  readonly loaded: Pick<LoadedResources, 'resources' | 'expandable' | 'origins' | 'secretStore'>;
  readonly chosen: FoundWorkspace;
};

/**
 * Resolves every `ref://…` of a plan to a secret store, each once. In untrusted mode none is read.
 * @throws GantryError `secret/denied`, `input/invalid` or `secret/unreachable` with every reference without a value, at its line; never
 * with a value.
 */
export async function resolveSecrets(
  {loaded, chosen}: SecretsRequest,
  deps: Deps,
): Promise<ReadonlyMap<string, Secret>> {
  const placed = referencesOf(loaded);
  if (placed.length === 0 || untrustedCheckout() !== undefined) return new Map();
  const answers = await readAll(secretReader({chosen, inSpec: loaded.secretStore}, deps), placed);
  const missing = placed.flatMap((one) => {
    const answer = answers.get(one.uri);
    if (answer === undefined) return [];
    if ('because' in answer) return [unreadAt(one, answer)];
    return answer.value.isText || takesBytes(one.attributes, one.at) ? [] : [unreadAt(one, NOT_TEXT)];
  });
  if (missing.length > 0) throw new GantryError(unreadSecrets(missing));
  return valuesOf(answers);
}

const NOT_TEXT: UnansweredSecret = {
  because: 'it is not UTF-8 text, and this field accepts only text',
  hint: 'Bytes are accepted as the whole value of a key under `data` of a Secret.',
};

/** Returns the readable secrets of a release; they are only used to redact values. */
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
      secretReferencesIn(attributes)
        .filter(({uri}) => !isGeneratedReference(uri) && !isSharedSecret(uri))
        .map((one) => ({...one, id, attributes, origin: origins.get(id)})),
    );

async function readAll({read}: SecretReader, placed: readonly Placed[]): Promise<ReadonlyMap<string, SecretAnswer>> {
  const uris = [...new Set(placed.map(({uri}) => uri))];
  return new Map(await Promise.all(uris.map(async (uri) => [uri, await read(uri, {bytes: true})] as const)));
}

const valuesOf = (answers: ReadonlyMap<string, SecretAnswer>): ReadonlyMap<string, Secret> =>
  new Map([...answers].flatMap(([uri, answer]) => ('value' in answer ? [[uri, answer.value] as const] : [])));

const unreadAt = ({uri, at, id, origin}: Placed, {because, hint, fault}: UnansweredSecret): UnreadSecret => ({
  fault,
  diagnostic: {
    severity: 'error',
    code: codeOfFault(fault),
    message: `cannot set ${showPath(at)} from ${uri}: ${because}`,
    resource: id,
    path: showPath(at),
    ...defined({hint, at: origin?.position(at)}),
  },
});
