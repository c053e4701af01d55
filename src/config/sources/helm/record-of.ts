import type {SourceRecord} from '../../../core/release/source-record.ts';
import type {Chart} from '../../../ports/charts.ts';
import type {HelmRelease} from './read-release.ts';

/** Returns the record of a Helm release for the next build. */
export const recordOf = (
  {name: chart, version, digest}: Chart,
  {name, namespace, isUpgrade}: HelmRelease,
): SourceRecord => ({
  kind: 'helm',
  name,
  value: {chart, version, digest, namespace, isUpgrade},
});
