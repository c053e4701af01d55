import type {Command} from 'commander';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';
import {type ApplyUses, defineApply} from '../stack/apply.ts';

/** Defines `gantry shared apply`: the same as `gantry apply`, for shared stacks of the workspace. */
export const defineSharedApply = (command: Command, open: OpenSession, uses: ApplyUses = {}): Command =>
  defineApply(command, open, uses).hook('preAction', () => {
    const {all, changedSince} = command.opts<{readonly all?: boolean; readonly changedSince?: string}>();
    if (all !== true && changedSince === undefined) return;
    const flag = all === true ? '--all' : '--changed-since';
    throw usageError(
      `${flag} cannot be used with "gantry shared apply".`,
      `Run "gantry apply ${flag}", or name each stack with -s.`,
    );
  });
