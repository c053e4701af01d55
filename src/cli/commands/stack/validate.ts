import type {Command} from 'commander';
import type {ValidateOutcome, ValidateRequest, validateStack} from '../../../app/plan/validate-stack.ts';
import {defined} from '../../../lib/defined.ts';
import {validDocument, validText} from '../../../ui/text/stack/valid-text.ts';
import {collect} from '../../flags/collect.ts';
import {readSpecFile, type SpecFileFlag, specFileFlag} from '../../flags/plan-flags.ts';
import {readSeveral, refuseForSeveral, type SeveralFlags, severalFlags} from '../../flags/several-flags.ts';
import type {OpenSession, Result} from '../../session.ts';
import {lookAtEach} from '../../several/look-at-each.ts';

/** The use case behind `gantry validate`. Tests pass their own. */
export type ValidateStack = typeof validateStack;

const validateLazily: ValidateStack = async (request, deps) =>
  (await import('../../../app/plan/validate-stack.ts')).validateStack(request, deps);

type Flags = SpecFileFlag & SeveralFlags & {readonly kubernetesVersion?: readonly string[]; readonly online?: boolean};

const workspaceOf = ({workspace}: ValidateOutcome) => (workspace === undefined ? {} : {workspace});

const validResult = (outcome: ValidateOutcome): Result => ({
  document: validDocument(outcome),
  text: () => validText(outcome),
  cases: async () => (await import('../../../ui/report/stack-cases.ts')).buildCases(outcome),
  diagnostics: outcome.diagnostics,
});

/** Defines `gantry validate`: reports all problems of all files at once. Only `--online` contacts a cluster. */
export const defineValidate = (command: Command, open: OpenSession, run: ValidateStack = validateLazily): Command =>
  severalFlags(specFileFlag(command))
    .option(
      '--kubernetes-version <version>',
      'check the objects against this version of Kubernetes, for example 1.34, or each of several: 1.34,1.35 (repeatable)',
      collect,
    )
    .option('--online', 'also check kinds, fields and named objects against the cluster of the workspace')
    .action(async (flags: Flags) => {
      const session = await open();
      const several = readSeveral(flags, session);
      const kubernetes = readVersions(flags);
      if (several === undefined) {
        const outcome = await run(
          {...session.globals.stack, ...readSpecFile(flags, session), ...kubernetes},
          session.deps,
        );
        return session.print(validResult(outcome));
      }
      refuseForSeveral({'--spec-file': flags.specFile});
      return lookAtEach(session, several, async ({globals, deps}) => {
        const outcome = await run({...globals.stack, ...kubernetes}, deps);
        return {outcome: 'valid', result: validResult(outcome), ...workspaceOf(outcome)};
      });
    });

const readVersions = ({kubernetesVersion, online}: Flags): Pick<ValidateRequest, 'kubernetes' | 'online'> => ({
  ...defined({kubernetes: kubernetesVersion?.flatMap((text) => text.split(','))}),
  ...defined({online}),
});
