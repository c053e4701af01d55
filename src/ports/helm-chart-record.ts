import type {JsonObject} from '../core/json.ts';

/** The chart in the record of a Helm release. Helm does not record the charts that it depends on. */
export type RecordedChart = {
  readonly name: string;
  readonly version: string;
  /** The names of the charts that it used, which the record does not contain. */
  readonly dependencies: readonly string[];
  /** The contents of `Chart.yaml`. */
  readonly metadata: JsonObject;
  /** The contents of `values.yaml`. */
  readonly values: JsonObject;
  /** All other files by their paths, which stay below the chart. */
  readonly files: ReadonlyMap<string, Uint8Array>;
};
