import {GantryError} from '../../core/failure/failure.ts';
import {isList, isObject, type Json} from '../../core/json.ts';
import {parseSecretUri} from '../../core/secret/secret-uri.ts';
import {isSecretReference} from '../../core/workspace/mask.ts';
import type {Deps} from '../deps.ts';
import {type DeclaredStore, MAIN} from '../secret/declared-stores.ts';
import {probeStore, storesOf} from '../secret/probe-stores.ts';
import {secretReader} from '../secret/secret-reader.ts';
import {unread} from '../secret/unread.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';
import {resolveEnvironment} from './resolve-environment.ts';
import type {WorkspaceCheck} from './workspace-check.ts';

/** Checks that the secrets of a workspace can be read, its stores answer, and programs get their keys. Values are not kept. */
export async function checkSecrets(chosen: FoundWorkspace, deps: Deps): Promise<readonly WorkspaceCheck[]> {
  const {charts, context, env, identity, providers} = chosen.workspace;
  const parts = [context, env, identity, charts, providers];
  const uris = [...new Set(parts.flatMap((part) => referencesIn((part ?? null) as Json)))];
  const references = await Promise.all(uris.map((uri) => checkReference(uri, chosen, deps)));
  const named = new Map(references.map(({name = '', outcome}) => [storeIn(name), outcome === 'passed'] as const));
  for (const {name = '', outcome} of references) if (outcome === 'passed') named.set(storeIn(name), true);
  const stores = [...storesOf(chosen)].flatMap(([name, declared]): readonly Promise<WorkspaceCheck>[] => {
    // A readable reference proves that its store works; an unreadable one has its own failure.
    const isProven = named.get(name);
    if (isProven === false) return [];
    const proven = {kind: 'store', name, outcome: 'passed'} as const;
    return [isProven === true ? Promise.resolve(proven) : checkStore({chosen, name, declared}, deps)];
  });
  const environment = references.some(({outcome}) => outcome === 'failed') ? [] : [checkEnvironment(chosen, deps)];
  return [...references, ...(await Promise.all(stores)), ...(await Promise.all(environment))];
}

function referencesIn(value: Json): readonly string[] {
  if (typeof value === 'string') return isSecretReference(value) ? [value] : [];
  if (isList(value)) return value.flatMap(referencesIn);
  return isObject(value) ? Object.values(value).flatMap(referencesIn) : [];
}

function storeIn(reference: string): string {
  const uri = parseSecretUri(reference);
  return 'because' in uri ? '' : (uri.store ?? MAIN);
}

async function checkReference(uri: string, chosen: FoundWorkspace, deps: Deps): Promise<WorkspaceCheck> {
  const check = {kind: 'reference', name: uri} as const;
  return guarded(check, async () => {
    const answer = await secretReader({chosen}, deps).read(uri);
    if ('value' in answer) return {...check, outcome: 'passed'};
    const {because, hint: advice, fault} = answer;
    if (fault !== undefined) throw unread([{message: `${uri}: ${because}`, hint: advice, fault}]);
    const hint = advice === undefined ? {} : {hint: advice};
    return {...check, outcome: 'failed', failure: {code: 'input/usage', message: `${uri}: ${because}`, ...hint}};
  });
}

async function checkStore(
  store: {readonly chosen: FoundWorkspace; readonly name: string; readonly declared: DeclaredStore},
  deps: Deps,
): Promise<WorkspaceCheck> {
  const check = {kind: 'store', name: store.name} as const;
  return guarded(check, async () => {
    const {because} = await probeStore(store, deps);
    if (because === undefined) return {...check, outcome: 'passed'};
    return {
      ...check,
      outcome: 'warning',
      message: `no reference of the workspace uses this store, and a test read failed: ${because}`,
    };
  });
}

async function checkEnvironment(chosen: FoundWorkspace, deps: Deps): Promise<WorkspaceCheck> {
  const check = {kind: 'environment'} as const;
  return guarded(check, async () => {
    await resolveEnvironment({chosen}, deps);
    return {...check, outcome: 'passed'};
  });
}

async function guarded(
  check: Pick<WorkspaceCheck, 'kind' | 'name'>,
  work: () => Promise<WorkspaceCheck>,
): Promise<WorkspaceCheck> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code === 'cancelled') throw error;
    return {...check, outcome: 'failed', failure: error.failure};
  }
}
