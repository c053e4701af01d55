import {writeSync} from 'node:fs';

/** Errors of a stream whose reader has stopped reading: `| head`, a closed terminal. The run continues and is recorded. */
const LEFT = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED']);

/** Ends the process with 1 if a result could not be written, for example to a full disk, and says so. */
export function reportBrokenOutput() {
  let unwritten;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ({code}) => {
      if (!LEFT.has(code)) unwritten ??= code;
    });
  }
  process.on('exit', () => {
    if (unwritten === undefined) return;
    process.exitCode ||= 1;
    const why = {ENOSPC: 'no space is left on the device', EDQUOT: 'the disk quota is exhausted'}[unwritten];
    try {
      // Exit at once, because nothing is written after this.
      writeSync(
        2,
        `error: The output could not be written: ${why === undefined ? unwritten : `${why} (${unwritten})`}.\n`,
      );
    } catch {
      // No message can be written; the exit code reports the failure.
    }
  });
}
