import {printableLines} from '../ui/printable.ts';

/** The exit code for an error outside of a run: in a callback, or in a promise without a handler. */
const CRASHED = 70;

type Crashing = {readonly version: string; readonly clean: (text: string) => string};

/**
 * Handles uncaught errors until the process ends. Node itself would print all properties of the error: requests, responses, and
 * the credentials in them.
 */
export function listenForCrash(
  target: Pick<NodeJS.Process, 'on' | 'exit' | 'stderr'>,
  {version, clean}: Crashing,
): void {
  target.on('uncaughtException', (error: unknown) => {
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const words = printableLines(clean(said));
    target.stderr.write(`bug: Gantry ${version} on Node ${process.versions.node} had an unexpected error.\n${words}\n`);
    target.exit(CRASHED);
  });
}
