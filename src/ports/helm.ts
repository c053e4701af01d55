import type {JsonObject} from '../core/json.ts';
import type {Chart} from './charts.ts';
import type {LookUp} from './cluster-facts.ts';
import type {SourceProblem} from './source-problem.ts';

/** The answer to a look-up: the live object or list (undefined if it does not exist), or why it is refused. */
export type LookedUp = {readonly object: JsonObject | undefined} | {readonly refused: SourceProblem};

/** The cluster that the templates of a chart see. */
export type HelmCluster = {
  /** The version of the server: `v1.34.4`. */
  readonly version: string;
  /** The served API versions and kinds: `apps/v1`, `apps/v1/Deployment`. */
  readonly apis: readonly string[];
  /** Answers the function `lookup` of templates. A refused one ends the rendering. */
  readonly lookUp: (target: LookUp) => Promise<LookedUp>;
};

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
  /** Absent: templates see the versions and APIs that Helm itself knows, and look up nothing. */
  readonly cluster?: HelmCluster | undefined;
  /** The APIs of CRDs that the cluster will have when the objects of the chart are applied. */
  readonly crds: readonly string[];
  /** Texts that anybody who may read the chart and its values knows. A looked-up value in them stays in problems. */
  readonly known?: readonly string[];
};

/** The output of `helm template`: YAML documents, each with its template in a comment `# Source: …`. */
export type Rendered = {readonly text: string};

/** The output of a template that is not valid YAML. */
export type BrokenOutput = {
  readonly template: string;
  readonly text: string;
  /** Removes the values of looked-up Secrets from a part of the text. Absent: it has none. */
  readonly clean?: (text: string) => string;
};

/** A problem of a rendering. */
export type RenderProblem = SourceProblem & {
  /** The output of a template, if it is not valid YAML. */
  readonly broken?: BrokenOutput;
};

/** Renders charts with Helm. A problem is returned, never thrown. @throws errors of the cluster's `lookUp` */
export type Helm = (render: RenderChart) => Promise<Rendered | RenderProblem>;
