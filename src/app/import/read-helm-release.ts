import {GantryError} from '../../core/failure/failure.ts';
import {chooseHelmRevision} from '../../core/import/helm/choose-helm-revision.ts';
import {defined} from '../../lib/defined.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {Cluster} from '../../ports/cluster.ts';
import type {HelmHistory, HelmRelease} from '../../ports/other-tools.ts';

/** A Helm release; without a revision, the deployed one. */
export type WantedHelmRelease = {
  readonly name: string;
  readonly namespace?: string;
  readonly revision?: number | undefined;
};

/** A Helm release with remarks about how it was read. */
export type ReadHelmRelease = {readonly release: HelmRelease; readonly warnings: readonly string[]};

/**
 * Reads a release as Helm recorded it.
 * @throws GantryError `input/usage` that names what is near, or says why no revision can be taken.
 */
export async function readHelmRelease(
  {name, namespace, revision: wanted}: WantedHelmRelease,
  {otherTools}: Pick<Cluster, 'otherTools'>,
  signal: AbortSignal,
): Promise<ReadHelmRelease> {
  const place = {name, ...defined({namespace}), signal};
  const history = await otherTools.helmHistory(place);
  if (history.revisions.length === 0) throw notFound(name, history);
  const choice = chooseHelmRevision(history.revisions, wanted);
  if ('problem' in choice)
    throw new GantryError({
      code: 'input/usage',
      message: `the Helm release ${history.namespace}/${name} cannot be imported: ${choice.problem}`,
      hint: choice.hint,
    });
  const release = await otherTools.helmRelease({...place, namespace: history.namespace, revision: choice.revision});
  return {release, warnings: choice.warnings};
}

function notFound(name: string, {namespace, others, elsewhere}: HelmHistory): GantryError {
  const nearest = didYouMean(name, others);
  const hint =
    elsewhere.length > 0
      ? `There is one in ${elsewhere.map((other) => `-n ${other}`).join(', ')}.`
      : nearest !== undefined
        ? `Did you mean ${nearest}? The namespace has: ${others.join(', ')}.`
        : others.length > 0
          ? `The namespace has: ${others.join(', ')}.`
          : 'The namespace has no Helm release. Choose another namespace with -n, or another workspace with -w.';
  return new GantryError({
    code: 'input/usage',
    message: `the namespace ${namespace} has no Helm release ${name}`,
    hint,
  });
}
