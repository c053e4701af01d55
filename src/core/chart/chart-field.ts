import type {Position} from '../diagnostic/diagnostic.ts';

/** The source of a field of an object that a chart renders. */
export type ChartField = {
  /** The name of the chart. */
  readonly chart: string;
  readonly template: string;
  /** The values that the field changes with. */
  readonly values: readonly {
    readonly path: string;
    /** The position in a values file, in stack.yaml, or in the defaults of the chart. */
    readonly at: Pick<Position, 'file' | 'line' | 'column'>;
    readonly isDefault?: boolean;
  }[];
  /** False if not all values were tried, because the chart has too many. */
  readonly isComplete: boolean;
  /** True if the chart generates another value in each render. */
  readonly isGenerated?: boolean;
};
