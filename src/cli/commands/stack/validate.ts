import type {Command} from 'commander';
import type {BuildOutcome} from '../../../app/plan/release-requests.ts';
import type {validateStack} from '../../../app/plan/validate-stack.ts';
import {validDocument, validText} from '../../../ui/text/stack/build-text.ts';
import {readSpecFile, type SpecFileFlag, specFileFlag} from '../../flags/plan-flags.ts';
import {readSeveral, refuseForSeveral, type SeveralFlags, severalFlags} from '../../flags/several-flags.ts';
import type {OpenSession, Result} from '../../session.ts';
import {lookAtEach} from '../../several/look-at-each.ts';

/** The use case behind `gantry validate`. Tests pass their own. */
export type ValidateStack = typeof validateStack;

const validateLazily: ValidateStack = async (request, deps) =>
  (await import('../../../app/plan/validate-stack.ts')).validateStack(request, deps);

// Without a cluster the fields of a kind are unknown. The note says that misspelt fields are not detected.
const FIELDS_UNREAD =
  'Kinds and fields were not checked, because the cluster defines them: "gantry preview" checks them.\n';

const workspaceOf = ({workspace}: BuildOutcome) => (workspace === undefined ? {} : {workspace});

const validResult = (outcome: BuildOutcome): Result => ({
  document: validDocument(outcome),
  text: () => validText(outcome),
  cases: async () => (await import('../../../ui/report/stack-cases.ts')).buildCases(outcome),
  diagnostics: outcome.diagnostics,
});

/** Defines `gantry validate`: reports all problems of all files at once, without contacting a cluster. */
export const defineValidate = (command: Command, open: OpenSession, run: ValidateStack = validateLazily): Command =>
  severalFlags(specFileFlag(command)).action(async (flags: SpecFileFlag & SeveralFlags) => {
    const session = await open();
    const several = readSeveral(flags, session);
    if (several === undefined) {
      const outcome = await run({...session.globals.stack, ...readSpecFile(flags, session)}, session.deps);
      await session.print(validResult(outcome));
    } else {
      refuseForSeveral({'--spec-file': flags.specFile});
      await lookAtEach(session, several, async ({globals, deps}) => {
        const outcome = await run(globals.stack, deps);
        return {outcome: 'valid', result: validResult(outcome), ...workspaceOf(outcome)};
      });
    }
    if (session.globals.output === 'human') session.say(({paint}) => paint.dim(FIELDS_UNREAD));
  });
