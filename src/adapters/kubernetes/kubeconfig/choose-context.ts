import {compareNaturally} from '../../../lib/compare-naturally.ts';
import {didYouMean} from '../../../lib/did-you-mean.ts';
import type {Entry} from './entry.ts';
import type {Kubeconfig} from './parse.ts';
import type {Problem} from './problem.ts';

/** A context with its cluster and its user. Without a namespace, `default` applies. */
export type ChosenContext = {
  readonly name: string;
  readonly context: Entry;
  readonly namespace: string | undefined;
  readonly clusterName: string | undefined;
  readonly cluster: Entry;
  readonly userName: string | undefined;
  /** Absent: the context names no user. */
  readonly user: Entry | undefined;
};

/**
 * The context that the workspace names, or the kubeconfig's current one: never another by chance. `withUser`: false where the
 * user is somebody else than the kubeconfig says.
 */
export function chooseContext(
  config: Kubeconfig,
  wanted: string | undefined,
  problem: Problem,
  withUser = true,
): ChosenContext {
  const name = wanted ?? config.currentContext;
  if (name === undefined)
    throw problem(`the kubeconfig has no current-context: set kube_context (${known(config.contexts)})`);
  const context = config.contexts.get(name);
  if (context === undefined) {
    const what = wanted === undefined ? 'current-context names' : 'kube_context names';
    throw problem(
      `${what} ${JSON.stringify(name)}, which is not in the kubeconfig${meant(name, config.contexts)} (${known(config.contexts)})`,
    );
  }
  return {
    name,
    context,
    namespace: context.text('namespace'),
    clusterName: context.text('cluster'),
    userName: context.text('user'),
    cluster: part(config.clusters, context, 'cluster') ?? fail(context, 'names no cluster'),
    user: withUser ? part(config.users, context, 'user') : undefined,
  };
}

function part(entries: ReadonlyMap<string, Entry>, context: Entry, field: 'cluster' | 'user'): Entry | undefined {
  const name = context.text(field);
  if (name === undefined) return undefined;
  return (
    entries.get(name) ??
    fail(context, `names the ${field} ${JSON.stringify(name)}, which is not in the kubeconfig${meant(name, entries)}`)
  );
}

function fail(context: Entry, text: string): never {
  throw context.problem(text);
}

const known = (entries: ReadonlyMap<string, Entry>): string =>
  entries.size === 0 ? 'it has no contexts' : `known: ${[...entries.keys()].toSorted(compareNaturally).join(', ')}`;

function meant(name: string, entries: ReadonlyMap<string, Entry>): string {
  const near = didYouMean(name, entries.keys());
  return near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`;
}
