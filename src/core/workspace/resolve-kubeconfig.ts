import type {Origin} from '../diagnostic/origin.ts';
import type {Json, JsonObject} from '../json.ts';
import {type ContextEntry, entriesOf, KUBE_CONTEXT_KEY, KUBECONFIG_KEYS} from './context-keys.ts';
import {type ExpandedPath, expandPath, type PathSurroundings} from './expand-path.ts';
import {isSecretReference, MASK} from './mask.ts';
import {type ContextValue, contextSource, type ShadowedValue, type ValueSource} from './value-source.ts';

/** Everything that can say which kubeconfig is used, as it was found. No file was opened. */
export type KubeconfigInputs = PathSurroundings & {
  readonly context: JsonObject;
  readonly origin: Origin;
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

export type KubeconfigDecision =
  | {
      readonly kind: 'chosen';
      readonly field: string;
      readonly from: KubeconfigOrigin;
      readonly kubeContext?: string;
      readonly value: ContextValue;
    }
  /** The highest level that is set cannot be used. Nothing was read from a lower one. */
  | {readonly kind: 'broken'; readonly field: string; readonly problem: string; readonly value?: ContextValue};

type Candidate = {
  readonly field: string;
  readonly name: string;
  readonly shown: string;
  readonly source: ValueSource;
  readonly read: () => KubeconfigOrigin | {readonly problem: string};
};

/**
 * The mission's rule: the workspace's context, then `KUBECONFIG`, then the resources' own extension, then what lies at hand.
 * The highest level that is set wins, also when it is broken: a typo in a workspace must not lead to another cluster.
 */
export function resolveKubeconfig(inputs: KubeconfigInputs): KubeconfigDecision {
  const twice = spelledTwice(inputs.context);
  if (twice !== undefined) return twice;
  const [winner, ...rest] = candidates(inputs);
  if (winner === undefined) return {kind: 'broken', field: 'kubeconfig', problem: NOTHING_SET};
  const value: ContextValue = {
    name: 'kubeconfig',
    value: winner.shown,
    source: winner.source,
    shadowed: rest.map(shadowedBy),
  };
  const from = winner.read();
  if ('problem' in from) return {kind: 'broken', field: winner.field, problem: from.problem, value};
  return withKubeContext(inputs.context, {kind: 'chosen', field: winner.field, from, value});
}

const NOTHING_SET =
  'no kubeconfig: the workspace sets neither kubeconfig_content nor kubeconfig_path, KUBECONFIG is not set, ' +
  'no resource has an extension kubeConfig, ~/.kube/config does not exist, and this is not a pod';

const shadowedBy = ({name, shown, source}: Candidate): ShadowedValue => ({name, value: shown, source});

function* candidates(inputs: KubeconfigInputs): Generator<Candidate> {
  for (const name of KUBECONFIG_KEYS) {
    const [entry] = entriesOf(inputs.context, name);
    if (entry !== undefined) yield contextCandidate(name, entry, inputs);
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
  entry: ContextEntry,
  inputs: KubeconfigInputs,
): Candidate {
  const {key, value} = entry;
  return {
    field: `context.${key}`,
    name: key,
    shown: name === 'kubeconfig_content' && !isReference(value) ? MASK : shown(value),
    source: contextSource(key, inputs.origin.position(['context', key])),
    read: () => readContextEntry(name, value, inputs),
  };
}

function readContextEntry(name: string, value: Json, inputs: KubeconfigInputs): ReturnType<Candidate['read']> {
  // The schema of the workspace file refuses these two until they are built; nothing lower may be used in their place.
  if (name === 'kubeconfig_secret' || name === 'cluster') return {problem: `${name} is not supported yet`};
  if (value === null || value === '') return {problem: 'it is set, but empty'};
  if (typeof value !== 'string')
    return {problem: `it must be a text, not ${Array.isArray(value) ? 'a list' : `a ${kindOf(value)}`}`};
  if (isSecretReference(value)) return {problem: 'references to secret stores (ref://) are not supported yet'};
  if (value.trim() === '') return {problem: 'it is set, but empty'};
  if (name === 'kubeconfig_content') return {kind: 'content', text: value};
  return readPath(value, 'workspace', inputs);
}

function readPath(text: string, base: 'workspace' | 'stack', inputs: KubeconfigInputs): ReturnType<Candidate['read']> {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return {problem: `${text}: a URL is not supported yet, only a path`};
  const expanded: ExpandedPath = expandPath(text, inputs);
  if ('problem' in expanded) return expanded;
  const path = inputs.absolute(expanded.path, base);
  if (path !== undefined) return {kind: 'files', paths: [path], mayMiss: false};
  return {
    problem: `${text} is relative, and a workspace that is kept in the backend lies in no directory: write an absolute path`,
  };
}

function environmentCandidate({env, delimiter, absolute}: KubeconfigInputs): Candidate | undefined {
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

function extensionCandidate(inputs: KubeconfigInputs): Candidate | undefined {
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
function readExtensions(
  first: {readonly id: string; readonly value: Json},
  inputs: KubeconfigInputs,
): ReturnType<Candidate['read']> {
  const read = (value: Json): ReturnType<Candidate['read']> => {
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

const defaultCandidate = (what: string, from: KubeconfigOrigin): Candidate => ({
  field: what,
  name: what,
  shown: what,
  source: {kind: 'default', what},
  read: () => from,
});

function withKubeContext(
  context: JsonObject,
  decision: KubeconfigDecision & {readonly kind: 'chosen'},
): KubeconfigDecision {
  const kubeContext = context[KUBE_CONTEXT_KEY];
  if (kubeContext === undefined) return decision;
  const broken = (problem: string): KubeconfigDecision => ({
    kind: 'broken',
    field: `context.${KUBE_CONTEXT_KEY}`,
    problem,
    value: decision.value,
  });
  if (typeof kubeContext !== 'string' || kubeContext.trim() === '')
    return broken('it must name a context of the kubeconfig');
  if (decision.from.kind === 'in-cluster')
    return broken(`there is no kubeconfig to look up ${kubeContext} in, only the service account of this pod`);
  return {...decision, kubeContext};
}

function spelledTwice(context: JsonObject): KubeconfigDecision | undefined {
  for (const name of KUBECONFIG_KEYS) {
    const [first, second] = entriesOf(context, name);
    if (first !== undefined && second !== undefined) {
      return {
        kind: 'broken',
        field: `context.${first.key}`,
        problem: `${second.key} is the same key in another spelling: set one of them`,
      };
    }
  }
  return undefined;
}

const shown = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
const isReference = (value: Json): boolean => typeof value === 'string' && isSecretReference(value);
const kindOf = (value: Json): string => (typeof value === 'object' ? 'map' : typeof value);
