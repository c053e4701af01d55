import {wasInstalled} from '../../../core/hook/was-installed.ts';
import type {Chart} from '../../../ports/charts.ts';
import type {SourceFacts} from '../../../ports/source-facts.ts';
import type {SourceEntry} from '../source.ts';
import type {HelmSettings} from './helm-model.ts';

/** The Helm release that the templates of a chart see. */
export type HelmRelease = {
  readonly name: string;
  readonly namespace: string;
  /** True if a run has applied all of it: a failed first run is followed by another install. */
  readonly isUpgrade: boolean;
  /** True if the source has a namespace of its own, for objects without one. */
  readonly hasOwnNamespace: boolean;
};

/** The entry of a source, and the facts that it may ask. */
export type ReleaseContext = {readonly entry: SourceEntry; readonly facts: SourceFacts | undefined};

/** Returns the name and the namespace of the Helm release, and whether its record makes it an upgrade. */
export async function readRelease(
  {release, namespace}: HelmSettings,
  chart: Chart,
  {entry, facts}: ReleaseContext,
): Promise<HelmRelease> {
  const name = release ?? chart.name;
  const past = await facts?.past();
  const isUpgrade = past !== undefined && wasInstalled(past, name, []);
  return {
    name,
    namespace: namespace ?? entry.namespace ?? 'default',
    isUpgrade,
    hasOwnNamespace: namespace !== undefined,
  };
}
