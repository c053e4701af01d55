import {type ChartVersion, compareVersions, readVersion} from '../../../core/chart/chart-version.ts';
import {defined} from '../../../lib/defined.ts';
import type {KeptChart, KeptVersion} from './kept-index.ts';
import type {RawIndex, RawVersion} from './scan-index.ts';

/** Returns the charts of an index, by name, with what searches and fetches need. Entries without a semantic version are left out. */
export const indexedCharts = (index: RawIndex): readonly KeptChart[] =>
  [...index]
    .map(([name, versions]) => chartOf(name, versions))
    .filter(({versions}) => versions.length > 0)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

function chartOf(name: string, raw: readonly RawVersion[]): KeptChart {
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

function versionOf({version, raw}: {readonly version: ChartVersion; readonly raw: RawVersion}): KeptVersion {
  const [appVersion, created] = [textOf(raw['appVersion']), textOf(raw['created'])];
  const {urls} = raw;
  return {
    version: version.text,
    urls: Array.isArray(urls) ? urls.map(textOf).filter(Boolean) : [],
    ...defined({
      appVersion: appVersion || undefined,
      created: created || undefined,
      deprecated: String(raw['deprecated']) === 'true' ? (true as const) : undefined,
      digest: digestIn(textOf(raw['digest'])),
    }),
  };
}

function digestIn(written: string): string | undefined {
  const [, hex] = /^(?:sha256:)?([0-9a-f]{64})$/.exec(written) ?? [];
  return hex && `sha256:${hex}`;
}

/** Returns a text of YAML, or a number of JSON as a text. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
