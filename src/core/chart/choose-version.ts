import {didYouMean} from '../../lib/did-you-mean.ts';
import {compareVersions, readVersion} from './chart-version.ts';
import {readRange} from './version-range.ts';

/** A chosen version, or the reason why no version fits. */
export type ChosenVersion = {readonly version: string} | {readonly problem: string; readonly hint?: string};

/** The number of versions in messages. */
const SHOWN = 5;

/**
 * Chooses a version as Helm does: the one with exactly this text, or the newest in the range. Without a wanted version it is the newest
 * that is not a pre-release.
 */
export function chooseVersion(known: readonly string[], wanted: string | undefined): ChosenVersion {
  if (wanted !== undefined && known.includes(wanted)) return {version: wanted};
  const range = readRange(wanted ?? '*');
  if (range === undefined)
    return {
      problem: `${wanted} is neither a version nor a range of versions`,
      hint: 'Write a version, or a range like ^1.2, ~1.2, 1.x or ">=1.2 <2".',
    };
  const newest = newestFirst(known);
  const found = newest.find((text) => range(versionOf(text)));
  if (found !== undefined) return {version: found};
  if (wanted === undefined && newest.length > 0)
    return {problem: 'it has only pre-releases', hint: `Name one of them in \`version\`: ${shown(newest)}.`};
  return {problem: `it has no version ${wanted ?? ''}`.trim(), hint: hintFor(wanted ?? '', newest)};
}

function hintFor(wanted: string, newest: readonly string[]): string {
  const nearest = didYouMean(wanted, newest);
  const list = newest.length === 0 ? 'It has no versions.' : `Its newest versions are ${shown(newest)}.`;
  return nearest === undefined ? list : `Did you mean ${nearest}? ${list}`;
}

const shown = (newest: readonly string[]): string =>
  `${newest.slice(0, SHOWN).join(', ')}${newest.length > SHOWN ? ', …' : ''}`;

/** Sorts versions, the newest first. Texts that are not versions are left out. */
export function newestFirst(known: readonly string[]): readonly string[] {
  return known
    .map(readVersion)
    .filter((version) => version !== undefined)
    .toSorted((a, b) => compareVersions(b, a))
    .map(({text}) => text);
}

const versionOf = (text: string) => readVersion(text) ?? {text, numbers: [0, 0, 0] as const, prerelease: []};

/** Reports whether a text names exactly one version, and no range. */
export const isExactVersion = (wanted: string | undefined): boolean =>
  wanted !== undefined && /^v?\d+\.\d+\.\d+/.test(wanted) && readVersion(wanted) !== undefined;
