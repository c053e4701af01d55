import {resolve} from 'node:path';
import type {Command} from 'commander';
import type {StackStatus as Status, stackStatus} from '../../../app/operate/stack-status.ts';
import type {AllStatus, StatusOfAll} from '../../../app/operate/status-of-all.ts';
import {defined} from '../../../lib/defined.ts';
import {statusDocument, statusText} from '../../../ui/text/stack/status-text.ts';
import {EXIT} from '../../exit-code.ts';
import {readSeveral, refuseForSeveral, type SeveralFlags, severalFlags} from '../../flags/several-flags.ts';
import {readTargets, type TargetFlag, targetFlag} from '../../flags/target-flag.ts';
import type {OpenSession, Result, Session} from '../../session.ts';
import {lookAtEach} from '../../several/look-at-each.ts';
import {usageError} from '../../usage.ts';

/** The use case behind `gantry status`. Tests pass their own. */
export type StackStatus = typeof stackStatus;

const statusLazily: StackStatus = async (request, deps) =>
  (await import('../../../app/operate/stack-status.ts')).stackStatus(request, deps);

type Flags = TargetFlag & SeveralFlags & {readonly exitCode?: boolean; readonly allStacks?: boolean};

/** Returns the exit code: 1 if anything has failed, 6 if anything else is not ready. A failed object does not become ready by waiting. */
function exitCodeOf({healthy, summary}: Pick<Status, 'healthy' | 'summary'>, flags: Flags): number {
  if (flags.exitCode !== true || healthy) return EXIT.done;
  return summary.failed > 0 ? EXIT.failed : EXIT.partial;
}

/** Defines `gantry status`: shows the health of the resources of the last release. */
export const defineStatus = (command: Command, open: OpenSession, run: StackStatus = statusLazily): Command =>
  severalFlags(targetFlag(command), 'select every stack that has a release in the workspace')
    .option('--all-stacks', 'list every stack in every workspace of the backend; limit them with -s and -w')
    .option('--exit-code', 'exit with code 1 if a resource has failed, or 6 if none has failed but one is not ready')
    .action(async (ids: readonly string[], flags: Flags) => {
      const session = await open();
      const targets = readTargets(ids, flags);
      const allStacks = await allStacksAsked(targets, flags, session);
      if (allStacks !== undefined) return printAll(allStacks, flags, session);
      const several = readSeveral(flags, session);
      if (several === undefined)
        return session.print(statusResult(await run({...session.globals.stack, targets}, session.deps), flags));
      refuseForSeveral({'An id, or --target,': targets.length > 0});
      return lookAtEach(session, {...several, released: true}, async ({globals, deps}) => {
        const status = await run({...globals.stack, targets}, deps);
        return {outcome: status.healthy ? 'ready' : 'not-ready', result: statusResult(status, flags)};
      });
    });

/**
 * Returns the request for all stacks of the backend: with --all-stacks, or outside of all projects without a stack, where only the backend
 * knows stacks. With --all and a workspace the answer has each stack of the workspace in full.
 */
async function allStacksAsked(
  targets: readonly string[],
  flags: Flags,
  {globals, deps}: Session,
): Promise<StatusOfAll | undefined> {
  const {stacks, workspaces} = globals;
  const {directory} = globals.stack;
  const request = {stacks, workspaces, ...defined({directory})};
  if (flags.allStacks === true) {
    refuseWithAllStacks(targets, flags);
    return request;
  }
  const current = workspaces.length > 0 ? workspaces : [deps.env['GANTRY_WORKSPACE'] ?? ''].filter(Boolean);
  const isNarrowed = stacks.length > 0 || targets.length > 0 || flags.selector !== undefined;
  if (isNarrowed || flags.changedSince !== undefined || (flags.all === true && current.length > 0)) return undefined;
  const {isOutside} = await import('../../../app/operate/is-outside.ts');
  return isOutside(resolve(deps.cwd, directory ?? '.')) ? {...request, workspaces: current} : undefined;
}

function refuseWithAllStacks(targets: readonly string[], {all, changedSince, selector}: Flags): void {
  if (targets.length === 0 && all !== true && changedSince === undefined && selector === undefined) return;
  throw usageError(
    'An id, --target, --all, --changed-since and -l cannot be used with --all-stacks.',
    'Limit the stacks with -s and -w.',
  );
}

async function printAll(request: StatusOfAll, flags: Flags, session: Session): Promise<void> {
  const {statusOfAll} = await import('../../../app/operate/status-of-all.ts');
  const {allStatusDocument, allStatusText} = await import('../../../ui/text/stack/all-status-text.ts');
  const {withoutMatch} = await import('../../../app/operate/asked-series.ts');
  const status = await statusOfAll(request, session.deps);
  const missing = withoutMatch(request, status.stacks);
  for (const flag of missing) session.say(() => `${flag}: no release matches.\n`);
  await session.print({
    document: allStatusDocument(status),
    text: (style) => allStatusText(status, style),
    exitCode: flags.exitCode === true ? exitCodeOfAll(status, missing) : EXIT.done,
  });
}

/** Returns the exit code for all stacks: 1 if an object has failed, 6 if another one is not ready or not known, or if a flag matches nothing. */
function exitCodeOfAll({stacks}: AllStatus, missing: readonly string[]): number {
  if (stacks.some(({summary}) => (summary?.failed ?? 0) > 0)) return EXIT.failed;
  return missing.length === 0 && stacks.every(({healthy}) => healthy === true) ? EXIT.done : EXIT.partial;
}

const statusResult = (status: Status, flags: Flags): Result => ({
  document: statusDocument(status),
  text: (style) => statusText(status, style),
  markdown: async (style) => (await import('../../../ui/markdown/status-markdown.ts')).statusMarkdown(status, style),
  cases: async () => (await import('../../../ui/report/stack-cases.ts')).statusCases(status),
  diagnostics: status.diagnostics,
  ...(status.failure === undefined ? {exitCode: exitCodeOf(status, flags)} : {failure: status.failure}),
});
