import type {JsonPath} from '../core/json.ts';

/** A problem of a program or a server that a source uses. */
export type SourceProblem = {
  readonly problem: string;
  readonly hint?: string;
  /** The part of the source's value that it is about. Default: the whole source. */
  readonly part?: JsonPath;
};
