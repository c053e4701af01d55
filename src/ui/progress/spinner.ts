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
  return {
    start: (text) => {
      if (terminal === undefined) return;
      stop();
      const own = Symbol(text);
      latest = own;
      void import('ora').then(({default: ora}) => {
        // Somebody stopped it, or started another one, while it was loaded.
        if (latest !== own) return;
        // Stdin stays as it is: a password prompt or Ctrl-C is nothing for a spinner to read.
        shown = ora({text, stream: terminal, discardStdin: false, isEnabled: true}).start();
      });
    },
    stop,
  };
}
