import type {LogLine, LogsRequest} from '../../../../../ports/operations.ts';
import type {Operating} from '../operating.ts';
import type {openOwners, Root} from './owners.ts';

/** What reading logs needs to know of the stack. */
export type Logging = {
  readonly operating: Operating;
  readonly request: LogsRequest;
  readonly roots: readonly Root[];
  readonly ownerOf: ReturnType<typeof openOwners>;
  /** Without known secrets. */
  readonly onLine: (line: LogLine) => void;
  readonly signal: AbortSignal;
};
