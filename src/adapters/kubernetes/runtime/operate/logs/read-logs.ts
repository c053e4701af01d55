import {scrubber} from '../../../../../core/secret/scrub-text.ts';
import type {LogLine, LogsFound, LogsRequest, ReleasedStack} from '../../../../../ports/operations.ts';
import {findStack} from '../find-stack.ts';
import type {Operating} from '../operating.ts';
import {followPods} from './follow-pods.ts';
import {openOwners, type Root} from './owners.ts';
import {readPods} from './read-pods.ts';

/**
 * Reads the logs of the pods of a stack's resources, ordered by time.
 * @throws GantryError permission/denied if pods or their logs cannot be read
 */
export async function readLogs(operating: Operating, stack: ReleasedStack, request: LogsRequest): Promise<LogsFound> {
  const {signal} = stack;
  const found = await findStack(operating, {...stack, prior: request.of});
  for (const one of found) if (one.live === undefined) request.onRemark(`${one.state.id} not found: ${one.why}`);
  const roots = found.filter((one): one is Root => one.live !== undefined);
  const ownerOf = openOwners(operating.session.client, roots, signal);
  const clean = scrubber(operating.secrets().map((secret) => secret.reveal('base64')));
  const onLine = (line: LogLine): void => request.onLine({...line, line: clean(line.line)});
  const logging = {operating, request, roots, ownerOf, onLine, signal};
  return request.follow ? followPods(logging) : readPods(logging);
}
