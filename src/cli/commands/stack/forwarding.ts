import type {ApplyOutcome} from '../../../app/release-requests.ts';
import {printable} from '../../../ui/printable.ts';
import type {PortForwardFlag} from '../../flags/port-forward-flag.ts';
import type {Session} from '../../session.ts';

/** Ports that are taken before an apply and forwarded after it. */
export type Forwarding = AsyncDisposable & {
  /** Until Ctrl-C; after what did not succeed, not at all. */
  readonly after: (outcome: ApplyOutcome) => Promise<void>;
};

/** @throws GantryError forward/port-taken, before anything was applied. */
export async function openForwarding({portForward = []}: PortForwardFlag, session: Session): Promise<Forwarding> {
  if (portForward.length === 0) return {after: async () => undefined, [Symbol.asyncDispose]: async () => undefined};
  const {openPorts, forwardPorts} = await import('../../../app/operate/forward-ports.ts');
  const open = await openPorts(portForward, session.deps);
  const onText = (text: string): void => session.say(() => `${printable(text)}\n`);
  return {
    after: async (outcome) => {
      if (outcome.kind === 'declined' || (outcome.kind === 'applied' && outcome.failure !== undefined)) return;
      const {ports} = open;
      await forwardPorts({...session.globals.stack, ports, onText}, session.deps);
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose]().then(() => undefined),
  };
}
