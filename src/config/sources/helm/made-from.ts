import type {JsonObject} from '../../../core/json.ts';
import type {Secret} from '../../../core/secret/secret.ts';
import {canonicalJson} from '../../../lib/canonical-json.ts';
import type {Chart} from '../../../ports/charts.ts';
import type {HelmRelease} from './read-release.ts';

/** The inputs of a chart that a user chooses. */
export type Making = {
  readonly chart: Pick<Chart, 'digest'>;
  readonly values: JsonObject;
  readonly release: Pick<HelmRelease, 'name' | 'namespace'>;
};

/** Returns the chart, values and release that the objects of a chart are made from. */
export const makingOf = ({chart, values, release: {name, namespace}}: Making) => [
  chart.digest,
  values,
  name,
  namespace,
];

/** Returns the digest of the same, under the key of the backend. */
export const madeFrom = (making: Making, key: Secret): string =>
  key.hmac(canonicalJson(['made from', makingOf(making)]));
