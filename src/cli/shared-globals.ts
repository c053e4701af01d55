import {isSharedStack, SHARED_PROJECT} from '../core/stacks/shared-stacks.ts';
import {defined} from '../lib/defined.ts';
import type {Globals} from './flags/globals.ts';
import {usageError} from './usage.ts';

/** The commands whose `-s` names shared stacks. */
const OF_SHARED_STACKS: ReadonlySet<string> = new Set(['shared apply', 'shared adopt']);

/** Returns the global flags of a command. For commands about shared stacks, `-s` is completed to `shared/STACK`; without it: `shared/shared`. */
export function globalsOf(command: string, globals: Globals): Globals {
  if (!OF_SHARED_STACKS.has(command)) return globals;
  const stacks = (globals.stacks.length === 0 ? [SHARED_PROJECT] : globals.stacks).map(sharedName);
  const [stack, another] = stacks;
  return {
    ...globals,
    stacks,
    stack: {...globals.stack, ...defined({stack: another === undefined ? stack : undefined})},
  };
}

function sharedName(text: string): string {
  if (/^[A-Za-z0-9_][\w.-]*$/.test(text)) return `${SHARED_PROJECT}/${text}`;
  if (isSharedStack(text)) return text;
  throw usageError(`-s ${text}: not a shared stack.`, 'Name a stack of the project shared: -s shared/STACK.');
}
