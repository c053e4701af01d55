import {entriesOf, KUBE_CONTEXT_KEY, KUBECONFIG_KEYS} from './context-keys.ts';
import type {ContextMap} from './context-map.ts';
import {type KubeconfigCandidate, type KubeconfigInputs, kubeconfigCandidates} from './kubeconfig-candidates.ts';
import type {KubeconfigOrigin} from './read-kubeconfig-entry.ts';
import type {ContextValue, ShadowedValue} from './value-source.ts';

/** The chosen kubeconfig. A lower level never replaces a broken one. */
export type KubeconfigDecision =
  | Chosen
  /** The highest level that is set cannot be used. Lower levels are ignored. */
  | {
      readonly kind: 'broken';
      readonly field: string;
      readonly problem: string;
      readonly value?: ContextValue;
      readonly kubeContext?: ContextValue | undefined;
    };

type Chosen = {
  readonly kind: 'chosen';
  readonly field: string;
  readonly from: KubeconfigOrigin;
  readonly value: ContextValue;
  readonly kubeContext?: ContextValue | undefined;
};

/**
 * Chooses the kubeconfig: the workspace's context, then `KUBECONFIG`, then the resources' extension, then the defaults. The highest level
 * that is set is used, even if it is broken: a typo in a workspace must not select another cluster.
 */
export function resolveKubeconfig(inputs: KubeconfigInputs): KubeconfigDecision {
  const twice = spelledTwice(inputs.contexts);
  if (twice !== undefined) return twice;
  const [winner, ...rest] = kubeconfigCandidates(inputs);
  if (winner === undefined) return {kind: 'broken', field: 'kubeconfig', problem: NOTHING_SET};
  const from = winner.read();
  const value: ContextValue = {
    name: 'kubeconfig',
    value: winner.shown,
    source: winner.source,
    shadowed: rest.filter((one) => !isSameFile(one, from)).map(shadowedBy),
  };
  if ('problem' in from) return {kind: 'broken', field: winner.field, problem: from.problem, value};
  return withKubeContext(inputs, {kind: 'chosen', field: winner.field, from, value});
}

const NOTHING_SET =
  'no kubeconfig: the workspace sets none of kubeconfig_content, kubeconfig_path, kubeconfig_secret and cluster, KUBECONFIG is not set, ' +
  'no resource has an extension kubeConfig, ~/.kube/config does not exist, and this is not a pod';

const shadowedBy = ({name, shown, source}: KubeconfigCandidate): ShadowedValue => ({name, value: shown, source});

/** Reports whether two levels name the same file, so that nothing is shadowed. */
function isSameFile({source, read}: KubeconfigCandidate, from: ReturnType<KubeconfigCandidate['read']>): boolean {
  const other = source.kind === 'default' ? read() : undefined;
  if (other === undefined || !('kind' in other) || other.kind !== 'files') return false;
  return 'kind' in from && from.kind === 'files' && from.paths.join('\0') === other.paths.join('\0');
}

/** Adds the context of the kubeconfig, which the same or a higher level must set. */
function withKubeContext({contexts}: KubeconfigInputs, decision: Chosen): KubeconfigDecision {
  const setBySpec = decision.value.source.kind !== 'context';
  const map = contexts.find(
    ({values, base}) => (setBySpec || base === 'workspace') && values[KUBE_CONTEXT_KEY] !== undefined,
  );
  if (map === undefined) return decision;
  const wanted = map.values[KUBE_CONTEXT_KEY];
  const kubeContext: ContextValue = {
    name: KUBE_CONTEXT_KEY,
    value: typeof wanted === 'string' ? wanted : JSON.stringify(wanted),
    source: map.sourceOf(KUBE_CONTEXT_KEY),
    shadowed: [],
  };
  const broken = (problem: string): KubeconfigDecision => {
    const {value} = decision;
    return {kind: 'broken', field: `context.${KUBE_CONTEXT_KEY}`, problem, value, kubeContext};
  };
  if (typeof wanted !== 'string' || wanted.trim() === '') return broken('it must name a context of the kubeconfig');
  const {kind} = decision.from;
  if (kind !== 'in-cluster' && kind !== 'sandbox') return {...decision, kubeContext};
  const only = kind === 'sandbox' ? 'a sandbox' : 'the service account of this pod';
  return broken(`the context ${wanted} cannot be used with ${only}, which has no kubeconfig`);
}

function spelledTwice(contexts: readonly ContextMap[]): KubeconfigDecision | undefined {
  for (const {values} of contexts) {
    for (const name of KUBECONFIG_KEYS) {
      const [first, second] = entriesOf(values, name);
      if (first !== undefined && second !== undefined) {
        const problem = `${second.key} is the same key in another spelling: remove one of them`;
        return {kind: 'broken', field: `context.${first.key}`, problem};
      }
    }
  }
  return undefined;
}
