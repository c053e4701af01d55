import {scrubber} from '../../../../../core/secret/scrub-text.ts';
import type {LogLine, LogsFound, LogsRequest, ReleasedStack} from '../../../../../ports/operations.ts';
import {findStack} from '../find-objects.ts';
import type {Operating} from '../open-operations.ts';
import {followPods} from './follow-pods.ts';
import {openOwners, type Root} from './owners.ts';
import {readPods} from './read-pods.ts';

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

/**
 * The lines of the pods of a stack's resources, in the order of their times.
 * @throws GantryError permission/denied where pods or their logs must not be read.
 */
export async function readLogs(operating: Operating, stack: ReleasedStack, request: LogsRequest): Promise<LogsFound> {
  const {signal} = stack;
  const found = await findStack(operating, {...stack, prior: request.of});
  for (const one of found) if (one.live === undefined) request.onRemark(`${one.state.id} is not there: ${one.why}`);
  const roots = found.filter((one): one is Root => one.live !== undefined);
  const ownerOf = openOwners(operating.session.client, roots, signal);
  const clean = scrubber(operating.secrets().map((secret) => secret.telltale()));
  const onLine = (line: LogLine): void => request.onLine({...line, line: clean(line.line)});
  const logging = {operating, request, roots, ownerOf, onLine, signal};
  return request.follow ? followPods(logging) : readPods(logging);
}
