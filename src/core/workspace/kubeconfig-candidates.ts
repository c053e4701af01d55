import type {Json} from '../json.ts';
import {entriesOf, KUBECONFIG_KEYS} from './context-keys.ts';
import type {ContextMap} from './context-map.ts';
import {type ExpandedPath, expandPath, type PathSurroundings} from './expand-path.ts';
import {isSecretReference, maskedText} from './mask.ts';
import type {ValueSource} from './value-source.ts';

/** Everything that can say which kubeconfig is used, as it was found. No file was opened. */
export type KubeconfigInputs = PathSurroundings & {
  /** In the order of their rank: the workspace's, then the spec file's. */
  readonly contexts: readonly ContextMap[];
  /** The `kubeConfig` extension of the Kubernetes resources that have one. */
  readonly extensions: readonly {readonly id: string; readonly value: Json}[];
  /** `~/.kube/config`, iff it exists. */
  readonly homeConfig?: string;
  /** We run in a pod with a service account. */
  readonly inCluster: boolean;
  /** What separates the members of `KUBECONFIG`. */
  readonly delimiter: string;
  /** Makes a path absolute. Undefined: there is nothing for it to be relative to. */
  readonly absolute: (path: string, base: 'workspace' | 'stack' | 'cwd') => string | undefined;
};

export type KubeconfigOrigin =
  | {readonly kind: 'content'; readonly text: string}
  /** One file that must be there, or the list of `KUBECONFIG`, whose missing members are skipped. */
  | {readonly kind: 'files'; readonly paths: readonly string[]; readonly mayMiss: boolean}
  | {readonly kind: 'in-cluster'};

/** A level at which a kubeconfig is set. It is read only when no higher one is. */
export type KubeconfigCandidate = {
  readonly field: string;
  readonly name: string;
  readonly shown: string;
  readonly source: ValueSource;
  readonly read: () => KubeconfigOrigin | {readonly problem: string};
};

type ReadResult = ReturnType<KubeconfigCandidate['read']>;

/** Every level that is set, highest first. */
export function* kubeconfigCandidates(inputs: KubeconfigInputs): Generator<KubeconfigCandidate> {
  for (const map of inputs.contexts) {
    for (const name of KUBECONFIG_KEYS) {
      const [entry] = entriesOf(map.values, name);
      if (entry !== undefined) yield contextCandidate(name, entry.key, map, inputs);
    }
  }
  const variable = environmentCandidate(inputs);
  if (variable !== undefined) yield variable;
  const extension = extensionCandidate(inputs);
  if (extension !== undefined) yield extension;
  const {homeConfig} = inputs;
  if (homeConfig !== undefined)
    yield defaultCandidate('~/.kube/config', {kind: 'files', paths: [homeConfig], mayMiss: false});
  if (inputs.inCluster) yield defaultCandidate('in-cluster', {kind: 'in-cluster'});
}

function contextCandidate(
  name: (typeof KUBECONFIG_KEYS)[number],
  key: string,
  {values, sourceOf, base}: ContextMap,
  inputs: KubeconfigInputs,
): KubeconfigCandidate {
  const value = values[key] ?? null;
  return {
    field: `context.${key}`,
    name: key,
    shown: maskedText(key, value),
    source: sourceOf(key),
    read: () => readContextEntry(name, value, base, inputs),
  };
}

function readContextEntry(name: string, value: Json, base: ContextMap['base'], inputs: KubeconfigInputs): ReadResult {
  // The schema of the workspace file refuses these two until they are built; nothing lower may be used in their place.
  if (name === 'kubeconfig_secret' || name === 'cluster') return {problem: `${name} is not supported yet`};
  if (value === null || value === '') return {problem: 'it is set, but empty'};
  if (typeof value !== 'string')
    return {problem: `it must be a text, not ${Array.isArray(value) ? 'a list' : `a ${kindOf(value)}`}`};
  if (isSecretReference(value)) return {problem: 'references to secret stores (ref://) are not supported yet'};
  if (value.trim() === '') return {problem: 'it is set, but empty'};
  if (name === 'kubeconfig_content') return {kind: 'content', text: value};
  return readPath(value, base, inputs);
}

function readPath(text: string, base: 'workspace' | 'stack', inputs: KubeconfigInputs): ReadResult {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return {problem: 'a URL is not supported yet, only a path'};
  const expanded: ExpandedPath = expandPath(text, inputs);
  if ('problem' in expanded) return expanded;
  const path = inputs.absolute(expanded.path, base);
  if (path !== undefined) return {kind: 'files', paths: [path], mayMiss: false};
  return {
    problem: `${text} is relative, and a workspace that is kept in the backend lies in no directory: write an absolute path`,
  };
}

function environmentCandidate({env, delimiter, absolute}: KubeconfigInputs): KubeconfigCandidate | undefined {
  const listed = env['KUBECONFIG'] ?? '';
  const members = listed.split(delimiter).filter((member) => member !== '');
  if (members.length === 0) return undefined;
  const paths = [...new Set(members.map((member) => absolute(member, 'cwd') ?? member))];
  return {
    field: 'KUBECONFIG',
    name: 'KUBECONFIG',
    shown: listed,
    source: {kind: 'environment', variable: 'KUBECONFIG'},
    read: () => ({kind: 'files', paths, mayMiss: true}),
  };
}

function extensionCandidate(inputs: KubeconfigInputs): KubeconfigCandidate | undefined {
  const [first] = inputs.extensions;
  if (first === undefined) return undefined;
  return {
    field: `extensions.kubeConfig of ${first.id}`,
    name: 'extensions.kubeConfig',
    shown: shown(first.value),
    source: {kind: 'extension', resource: first.id},
    read: () => readExtensions(first, inputs),
  };
}

/** One stack in one workspace has one cluster: every resource that names a kubeconfig must name the same file. */
function readExtensions(first: {readonly id: string; readonly value: Json}, inputs: KubeconfigInputs): ReadResult {
  const read = (value: Json): ReadResult => {
    if (typeof value !== 'string') return {problem: 'it must be a text'};
    return value.trim() === '' ? {problem: 'it is set, but empty'} : readPath(value, 'stack', inputs);
  };
  const chosen = read(first.value);
  if ('problem' in chosen) return chosen;
  for (const {id, value} of inputs.extensions) {
    const other = read(value);
    if ('problem' in other) return {problem: `that of ${id}: ${other.problem}`};
    if (pathOf(other) !== pathOf(chosen)) {
      return {
        problem: `${first.id} names ${shown(first.value)}, ${id} names ${shown(value)}: a workspace has one cluster`,
      };
    }
  }
  return chosen;
}

const pathOf = (from: KubeconfigOrigin): string | undefined => (from.kind === 'files' ? from.paths[0] : undefined);

const defaultCandidate = (what: string, from: KubeconfigOrigin): KubeconfigCandidate => ({
  field: what,
  name: what,
  shown: what,
  source: {kind: 'default', what},
  read: () => from,
});

const shown = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
const kindOf = (value: Json): string => (typeof value === 'object' ? 'map' : typeof value);
