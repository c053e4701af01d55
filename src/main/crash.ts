import {printableLines} from '../ui/printable.ts';

/** A bug that nobody has waited for: in a callback, in a promise without an owner. */
const CRASHED = 70;

type Crashing = {readonly version: string; readonly clean: (text: string) => string};

/** Until the process ends. Node itself would print all that hangs on the error: requests, answers, and the credentials in them. */
export function listenForCrash(
  target: Pick<NodeJS.Process, 'on' | 'exit' | 'stderr'>,
  {version, clean}: Crashing,
): void {
  target.on('uncaughtException', (error: unknown) => {
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const words = printableLines(clean(said));
    target.stderr.write(`bug: Gantry ${version} on Node ${process.versions.node} broke down.\n${words}\n`);
    target.exit(CRASHED);
  });
}
