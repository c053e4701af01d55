import {describe, expect, it} from 'vitest';
import type {Deps} from '../../../../src/app/deps.ts';
import {resolveSecrets} from '../../../../src/app/secret/resolve-secrets.ts';
import type {FoundWorkspace} from '../../../../src/app/workspace/chosen-workspace.ts';
import {findWorkspace} from '../../../../src/app/workspace/find-workspace.ts';
import {resolveContext} from '../../../../src/app/workspace/resolve-context.ts';
import {resolveEnvironment} from '../../../../src/app/workspace/resolve-environment.ts';
import {exitCodeOf} from '../../../../src/cli/exit-code.ts';
import {type Failure, GantryError} from '../../../../src/core/failure/failure.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';
import type {NamedSecret, SecretReading} from '../../../../src/ports/secret-store.ts';
import {errorText} from '../../../../src/ui/error-text.ts';
import {plainStyle} from '../../ui/plain-style.ts';
import {rig} from '../workspace/rig.ts';

/** What each of three stores says, whatever it is asked for. */
const SAYS: Readonly<Record<string, SecretReading>> = {
  locked: {because: 'the token has expired', hint: 'Log in again.', fault: 'denied'},
  away: {because: 'connection refused', transient: true},
  empty: {because: 'there is no secret db', absent: true},
  full: {value: new Secret('{"a":"x"}')},
};

const answer = (store: string, {name}: NamedSecret): SecretReading =>
  (store === 'full' && name.length > 1 ? SAYS['empty'] : SAYS[store]) ?? {because: 'what is this?'};

const STORES = Object.keys(SAYS).map((name) => `${name}: {provider: {file: {path: /${name}}}}`);

async function world(context = ''): Promise<{readonly deps: Deps; readonly chosen: FoundWorkspace}> {
  const workspace = `secretStores: {${STORES.join(', ')}, behind: {provider: {vault: {server: "https://v.example", auth: {token: ref://locked@token}}}}}\n${context}`;
  const files = {'project/project.yaml': 'name: shop\n', 'project/workspaces/prod.yaml': workspace};
  const {deps: rigDeps, path, backend} = await rig({files});
  const deps: Deps = {
    ...rigDeps,
    secretStore: async (config) => {
      const name = config.kind === 'file' ? config.path.slice(1) : 'full';
      return {name, first: 'whole', fetch: async (secret) => answer(name, secret)};
    },
  };
  const directory = path('project/workspaces');
  return {deps, chosen: await findWorkspace({wanted: 'prod', base: deps.cwd, backend, directory})};
}

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof GantryError)) throw new Error('nothing was refused');
  return error.failure;
}

describe('secrets that cannot be read', () => {
  it.each([
    {uris: ['ref://locked@db'], code: 'secret/denied', exit: 4},
    {uris: ['ref://away@db'], code: 'secret/unreachable', exit: 1},
    {uris: ['ref://empty@db'], code: 'input/invalid', exit: 3},
    {uris: ['ref://full@db/none'], code: 'input/invalid', exit: 3},
    {uris: ['ref://nobody@db'], code: 'input/invalid', exit: 3},
    {uris: ['ref://behind@db'], code: 'secret/denied', exit: 4},
    {uris: ['ref://away@db', 'ref://empty@db', 'ref://locked@db'], code: 'secret/denied', exit: 4},
    {uris: ['ref://away@db', 'ref://empty@db', 'ref://full@db'], code: 'input/invalid', exit: 3},
    {uris: ['ref://away@a', 'ref://away@b'], code: 'secret/unreachable', exit: 1},
  ])('unreadable secrets exit with $exit ($code), each reported: $uris', async ({uris, code, exit}) => {
    const {deps, chosen} = await world();
    const attributes = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {name: 'c', namespace: 'shop'},
      data: Object.fromEntries(uris.map((uri, i) => [`key${i}`, uri])),
    };
    const id = 'v1:ConfigMap:shop:c';
    const resources = [{id, type: 'Kubernetes' as const, attributes, dependsOn: [], extensions: {}}];
    const loaded = {resources, expandable: new Set([id]), origins: new Map()};
    const failure = await failureOf(resolveSecrets({loaded, chosen}, deps));
    expect([failure.code, exitCodeOf(failure)]).toEqual([code, exit]);
    const text = errorText(failure, plainStyle);
    for (const uri of uris) expect(text.includes(`from ${uri}: `), uri).toBe(uri !== 'ref://full@db');
  });

  it.each([
    {store: 'locked', exit: 4, says: 'the token has expired'},
    {store: 'away', exit: 1, says: 'connection refused'},
    {store: 'empty', exit: 3, says: 'there is no secret db'},
    {store: 'behind', exit: 4, says: 'it needs ref://locked@token: the token has expired'},
  ])('a kubeconfig and a provider key fail alike, with workspace and field: $store', async ({store, exit, says}) => {
    const {deps, chosen} = await world(
      `context: {kubeconfig_content: "ref://${store}@db", AWS_ACCESS_KEY_ID: "ref://${store}@db"}\n`,
    );
    const failures = [
      {field: 'context.kubeconfig_content', work: () => resolveContext({chosen, resources: []}, deps)},
      {field: 'context.AWS_ACCESS_KEY_ID', work: () => resolveEnvironment({chosen}, deps)},
    ];
    for (const {field, work} of failures) {
      const failure = await failureOf(work());
      expect(exitCodeOf(failure)).toBe(exit);
      const text = errorText(failure, plainStyle);
      for (const part of ['prod', field, `ref://${store}@db`, says]) expect(text).toContain(part);
    }
  });
});
