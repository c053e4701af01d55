import type {ApplyOutcome, StackRequest} from '../../../app/plan/release-requests.ts';
import {printable} from '../../../ui/printable.ts';
import type {PortForwardFlag} from '../../flags/port-forward-flag.ts';
import type {Session} from '../../session.ts';

/** Local ports that are reserved before an apply and forwarded after it. */
export type Forwarding = AsyncDisposable & {
  /** Forwards the ports until Ctrl-C. After a failed apply it returns at once. */
  readonly after: (outcome: ApplyOutcome) => Promise<void>;
};

/**
 * @param planFile what is applied: it knows its stack and workspace
 * @throws GantryError forward/port-taken, before anything was applied.
 */
export async function openForwarding(
  {portForward = []}: PortForwardFlag,
  session: Session,
  planFile?: string,
): Promise<Forwarding> {
  if (portForward.length === 0) return {after: async () => undefined, [Symbol.asyncDispose]: async () => undefined};
  const {openPorts, forwardPorts} = await import('../../../app/operate/forward-ports.ts');
  const open = await openPorts(portForward, session.deps);
  const onText = (text: string): void => session.say(() => `${printable(text)}\n`);
  return {
    after: async (outcome) => {
      if (outcome.kind === 'declined' || (outcome.kind === 'applied' && outcome.failure !== undefined)) return;
      const {ports} = open;
      await forwardPorts({...(await stackOf(planFile, session)), ports, onText}, session.deps);
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose]().then(() => undefined),
  };
}

async function stackOf(planFile: string | undefined, {globals, deps}: Session): Promise<StackRequest> {
  if (planFile === undefined) return globals.stack;
  const {stackOfPlanFile} = await import('../../../app/plan/apply-plan-file.ts');
  return stackOfPlanFile({...globals.stack, file: planFile}, deps);
}
