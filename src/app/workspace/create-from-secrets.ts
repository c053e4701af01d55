import {parseWorkspaceText} from '../../config/workspace-file.ts';
import {editYaml, type YamlEdit} from '../../config/yaml/edit-yaml.ts';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import {workspaceKey} from '../../core/release/keys.ts';
import {entriesOf, KUBECONFIG_KEYS} from '../../core/workspace/context-keys.ts';
import {NAME_TEMPLATE, nameFor, templateProblem} from '../../core/workspace/secret-names.ts';
import {newWorkspaceNameProblem} from '../../core/workspace/workspace-name.ts';
import {settledPut} from '../../engine/release/settled-put.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {limitConcurrency} from '../../lib/limit-concurrency.ts';
import type {Backend, Stored} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import {chooseStore, type StoreChoice} from './choose-store.ts';
import {contextOf} from './examine-context.ts';
import {forgetPin} from './forget-pin.ts';
import {type FoundSecret, type ListedSecrets, type ListSecrets, listSecrets} from './list-secrets.ts';
import {nameThrough} from './name-through.ts';
import {workspacesAround} from './surroundings.ts';

/** A request to create workspaces for Secrets with kubeconfigs. */
export type CreateFromSecrets = ListSecrets &
  StoreChoice & {
    /** A template with `{name}`, `{secret}` and `{namespace}`; default: `{name}`. */
    readonly nameTemplate?: string;
    /** True to change existing workspaces that differ. */
    readonly update: boolean;
  };

/** The result for one of those workspaces. */
export type MadeWorkspace = {
  readonly name: string;
  /** The backend's key. */
  readonly file: string;
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'failed';
  readonly secret: {readonly namespace: string; readonly name: string; readonly key: string};
  /** The reason why it could not be written; the others are not affected. */
  readonly failure?: Failure | undefined;
};

/** The answer of `gantry workspace create --from-secrets`. */
export type CreatedFromSecrets = {
  readonly formatVersion: 1;
  readonly backend: string;
  /** The workspace through which each of them is reached, and its server. */
  readonly through: string;
  readonly server: string;
  readonly workspaces: readonly MadeWorkspace[];
  /** The number of other Secrets without that key. */
  readonly without: number;
};

/**
 * Creates one workspace for each Secret of a management cluster that holds a kubeconfig. Running it again creates the new ones. All names
 * and all existing workspaces are checked before the first write.
 * @throws GantryError 'input/invalid' with every invalid name, 'workspace/differs'
 */
export async function createFromSecrets(request: CreateFromSecrets, deps: Deps): Promise<CreatedFromSecrets> {
  const template = request.nameTemplate ?? NAME_TEMPLATE;
  const problem = templateProblem(template);
  if (problem !== undefined) throw new GantryError({code: 'input/usage', message: `--name-template: ${problem}`});
  const listed = await listSecrets(request, deps);
  const {backend} = await chooseStore(request, deps);
  const workspacesDir = workspacesAround(request, deps);
  const workspace = nameThrough({through: listed.through, backend, workspacesDir, home: deps.home});
  const named = namedOnce(listed.secrets, template);
  const inTurn = limitConcurrency(AT_ONCE);
  const looked = await Promise.all(
    named.map((one) => inTurn(() => look({...one, key: request.key, workspace}, backend))),
  );
  const differing = looked.filter(({before, edits}) => before !== undefined && edits.length > 0);
  if (differing.length > 0 && !request.update)
    throw new GantryError({code: 'workspace/differs', names: differing.map(({name}) => name), backend: backend.name});
  const workspaces = await Promise.all(looked.map((one) => inTurn(() => keep(one, backend, deps))));
  return {formatVersion: 1, backend: backend.name, ...about(listed), workspaces};
}

const AT_ONCE = 8;

const about = ({through, server, without}: ListedSecrets) => ({through: through.name, server, without});

type Named = {readonly name: string; readonly secret: FoundSecret};

/**
 * Names the workspaces.
 * @throws GantryError 'input/invalid': two Secrets for one name, or an invalid name.
 */
function namedOnce(secrets: readonly FoundSecret[], template: string): readonly Named[] {
  const named = secrets
    .map((secret): Named => ({name: nameFor(template, secret), secret}))
    .toSorted((a, b) => compareNaturally(a.name, b.name));
  const byName = Map.groupBy(named, ({name}) => name);
  const problems = [...byName].flatMap(([name, all]) => {
    const wrong = newWorkspaceNameProblem(name);
    const from = all.map(({secret}) => `${secret.namespace}/${secret.name}`).join(' and ');
    if (wrong !== undefined) return [`${wrong} (of the Secret ${from})`];
    return all.length > 1 ? [`${name} would be the workspace of several Secrets: ${from}`] : [];
  });
  if (problems.length === 0) return named;
  const hint = 'Set the names with --name-template "{namespace}-{name}".';
  throw new GantryError({
    code: 'input/invalid',
    diagnostics: problems.map((message) => ({severity: 'error', code: 'workspace/name', message, hint})),
  });
}

/** A workspace to write, the one stored under its name, and the necessary edits. */
type Looked = Named & {
  readonly key: string;
  readonly file: string;
  readonly before?: Stored | undefined;
  readonly text: string;
  readonly edits: readonly YamlEdit[];
};

async function look(
  {name, secret, key, workspace}: Named & {readonly key: string; readonly workspace: string},
  backend: Backend,
): Promise<Looked> {
  const file = workspaceKey(name);
  const wanted = [
    {path: ['name'], value: name},
    ...Object.entries(secret.labels).map(([label, value]) => ({path: ['labels', label], value})),
    {
      path: ['context', 'kubeconfig_secret'],
      value: {name: secret.name, namespace: secret.namespace, key, workspace},
    },
  ];
  const before = await backend.get(file);
  if (before === undefined) return {name, secret, key, file, text: editYaml(head(secret, key), wanted), edits: wanted};
  const old = new TextDecoder().decode(before.value);
  const loaded = parseWorkspaceText(old, file).workspace;
  const context = contextOf({workspace: loaded});
  const other = KUBECONFIG_KEYS.find((level) => level !== 'kubeconfig_secret' && entriesOf(context, level).length > 0);
  if (other !== undefined) throw elsewhere(name, other);
  const edits = wanted.filter(({path: [root, part = ''], value}) => {
    if (root === 'labels') return loaded.labels?.[part] !== value;
    if (root === 'name') return false;
    return !deepEqual(context['kubeconfig_secret'], value);
  });
  return {name, secret, key, file, before, text: editYaml(old, edits), edits};
}

const head = ({namespace, name}: FoundSecret, key: string): string =>
  `# Created from the key ${key} of the Secret ${namespace}/${name}. Running "gantry workspace create --from-secrets" again keeps it.\n`;

const elsewhere = (name: string, level: string): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: `the workspace ${name} already exists, and its kubeconfig comes from ${level} and not from a Secret`,
    hint: 'Give the new workspaces other names: --name-template "{namespace}-{name}".',
  });

async function keep(one: Looked, backend: Backend, deps: Deps): Promise<MadeWorkspace> {
  const {name, file, before, edits, text, key, secret} = one;
  const made = {name, file, secret: {namespace: secret.namespace, name: secret.name, key}};
  if (before !== undefined && edits.length === 0) return {...made, outcome: 'unchanged'};
  try {
    deps.signal.throwIfAborted();
    // Check before the write that the text is valid: the schema may reject a label of the server.
    parseWorkspaceText(text, file);
    if (before === undefined) await forgetPin(name, backend, deps.home);
    const written = await settledPut(backend, file, new TextEncoder().encode(text), before?.version);
    if (written === 'conflict') return {...made, outcome: 'failed', failure: {code: 'workspace/changed', name}};
    return {...made, outcome: before === undefined ? 'created' : 'updated'};
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    return {...made, outcome: 'failed', failure: error.failure};
  }
}
