import type {Command} from 'commander';
import {usageError} from '../usage.ts';
import {collect} from './collect.ts';

/** The values of `--notify`. */
export type NotifyFlag = {readonly notify?: readonly string[]};

/** Adds `--notify`; each use adds a target. `what`: the messages that the targets get. */
export const notifyFlag = (command: Command, what: string): Command =>
  command.option(
    '--notify <name>',
    `send ${what} to this notification target of your configuration (repeatable)`,
    collect,
  );

/** Returns the names of the targets, each once. */
export function readNotify({notify = []}: NotifyFlag): readonly string[] {
  if (notify.includes('')) throw usageError('--notify needs the name of a target.', 'For example: --notify ops');
  return [...new Set(notify)];
}
