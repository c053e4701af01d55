import {createInterface} from 'node:readline';
import {GantryError} from '../core/failure/failure.ts';
import {canAsk, type Io} from './io.ts';
import {printable} from './printable.ts';

/** A question that the user answers on the terminal. */
export type Question = {
  /** Printed before the cursor, for example `Apply 3 changes to workspace prod? [y/N] `. */
  readonly text: string;
  /** Reports whether an answer means yes. Everything else, and the end of input, means no. */
  readonly accepts: (answer: string) => boolean;
};

/** The terminal for a question. `yes` answers it without asking. */
export type Asking = {readonly io: Io; readonly signal: AbortSignal; readonly yes: boolean};

/**
 * Asks a question on the terminal and reports whether the answer means yes.
 * @throws GantryError `input/confirmation-needed` without a terminal and without `--yes`.
 */
export async function confirm({text, accepts}: Question, {io, signal, yes}: Asking): Promise<boolean> {
  if (yes) return true;
  if (!canAsk(io)) throw new GantryError({code: 'input/confirmation-needed', flag: '--yes'});
  io.stderr.write(text);
  const answer = await readLine(io, signal);
  return answer !== undefined && accepts(answer.trim());
}

/** Returns a question with the answers yes and no: `Apply … ? [y/N]`. */
export const yesNo = (text: string): Question => ({
  text: `${printable(text)} [y/N] `,
  accepts: (answer) => /^y(es)?$/i.test(answer),
});

/** Returns a question whose answer is a name, so that a careless answer deletes nothing. */
export const typedName = (text: string, name: string): Question => ({
  text: `${printable(text)}\nType its name (${printable(name)}) to continue: `,
  accepts: (answer) => answer === name,
});

// The terminal stays in its normal mode (`terminal: false`), so that Ctrl-C reaches the process as a signal.
function readLine(io: Io, signal: AbortSignal): Promise<string | undefined> {
  const {promise, resolve, reject} = Promise.withResolvers<string | undefined>();
  const lines = createInterface({input: io.stdin.stream, terminal: false, signal});
  const cancelled = (): void => reject(signal.reason);
  signal.addEventListener('abort', cancelled, {once: true});
  lines.once('line', (line) => {
    resolve(line);
    // At once: the next line belongs to the next question.
    lines.close();
  });
  lines.once('close', () => (signal.aborted ? cancelled() : resolve(undefined)));
  return promise.finally(() => {
    signal.removeEventListener('abort', cancelled);
    lines.close();
    io.stdin.stream.pause();
  });
}
