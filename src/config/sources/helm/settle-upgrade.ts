import {wasInstalled} from '../../../core/hook/was-installed.ts';
import type {SourceFacts} from '../../../ports/source-facts.ts';
import type {Candidate} from '../../manifests/candidate.ts';
import {settle} from '../../manifests/settle.ts';
import {type Making, madeFrom} from './made-from.ts';
import type {HelmRelease, ReleaseContext} from './read-release.ts';
import {recordedSource} from './recorded-source.ts';

/**
 * Returns the release as the templates see it. If chart and values are those of the last run, it stays the installation or the upgrade
 * that it was: a template that asks `.Release.IsInstall` must not change its objects in a preview without a change.
 */
export async function settleUpgrade(
  release: HelmRelease,
  making: Omit<Making, 'release'>,
  facts: SourceFacts | undefined,
): Promise<HelmRelease> {
  if (facts === undefined || !release.isUpgrade) return release;
  const {digestKey} = await facts.past();
  const recorded = await recordedSource(release.name, facts);
  const isSame = recorded?.generated?.madeFrom === madeFrom({...making, release}, digestKey);
  return {...release, isUpgrade: !isSame || recorded.value['isUpgrade'] !== false};
}

/**
 * Returns a release that no run has installed by its record as an upgrade, if the last release has its objects: the hooks of the plan then
 * run as those of an upgrade. It is known only after a render, which has to be repeated.
 */
export async function settleConverted(
  release: HelmRelease,
  candidates: readonly Candidate[],
  {entry, facts}: ReleaseContext,
): Promise<HelmRelease> {
  const past = await facts?.past();
  if (past?.last === undefined) return release;
  const ids = settle(candidates, entry.namespace).resources.map(({id}) => id);
  return wasInstalled(past, release.name, ids) ? {...release, isUpgrade: true} : release;
}
