import type {SourceFacts} from '../../../ports/source-facts.ts';
import {type Making, madeFrom} from './made-from.ts';
import type {HelmRelease} from './read-release.ts';

/**
 * Returns the release as the templates see it. If chart and values are those of the last release, it stays the installation or the upgrade
 * that it was: a template that asks `.Release.IsInstall` must not change its objects in a preview without a change.
 */
export async function settleUpgrade(
  release: HelmRelease,
  making: Omit<Making, 'release'>,
  facts: SourceFacts | undefined,
): Promise<HelmRelease> {
  if (facts === undefined || !release.isUpgrade) return release;
  const {release: last, digestKey} = await facts.past();
  const recorded = last?.sources?.find((one) => one.kind === 'helm' && one.name === release.name);
  const isSame = recorded?.generated?.madeFrom === madeFrom({...making, release}, digestKey);
  return {...release, isUpgrade: !isSame || recorded.value['isUpgrade'] !== false};
}
