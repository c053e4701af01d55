import type {Release} from './release.ts';

/** A chart that a release was made with. */
export type ReleasedChart = {
  /** The name of the Helm release. */
  readonly release: string;
  readonly chart: string;
  readonly version: string;
};

/** Returns the charts of a release, in the order of its sources. */
export const chartsOf = ({sources = []}: Pick<Release, 'sources'>): readonly ReleasedChart[] =>
  sources.flatMap(({kind, name, value: {chart, version}}) =>
    kind === 'helm' && typeof chart === 'string' && typeof version === 'string'
      ? [{release: name, chart, version}]
      : [],
  );
