import type {IndexedChart, IndexedVersion} from '../../../core/chart/chart-index.ts';
import {type ChartVersion, compareVersions, readVersion} from '../../../core/chart/chart-version.ts';
import {defined} from '../../../lib/defined.ts';
import type {RawIndex, RawVersion} from './scan-index.ts';

/** Returns the charts of an index, by name, with what searches need. Entries without a semantic version are left out. */
export const indexedCharts = (index: RawIndex): readonly IndexedChart[] =>
  [...index]
    .map(([name, versions]) => chartOf(name, versions))
    .filter(({versions}) => versions.length > 0)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

function chartOf(name: string, raw: readonly RawVersion[]): IndexedChart {
  const sorted = raw
    .flatMap((one) => {
      const version = readVersion(textOf(one['version']));
      return version === undefined ? [] : [{version, raw: one}];
    })
    .toSorted((a, b) => compareVersions(b.version, a.version));
  const newest = sorted[0]?.raw ?? {};
  const {description, keywords} = newest;
  return {
    name,
    description: textOf(description).replaceAll(/\s+/g, ' ').trim(),
    keywords: Array.isArray(keywords) ? keywords.map(textOf).filter(Boolean) : [],
    versions: sorted.map(versionOf),
  };
}

function versionOf({version, raw}: {readonly version: ChartVersion; readonly raw: RawVersion}): IndexedVersion {
  const [appVersion, created] = [textOf(raw['appVersion']), textOf(raw['created'])];
  return {
    version: version.text,
    ...defined({
      appVersion: appVersion || undefined,
      created: created || undefined,
      deprecated: String(raw['deprecated']) === 'true' ? (true as const) : undefined,
    }),
  };
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
