import type {JsonObject} from '../../../core/json.ts';
import type {Chart} from '../../../ports/charts.ts';
import type {Helm, Rendered} from '../../../ports/helm.ts';
import type {SourceFacts} from '../../../ports/source-facts.ts';
import type {Built, SourceEntry} from '../source.ts';
import type {HelmSettings} from './helm-model.ts';
import {problemOf} from './problem-of.ts';
import type {HelmRelease} from './read-release.ts';

/** The inputs of a rendering. */
export type ChartInputs = {
  readonly settings: HelmSettings;
  readonly chart: Chart;
  readonly release: HelmRelease;
  readonly values: JsonObject;
  readonly facts: SourceFacts | undefined;
};

/** Renders a chart once. */
export async function renderChart(
  {settings: {skipCrds = false}, chart, release, values, facts}: ChartInputs,
  entry: SourceEntry,
  open: () => Promise<Helm>,
): Promise<Rendered | Built> {
  const helm = await open();
  const {name, namespace, isUpgrade} = release;
  const rendered = await helm({chart, release: name, namespace, isUpgrade, values, withCrds: !skipCrds, facts});
  return 'problem' in rendered ? problemOf(rendered, entry) : rendered;
}
