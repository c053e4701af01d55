import {resolve} from 'node:path';
import type {Command} from 'commander';
import type {readReport} from '../../../app/report/read-report.ts';
import type {Report} from '../../../app/report/report.ts';
import {isWorkspacePattern} from '../../../core/workspace/workspace-pattern.ts';
import {reportDocument, reportText} from '../../../ui/text/report/report-text.ts';
import {exitCodeOf, worstOf} from '../../exit-code.ts';
import {parallelStacksFlag} from '../../flags/several-flags.ts';
import type {OpenSession, Session} from '../../session.ts';
import {usageError} from '../../usage.ts';

/** The use case behind `gantry report`. Tests pass their own. */
export type ReadReport = typeof readReport;

const readLazily: ReadReport = async (request, deps) =>
  (await import('../../../app/report/read-report.ts')).readReport(request, deps);

type Flags = {readonly html?: string; readonly all?: boolean; readonly parallelStacks?: number};

/** Defines `gantry report`: stacks and workspaces with releases, health, drift, images and plans, as text or as one page. */
export const defineReport = (command: Command, open: OpenSession, run: ReadReport = readLazily): Command =>
  parallelStacksFlag(
    command
      .option('--html <file>', 'write the report as one HTML page without scripts; - for stdout')
      .option('--all', 'select every stack at and below the current directory, and those that only the backend knows'),
  ).action(async (flags: Flags) => {
    const session = await open();
    const {globals, deps} = session;
    const directory = globals.stack.directory ?? deps.cwd;
    const {all = false, parallelStacks} = flags;
    if (all && globals.stacks.length > 0) throw usageError('--all and -s cannot be used together.');
    refusePattern(globals.workspaces);
    const page = await readPage(flags, session, directory);
    session.wait('Reading releases, health, drift and plans');
    const {stacks, workspaces} = globals;
    const report = await run({directory, stacks, workspaces, all, parallel: parallelStacks}, deps);
    const exitCode = worstOf(report.cells.flatMap(({failures}) => failures.map(({failure}) => exitCodeOf(failure))));
    if (page !== undefined) await page(report);
    if (flags.html === '-') return session.end(exitCode);
    return session.print({
      document: reportDocument(report),
      text: (style) => reportText(report, style),
      exitCode,
    });
  });

function refusePattern(workspaces: readonly string[]): void {
  const pattern = workspaces.find(isWorkspacePattern);
  if (pattern === undefined) return;
  const hint = 'Repeat -w with each name. Without -w, every workspace is in the report.';
  throw usageError(`-w ${pattern} is a pattern; "gantry report" takes the names of workspaces.`, hint);
}

/** Returns what writes the page of `--html`, after the file was checked. */
async function readPage(
  {html}: Flags,
  {globals, deps, hand, say}: Session,
  directory: string,
): Promise<((report: Report) => Promise<void>) | undefined> {
  if (html === undefined) return undefined;
  const textOf = async (report: Report): Promise<string> =>
    (await import('../../../ui/html/report-page.ts')).reportPage(report, {cwd: deps.cwd, now: deps.clock.now()});
  if (html === '-') {
    if (globals.output !== 'human') throw usageError(`--html - and -o ${globals.output} both write to stdout.`);
    return async (report) => hand(await textOf(report));
  }
  const file = resolve(directory, html);
  const {checkPageFile, writePageFile} = await import('../../page-file.ts');
  await checkPageFile(file);
  return async (report) => {
    await writePageFile(file, await textOf(report));
    say(() => `Page: ${file}\n`);
  };
}
