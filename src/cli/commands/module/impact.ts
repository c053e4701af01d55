import type {Command} from 'commander';
import type {moduleImpact} from '../../../app/module/module-impact.ts';
import type {StackSelection} from '../../../app/stacks/selection.ts';
import {defined} from '../../../lib/defined.ts';
import {hasImpact, moduleImpactDocument, moduleImpactText} from '../../../ui/text/module/module-impact-text.ts';
import {EXIT, exitCodeOf, worstOf} from '../../exit-code.ts';
import {readSeveral, type SeveralFlags, severalFlags} from '../../flags/several-flags.ts';
import type {OpenSession, Session} from '../../session.ts';

/** The use case behind `gantry module impact`. Tests pass their own. */
export type ModuleImpactUse = typeof moduleImpact;

const impactLazily: ModuleImpactUse = async (request, deps) =>
  (await import('../../../app/module/module-impact.ts')).moduleImpact(request, deps);

/** Defines `gantry module impact`. */
export const defineModuleImpact = (command: Command, open: OpenSession, run: ModuleImpactUse = impactLazily): Command =>
  severalFlags(
    command.argument(
      '<name=folder|name@version>',
      'the name of the module, and another version of it: a folder, or a version, a range or a git ref of a published module',
    ),
  )
    .option('--exit-code', 'exit with code 2 if the objects of a stack differ')
    .action(async (change: string, {exitCode = false, ...flags}: SeveralFlags & {readonly exitCode?: boolean}) => {
      const session = await open();
      const selection = readSeveral(flags, session) ?? onlyStack(session);
      const impact = await run({...selection, change}, session.deps);
      const failed = impact.stacks.flatMap((stack) => ('failure' in stack ? [exitCodeOf(stack.failure)] : []));
      await session.print({
        document: moduleImpactDocument(impact),
        text: (style) => moduleImpactText(impact, style),
        exitCode: failed.length > 0 ? worstOf(failed) : exitCode && hasImpact(impact) ? EXIT.pending : EXIT.done,
      });
    });

/** Returns the selection of the stack of the directory, or of the one that `-s` names. */
const onlyStack = ({globals, deps}: Session): StackSelection => ({
  directory: globals.stack.directory ?? deps.cwd,
  stacks: globals.stacks,
  onlyHere: globals.stacks.length === 0,
  operation: 'apply',
  ...defined({workspace: globals.stack.workspace}),
});
