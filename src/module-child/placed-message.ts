import {dirname, join} from 'node:path';
import {pathToFileURL} from 'node:url';

/**
 * Returns the message of an error with the first position in the module from its stack trace, for example `no size (module.ts:12:5)`. The author of the
 * module does not see the stack trace. @param entry the file that exports the module
 */
export function placedMessage(error: unknown, entry: string): string {
  if (!(error instanceof Error)) return String(error);
  const place = placeIn(String(error.stack), dirname(entry));
  return place === undefined ? error.message : `${error.message} (${place})`;
}

/** Returns the first `FILE:LINE` or `FILE:LINE:COLUMN` in a folder, relative to it. Frames name files by their URLs or by their paths. */
function placeIn(stack: string, folder: string): string | undefined {
  const starts = [pathToFileURL(join(folder, '/')).href, join(folder, '/')];
  for (const line of stack.split('\n'))
    for (const start of starts) {
      const at = line.indexOf(start);
      const place = at === -1 ? undefined : /^[^:]+(?::\d+){1,2}/.exec(line.slice(at + start.length))?.[0];
      if (place !== undefined) return place;
    }
  return undefined;
}
