import type {Ora} from 'ora';
import type {Out} from '../io.ts';

/** A line with a moving sign that says what the program waits for. */
export type Spinner = {readonly start: (text: string) => void; readonly stop: () => void};

/** Returns a spinner for a terminal; elsewhere it shows nothing. `ora` is loaded at the first start. */
export function openSpinner({terminal}: Pick<Out, 'terminal'>): Spinner {
  let shown: Ora | undefined;
  let latest: symbol | undefined;
  const stop = (): void => {
    latest = undefined;
    shown?.stop();
    shown = undefined;
  };
  const load = async (own: symbol, text: string, stream: NodeJS.WriteStream): Promise<void> => {
    const {default: ora} = await import('ora');
    // Somebody stopped it, or started another one, while it was loaded.
    if (latest !== own) return;
    // Stdin stays as it is: a spinner must not read a password or Ctrl-C.
    shown = ora({text, stream, discardStdin: false, isEnabled: true}).start();
  };
  return {
    start: (text) => {
      if (terminal === undefined) return;
      stop();
      const own = Symbol(text);
      latest = own;
      void load(own, text, terminal);
    },
    stop,
  };
}
