import type {Json} from '../json.ts';
import {entriesOf, KUBECONFIG_KEYS} from './context-keys.ts';
import type {ContextMap} from './context-map.ts';
import {maskedText} from './mask.ts';
import {type EntryPlaces, type KubeconfigOrigin, readKubeconfigEntry} from './read-kubeconfig-entry.ts';
import type {ValueSource} from './value-source.ts';

/** All inputs that can select the kubeconfig. No file was opened. */
export type KubeconfigInputs = EntryPlaces & {
  /** In the order of their priority: the workspace's, then the spec file's. */
  readonly contexts: readonly ContextMap[];
  /** The `kubeConfig` extension of the Kubernetes resources that have one. */
  readonly extensions: readonly {readonly id: string; readonly value: Json}[];
  /** The path of `~/.kube/config`, if it exists. */
  readonly homeConfig?: string;
  /** True in a pod with a service account. */
  readonly inCluster: boolean;
  /** The separator of the paths in `KUBECONFIG`. */
  readonly delimiter: string;
};

/** A level that sets a kubeconfig. It is read only if no higher level sets one. */
export type KubeconfigCandidate = {
  readonly field: string;
  readonly name: string;
  readonly shown: string;
  readonly source: ValueSource;
  readonly read: () => KubeconfigOrigin | {readonly problem: string};
};

type ReadResult = ReturnType<KubeconfigCandidate['read']>;

/** Yields every level that sets a kubeconfig, highest first. */
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
    read: () => readKubeconfigEntry(name, value, base, inputs),
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

/** Reads the extensions of resources. A stack has one cluster in a workspace, so all resources must name the same file. */
function readExtensions(first: {readonly id: string; readonly value: Json}, inputs: KubeconfigInputs): ReadResult {
  const read = (value: Json): ReadResult => {
    if (typeof value !== 'string') return {problem: 'it must be a string'};
    return value.trim() === '' ? {problem: 'it is set, but empty'} : extensionPath(value, inputs);
  };
  const chosen = read(first.value);
  if ('problem' in chosen) return chosen;
  for (const {id, value} of inputs.extensions) {
    const other = read(value);
    if ('problem' in other) return {problem: `the extension of ${id}: ${other.problem}`};
    if (pathOf(other) !== pathOf(chosen)) {
      return {
        problem: `${first.id} names ${shown(first.value)}, ${id} names ${shown(value)}: a workspace has one cluster`,
      };
    }
  }
  return chosen;
}

/** Reads the extension as a path, as Kusion does. An address is refused: a server must not decide which cluster a stack has. */
function extensionPath(value: string, inputs: KubeconfigInputs): ReadResult {
  const from = readKubeconfigEntry('kubeconfig_path', value, 'stack', inputs);
  return 'problem' in from || from.kind === 'files' ? from : {problem: 'it must be a path, not an address'};
}

const pathOf = (from: KubeconfigOrigin): string | undefined => (from.kind === 'files' ? from.paths[0] : undefined);

const defaultCandidate = (what: string, from: KubeconfigOrigin): KubeconfigCandidate => ({
  field: what,
  name: what,
  shown: what,
  source: {kind: 'default', what},
  read: () => from,
});

/** Masks a value, because an address may contain a password. */
const shown = (value: Json): string => maskedText('kubeConfig', value);
