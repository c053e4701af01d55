import {createInterface} from 'node:readline';
import {GantryError} from '../core/failure/failure.ts';
import {canAsk, type Io} from './io.ts';
import {printable} from './printable.ts';

/** A question that a person answers at the terminal. */
export type Question = {
  /** Printed before the cursor, for example `Apply 3 changes to workspace prod? [y/N] `. */
  readonly text: string;
  /** Which answers mean yes; everything else, and the end of input, means no. */
  readonly accepts: (answer: string) => boolean;
};

/** The terminal for a question; `yes` answers it without asking. */
export type Asking = {readonly io: Io; readonly signal: AbortSignal; readonly yes: boolean};

/**
 * Asks on the terminal.
 * @throws GantryError `input/confirmation-needed` where there is no terminal and no `--yes`.
 */
export async function confirm({text, accepts}: Question, {io, signal, yes}: Asking): Promise<boolean> {
  if (yes) return true;
  if (!canAsk(io)) throw new GantryError({code: 'input/confirmation-needed', flag: '--yes'});
  io.stderr.write(text);
  const answer = await readLine(io, signal);
  return answer !== undefined && accepts(answer.trim());
}

/** `Apply … ? [y/N]`. */
export const yesNo = (text: string): Question => ({
  text: `${printable(text)} [y/N] `,
  accepts: (answer) => /^y(es)?$/i.test(answer),
});

/** The name must be typed: a reflex answer does not destroy. */
export const typedName = (text: string, name: string): Question => ({
  text: `${printable(text)}\nType its name (${printable(name)}) to go on: `,
  accepts: (answer) => answer === name,
});

// The terminal stays in its normal mode (`terminal: false`), so that Ctrl-C reaches the process as a signal.
function readLine(io: Io, signal: AbortSignal): Promise<string | undefined> {
  const {promise, resolve, reject} = Promise.withResolvers<string | undefined>();
  const lines = createInterface({input: io.stdin.stream, terminal: false, signal});
  const cancelled = (): void => reject(signal.reason);
  signal.addEventListener('abort', cancelled, {once: true});
  lines.once('line', resolve);
  lines.once('close', () => (signal.aborted ? cancelled() : resolve(undefined)));
  return promise.finally(() => {
    signal.removeEventListener('abort', cancelled);
    lines.close();
    io.stdin.stream.pause();
  });
}
