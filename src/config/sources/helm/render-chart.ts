import type {LockedCluster} from '../../../core/chart/locked-cluster.ts';
import type {ReadFacts} from '../../../core/chart/read-facts.ts';
import type {JsonObject} from '../../../core/json.ts';
import type {Chart} from '../../../ports/charts.ts';
import type {LookUp} from '../../../ports/cluster-facts.ts';
import type {Helm, Rendered, RenderProblem} from '../../../ports/helm.ts';
import type {SourceFacts} from '../../../ports/source-facts.ts';
import type {SourceProblem} from '../../../ports/source-problem.ts';
import type {Built, SourceEntry} from '../source.ts';
import type {ChartTemplates} from './chart-templates.ts';
import {type ClusterInputs, clusterOfChart, NOTHING} from './cluster-of-chart.ts';
import {deniedLookUps} from './denied-look-ups.ts';
import type {ChartReferences} from './find-references.ts';
import type {HelmSettings} from './helm-model.ts';
import {renderProblemOf} from './problem-of.ts';
import type {HelmRelease} from './read-release.ts';

/** The inputs of a rendering. */
export type ChartInputs = {
  readonly settings: HelmSettings;
  readonly chart: Chart;
  readonly templates: ChartTemplates;
  readonly release: HelmRelease;
  /** The values for helm, with tokens in place of references. */
  readonly values: JsonObject;
  readonly references: ChartReferences;
  readonly facts: SourceFacts | undefined;
  /** The locked cluster, for a build without facts. */
  readonly locked: LockedCluster | undefined;
  /** The facts of the cluster that the chart may read. */
  readonly reads: ReadFacts;
  /** Texts that anybody who may read the stack knows. */
  readonly known: readonly string[];
  /** The APIs of CRDs that come with the stack: those of the chart, and those of its other sources. */
  readonly crds: readonly string[];
};

/** Renders a chart once. */
export async function renderChart(
  inputs: ChartInputs,
  entry: SourceEntry,
  open: () => Promise<Helm>,
): Promise<Rendered | Built> {
  const {settings, chart, release, values, crds, known, templates} = inputs;
  const helm = await open();
  const {name, namespace, isUpgrade} = release;
  const withCrds = settings.skipCrds !== true;
  const render = async (onDenied: ClusterInputs['onDenied']): Promise<Rendered | RenderProblem> => {
    const cluster = await clusterOfChart({...inputs, onDenied});
    return helm({chart, release: name, namespace, isUpgrade, values, withCrds, cluster, crds, known});
  };
  const denied: LookUp[] = [];
  const problem = (): SourceProblem => deniedLookUps(denied, {lookups: settings.lookups ?? [], namespace});
  const rendered = await render((target) => (denied.push(target), {refused: problem()}));
  if (!('problem' in rendered)) return rendered;
  if (denied.length === 0) return renderProblemOf(rendered, entry, templates);
  // Helm stops at the first one. A rendering that finds nothing shows the others as well, and users allow all at once.
  await render((target) => (denied.push(target), NOTHING));
  return renderProblemOf({...rendered, ...problem()}, entry, templates);
}
