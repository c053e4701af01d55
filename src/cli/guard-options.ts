import type {AskedName, GuardOptions} from '../app/protection/guard-options.ts';
import {defined} from '../lib/defined.ts';
import {confirm, typedName} from '../ui/confirm.ts';
import {canAsk, type Io} from '../ui/io.ts';
import type {Globals} from './flags/globals.ts';

type Asking = {
  readonly io: Io;
  readonly signal: AbortSignal;
  readonly globals: Pick<Globals, 'approval' | 'outsideWindows' | 'sign'>;
  /** Interrupts the live view for the question. */
  readonly pause: () => void;
};

/** Returns how this run gets the permission for a change of a protected workspace. `--yes` does not answer the question for its name. */
export function guardOptions({io, signal, globals: {approval, outsideWindows, sign}, pause}: Asking): GuardOptions {
  const askName = ({workspace, outsideWindows: reason}: AskedName): Promise<boolean> => {
    pause();
    const about = reason === undefined ? '' : ` This is outside of its change windows, because: ${reason}.`;
    const question = typedName(`The workspace ${workspace} is protected.${about}`, workspace);
    return confirm(question, {io, signal, yes: false});
  };
  return defined({askName: canAsk(io) ? askName : undefined, approval, outsideWindows, sign, pause});
}
