import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {type IndexedChart, KEPT_INDEXES} from '../../core/chart/chart-index.ts';
import {readCached} from './cache-file.ts';

/** A chart with its versions, newest first. */
export type NamedChart = {readonly name: string; readonly versions: readonly string[]};

/** Returns the charts in the indexes that this machine keeps. An index that cannot be read is left out. */
export function readKeptCharts(home: string): readonly NamedChart[] {
  const directory = join(home, KEPT_INDEXES);
  return namesIn(directory).flatMap((name) => {
    const kept = readCached(join(directory, name)) as {readonly charts?: readonly IndexedChart[]} | null | undefined;
    return (kept?.charts ?? []).map((chart) => ({
      name: chart.name,
      versions: chart.versions.map(({version}) => version),
    }));
  });
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}
