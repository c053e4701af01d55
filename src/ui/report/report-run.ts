import type {Places} from './file-in-checkout.ts';

/** What a report says of the run that it is of. */
export type ReportRun = {
  /** The command: `preview`, `release rollback`. */
  readonly command: string;
  readonly version: string;
  readonly exitCode: number;
  readonly places: Places;
  /** From the root of the checkout: where what has no line of a file is shown. GitHub takes no finding without a file. */
  readonly fallbackFile: string;
};
