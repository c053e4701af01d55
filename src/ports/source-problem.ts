import type {JsonPath} from '../core/json.ts';

/** A place in a template of a chart. */
export type TemplatePlace = {
  /** The name that Helm gives the template: `web/templates/deployment.yaml`. */
  readonly template: string;
  readonly line: number;
  readonly column?: number;
  /** The expression at the place: `.Values.image.tag`. */
  readonly expression?: string;
};

/** A problem of a program or a server that a source uses. */
export type SourceProblem = {
  readonly problem: string;
  readonly hint?: string;
  /** The part of the source's value that it is about. Default: the whole source. */
  readonly part?: JsonPath;
  /** The place in a template that it is about. */
  readonly place?: TemplatePlace;
};
