import type {Command} from 'commander';
import type {validateStack} from '../../../app/validate-stack.ts';
import {validDocument, validText} from '../../../ui/build-text.ts';
import {readSpecFile, type SpecFileFlag, specFileFlag} from '../../flags/plan-flags.ts';
import type {OpenSession} from '../../session.ts';

export type ValidateStack = typeof validateStack;

const validateLazily: ValidateStack = async (request, deps) =>
  (await import('../../../app/validate-stack.ts')).validateStack(request, deps);

// Without a cluster nobody knows which fields a kind has: a misspelt one must not pass for checked.
const FIELDS_UNREAD = 'Names of kinds and fields are the cluster\'s: "gantry preview" checks them there.\n';

/** `gantry validate`: all problems of all files at once, without a cluster. */
export const defineValidate = (command: Command, open: OpenSession, run: ValidateStack = validateLazily): Command =>
  specFileFlag(command).action(async (flags: SpecFileFlag) => {
    const session = await open();
    const outcome = await run({...session.globals.stack, ...readSpecFile(flags, session)}, session.deps);
    await session.print({
      document: validDocument(outcome),
      text: () => validText(outcome),
      cases: async () => (await import('../../../ui/report/stack-cases.ts')).buildCases(outcome),
      diagnostics: outcome.diagnostics,
    });
    if (session.globals.output === 'human') session.say(({paint}) => paint.dim(FIELDS_UNREAD));
  });
