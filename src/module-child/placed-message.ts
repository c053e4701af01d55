import {dirname, join} from 'node:path';
import {pathToFileURL} from 'node:url';

/** The parts of an error of Node.js that say what was refused. */
type NodeError = Error & {readonly code?: unknown; readonly permission?: unknown; readonly resource?: unknown};

/**
 * Returns the message of an error with the first position in the module from its stack trace, for example `no size (module.ts:12:5)`. The author of the
 * module does not see the stack trace. @param entry the file that exports the module
 */
export function placedMessage(error: unknown, entry: string): string {
  if (!(error instanceof Error)) return String(error);
  const message = refusalIn(error) ?? error.message;
  const place = placeIn(String(error.stack), dirname(entry));
  return place === undefined ? message : `${message} (${place})`;
}

/** Returns the text for what the process refuses: Node.js names flags of its own, which an author cannot set. */
function refusalIn({code, permission, resource}: NodeError): string | undefined {
  if (code === 'ERR_REQUIRE_ASYNC_MODULE') return 'it has `await` outside of a function: move it into one';
  if (code !== 'ERR_ACCESS_DENIED' || typeof resource !== 'string' || resource === '') return undefined;
  if (permission === 'FileSystemRead')
    return `it may not read ${resource}: only files of its own folder, and no hidden files, links or packages`;
  return permission === 'FileSystemWrite' ? `it may not write ${resource}, or any other file` : undefined;
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
