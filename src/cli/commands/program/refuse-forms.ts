import type {Started} from '../../../app/programs/started.ts';
import {startedText} from '../../../ui/text/program/program-text.ts';
import type {Output} from '../../flags/globals.ts';
import type {Session} from '../../session.ts';
import {usageError} from '../../usage.ts';

/** Refuses `-o` and `--report` for commands whose stdout belongs to another program. */
export function refuseForms({globals}: Session, what: string, possible: readonly Output[] = ['human']): void {
  const {output, reports} = globals;
  if (!possible.includes(output)) throw usageError(`-o ${output}: ${what}.`, 'Leave out -o.');
  if (reports.length > 0) throw usageError(`--report: ${what}.`, 'Leave out --report.');
}

/** Prints which cluster a program will use, before the program takes over the terminal. A pipeline sees only problems. */
export const announce =
  (session: Session) =>
  (started: Started): void => {
    session.remark(started.warnings);
    if (session.deps.interactive) session.say((style) => startedText(started, style));
  };
