import type {NotTaken} from '../../core/import/kusion/not-taken.ts';
import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {isClusterKey} from '../../core/workspace/context-keys.ts';
import {workspaceNameProblem} from '../../core/workspace/workspace-name.ts';
import {defined} from '../../lib/defined.ts';
import {parseDocument} from '../parse-document.ts';
import {WorkspaceFile} from '../workspace-file.ts';
import {writeYaml} from '../yaml/write-yaml.ts';
import type {KusionWorkspace} from './kusion-files.ts';

/** The Gantry workspace for a Kusion workspace, and the parts that could not be taken over. */
export type TakenWorkspace = {
  /** The workspace file. Absent: the workspace cannot be taken over at all. */
  readonly text?: string;
  readonly left: readonly NotTaken[];
};

/**
 * Converts a Kusion workspace to a Gantry workspace file. Parts that Gantry refuses are left out and listed. If such a part selects the
 * cluster, the whole workspace is left out, because it would connect to another cluster without that part.
 */
export function takeWorkspace(name: string, from: KusionWorkspace, where: string): TakenWorkspace {
  const problem = workspaceNameProblem(name);
  if (problem !== undefined) return {left: [{what: `workspace ${name}`, where, because: problem}]};
  const left: NotTaken[] = [];
  let modules = modulesOf(from);
  let context: JsonObject = from.context ?? {};
  let secretStore: JsonObject | undefined = storeOf(from);
  const relative = relativePathProblem(context);
  if (relative !== undefined) return whole(name, where, left, relative);
  for (;;) {
    const text = textOf({name, modules, context, secretStore});
    const wrong = parseDocument(WorkspaceFile, text, where).diagnostics.filter(({severity}) => severity === 'error');
    const [first] = wrong;
    if (first === undefined) return {text, left};
    const [part, key] = placeOf(first.path, {modules, context});
    if (part === 'modules' && key !== undefined) {
      left.push({what: moduleText(key, modules[key]), where, because: first.message});
      const {[key]: _, ...rest} = modules;
      modules = rest;
    } else if (part === 'secretStore' && secretStore !== undefined) {
      left.push({
        what: `secretStore (${Object.keys(providerOf(secretStore)).join(', ')})`,
        where,
        because: first.message,
      });
      secretStore = undefined;
    } else if (part === 'context' && key !== undefined && !isClusterKey(key)) {
      left.push({what: `context.${key}`, where, because: first.message});
      const {[key]: _, ...rest} = context;
      context = rest;
    } else {
      return whole(
        name,
        where,
        left,
        `${key ?? part}: ${first.message}; without it, the workspace would connect to another cluster`,
      );
    }
  }
}

function relativePathProblem({KUBECONFIG_PATH: path}: JsonObject): string | undefined {
  if (typeof path !== 'string' || /^(?:[/~$]|[a-z][a-z0-9+.-]*:\/\/)/i.test(path)) return undefined;
  return `KUBECONFIG_PATH ${path} is relative to the directory in which Kusion runs: use an absolute path`;
}

const whole = (name: string, where: string, left: readonly NotTaken[], because: string): TakenWorkspace => ({
  left: [...left, {what: `workspace ${name}`, where, because}],
});

/** Returns the modules of a workspace. An empty module becomes an empty mapping. */
const modulesOf = ({modules}: KusionWorkspace): JsonObject =>
  Object.fromEntries(Object.entries(modules ?? {}).map(([name, module]) => [name, module ?? {}]));

function moduleText(name: string, module: Json | undefined): string {
  const version = isObject(module ?? null) ? (module as JsonObject)['version'] : undefined;
  return `module ${name}${typeof version === 'string' ? ` ${version}` : ''}`;
}

function storeOf({secretStore}: KusionWorkspace): JsonObject | undefined {
  if (secretStore === null || secretStore === undefined) return undefined;
  const provider = providerOf(secretStore);
  if (Object.keys(provider).length === 0) return undefined;
  const {vault} = provider;
  // Kusion uses version 1 of the API unless the version is the literal v2. The default of Gantry is version 2.
  return vault !== undefined && isObject(vault) && vault['version'] !== 'v2'
    ? {...secretStore, provider: {...provider, vault: {...vault, version: 'v1'}}}
    : secretStore;
}

const providerOf = ({provider}: JsonObject): JsonObject => (isObject(provider) ? provider : {});

type Parts = {
  readonly name: string;
  readonly modules: JsonObject;
  readonly context: JsonObject;
  readonly secretStore: JsonObject | undefined;
};

const textOf = ({name, modules, context, secretStore}: Parts): string =>
  writeYaml({
    name,
    ...defined({
      context: Object.keys(context).length === 0 ? undefined : context,
      secretStore,
      modules: Object.keys(modules).length === 0 ? undefined : modules,
    }),
  });

/** Returns the part of the file and the key in it that a path like `context.AWS_REGION` begins with. */
function placeOf(
  path: string | undefined,
  {modules, context}: Pick<Parts, 'modules' | 'context'>,
): readonly [part: string, key?: string] {
  const [part = 'the workspace'] = (path ?? '').split(/[.[]/);
  if (part !== 'context' && part !== 'modules') return [part];
  const key = Object.keys(part === 'context' ? context : modules)
    .filter((name) => [`${part}.${name}`, `${part}[${JSON.stringify(name)}]`].some((start) => path?.startsWith(start)))
    .toSorted((a, b) => b.length - a.length)[0];
  return key === undefined ? [part] : [part, key];
}
