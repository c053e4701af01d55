import type {Command} from 'commander';
import type {PortForward} from '../../app/operate/forward-ports.ts';
import {usageError} from '../usage.ts';

/** Values of `--port-forward`, parsed. */
export type PortForwardFlag = {readonly portForward?: readonly PortForward[]};

const collect = (value: string, before: readonly PortForward[] | undefined): readonly PortForward[] => [
  ...(before ?? []),
  readPortForward(value),
];

/** Adds `--port-forward`; each use adds a port. */
export const portForwardFlag = (command: Command): Command =>
  command.option(
    '--port-forward <[service:]local:remote>',
    'after the apply, forward a local port to a service until Ctrl-C; the local port 0 selects a free one (repeatable)',
    collect,
  );

function readPortForward(value: string): PortForward {
  const parts = value.split(':');
  const [remote = '', local = '', service, ...more] = parts.toReversed();
  const port = Number(local);
  const isPort = /^\d{1,5}$/.test(local) && port < 65_536;
  if (!isPort || !/^[a-z0-9-]+$/i.test(remote) || service === '' || more.length > 0)
    throw usageError(
      `--port-forward ${value}: not a valid port forward.`,
      'Write LOCAL:REMOTE or SERVICE:LOCAL:REMOTE, for example 8080:80 or web:0:http.',
    );
  return {local: port, remote, service};
}
