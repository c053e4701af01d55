import type {LogLine, LogsRequest} from '../../../../../ports/operations.ts';
import type {Operating} from '../operating.ts';
import type {openOwners, Root} from './owners.ts';

/** The options for reading the logs of a stack. */
export type Logging = {
  readonly operating: Operating;
  readonly request: LogsRequest;
  readonly roots: readonly Root[];
  readonly ownerOf: ReturnType<typeof openOwners>;
  /** Called with each line, without known secrets. */
  readonly onLine: (line: LogLine) => void;
  readonly signal: AbortSignal;
};
