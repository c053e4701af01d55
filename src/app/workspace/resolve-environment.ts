import type {StoreInFile} from '../../config/secret-store.ts';
import type {Json, JsonObject} from '../../core/json.ts';
import {Secret} from '../../core/secret/secret.ts';
import {parseSecretUri} from '../../core/secret/secret-uri.ts';
import {valueKind} from '../../core/secret/value-kind.ts';
import type {ChildEnvironment} from '../../core/workspace/child-environment.ts';
import type {ContextMap} from '../../core/workspace/context-map.ts';
import {decideKeys, type KeyInputs} from '../../core/workspace/decide-keys.ts';
import type {DecidedKey, KeyCandidate} from '../../core/workspace/key-candidate.ts';
import {makeEnvironment} from '../../core/workspace/make-environment.ts';
import {isSecretReference} from '../../core/workspace/mask.ts';
import {groupOf, type ProviderName} from '../../core/workspace/provider-groups.ts';
import {namesFile, namesFileOrContent} from '../../core/workspace/provider-twins.ts';
import {wholePath} from '../../core/workspace/read-kubeconfig-entry.ts';
import type {Deps} from '../deps.ts';
import {MAIN, pickStore, workspaceStores} from '../secret/declared-stores.ts';
import {requireConsent} from '../trust/require-consent.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';
import {keyInputs} from './key-inputs.ts';
import {pathPlaces} from './path-places.ts';
import {readReference, valueProblem} from './read-reference.ts';
import type {Via} from './via.ts';

/** A request for a workspace's environment variables. */
export type EnvironmentRequest = {
  readonly chosen: FoundWorkspace;
  /** The context of a spec file in Kusion's format, and its store. */
  readonly specContext?: JsonObject | undefined;
  readonly inSpec?: StoreInFile | undefined;
  /** The base of a relative path of a spec file. */
  readonly stackDir?: string | undefined;
  readonly via?: Via;
  /** The name of a store that needs this environment itself (`default`: `secretStore`): references into it are left out. */
  readonly except?: string;
  /** Only the values for these providers, so that a store does not wait for unused keys. Default: all, and all of `env`. */
  readonly only?: readonly ProviderName[];
};

/**
 * Resolves the environment of programs: the provider keys of a workspace and its `env`.
 * @throws GantryError 'context/value' that names workspace and field, and never a value
 */
export async function resolveEnvironment(request: EnvironmentRequest, deps: Deps): Promise<ChildEnvironment> {
  await requireConsent(request.chosen, deps);
  const decided = decideKeys(narrowed(keyInputs(request, deps), request));
  const said = decided.filter(({level}) => level === 'workspace' || level === 'spec');
  const values = await Promise.all(said.map(async (key) => [key.name, await valueOf(key, request, deps)] as const));
  return makeEnvironment({decided, values: new Map(values)});
}

/** Leaves out values before keys are decided: a group without values keeps the environment's keys. */
function narrowed({contexts, env}: KeyInputs, request: EnvironmentRequest): KeyInputs {
  const stores = workspaceStores(request.chosen, request.inSpec);
  const isLeftOut = (value: Json): boolean => {
    if (request.except === undefined || typeof value !== 'string' || !isSecretReference(value)) return false;
    const uri = parseSecretUri(value);
    if ('because' in uri) return false;
    const picked = pickStore(stores, uri.store);
    return ('name' in picked ? picked.name : (uri.store ?? MAIN)) === request.except;
  };
  const isWanted = (name: string): boolean =>
    request.only === undefined || request.only.some((provider) => provider === groupOf(name)?.name);
  const narrow = (map: ContextMap): ContextMap => ({
    ...map,
    values: Object.fromEntries(
      Object.entries(map.values).filter(([name, value]) => isWanted(name) && !isLeftOut(value)),
    ),
  });
  return {contexts: contexts.map(narrow), env};
}

async function valueOf(key: DecidedKey, request: EnvironmentRequest, deps: Deps): Promise<Secret> {
  const {chosen, inSpec, via = []} = request;
  const {value} = key;
  const field = fieldOf(key);
  const secret =
    typeof value === 'string' && isSecretReference(value)
      ? await readReference({field, uri: value, code: 'context/value'}, {chosen, inSpec, via}, deps)
      : new Secret(written(key, request, deps));
  if (valueKind(secret) !== 'bytes') return secret;
  throw problemOf(key, chosen, 'it holds bytes that no environment variable can hold');
}

/** Returns a value in plain text, as passed to a program. A path starts at the file that contains it. */
function written(key: KeyCandidate, request: EnvironmentRequest, deps: Deps): string {
  const {name, value, level} = key;
  if (typeof value !== 'string') return typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (value === '' || !(namesFile(name) || (namesFileOrContent(name) && !/^\s*\{/.test(value)))) return value;
  if (/^\s*\{/.test(value)) return value;
  const path = wholePath(value, level === 'workspace' ? 'workspace' : 'stack', pathPlaces(request, deps));
  if ('path' in path) return path.path;
  throw problemOf(key, request.chosen, path.problem);
}

const problemOf = (key: KeyCandidate, {name}: FoundWorkspace, problem: string) =>
  valueProblem({code: 'context/value', workspace: name, field: fieldOf(key), problem});

/** Returns the name of a field: `context.AWS_REGION`, `env.HTTP_PROXY`. */
const fieldOf = ({name, source}: KeyCandidate): string =>
  source.kind === 'workspace' ? source.field : source.kind === 'spec' ? `${name} of the spec` : `context.${name}`;
