import type {JsonObject} from '../core/json.ts';
import type {Chart} from './charts.ts';
import type {ClusterFacts} from './cluster-facts.ts';
import type {SourceProblem} from './source-problem.ts';

/** A chart to render. */
export type RenderChart = {
  readonly chart: Chart;
  /** The name and the namespace of the Helm release. */
  readonly release: string;
  readonly namespace: string;
  /** True if the chart was applied before: its templates see an upgrade. */
  readonly isUpgrade: boolean;
  /** The values of the user. Those of the chart come below them. */
  readonly values: JsonObject;
  readonly withCrds: boolean;
  /** The facts that templates may ask. Absent: rendered without a cluster. */
  readonly facts?: ClusterFacts | undefined;
};

/** The output of `helm template`: YAML documents, each with its template in a comment `# Source: …`. */
export type Rendered = {readonly text: string};

/** Renders charts with Helm. A problem is returned, never thrown. */
export type Helm = (render: RenderChart) => Promise<Rendered | SourceProblem>;
